// Every address of the interface. Arrays are doubles in the byte order of x86 and arm, all else is JSON.
#include "serve/request.h"

const gud_route gud_routes[] = {
    {"GET", "/api/folder", gud_route_folder},        // models and results
    {"GET", "/api/result", gud_route_result},        // result=: channels, bodies, joints, bearing table
    {"GET", "/api/summary", gud_route_summary},      // result=: the answer of the run, as the command prints it
    {"GET", "/api/parts", gud_route_parts},          // result=: solids, pins, bores
    {"GET", "/api/series", gud_route_series},        // result=, signal=..., points=, from=, to=: curves
    {"GET", "/api/poses", gud_route_poses},          // result=, frames=, from=, to=: where bodies are
    {"GET", "/api/field", gud_route_field},          // result=, channel=, record=, count=: maps
    {"GET", "/api/file", gud_route_file},            // result=: results.h5 as it is
    {"GET", "/api/model", gud_route_model},          // model=: text, parameters, joints
    {"GET", "/api/schema", gud_route_schema},        // kind=: of model files, or of a component
    {"GET", "/api/templates", gud_route_templates},  // starting files
    {"GET", "/api/jobs", gud_route_jobs},            // runs of this server
    {"POST", "/api/check", gud_route_check},         // model=; the text: diagnostics
    {"POST", "/api/start", gud_route_start},         // model=; the text: bodies at the start
    {"POST", "/api/save", gud_route_save},           // model=; the text
    {"POST", "/api/component", gud_route_component}, // kind=, set=...; the text: its numbers
    {"POST", "/api/run", gud_route_run},             // model=, name=, kind=, set=...; the text, if edited
    {"POST", "/api/cancel", gud_route_cancel},       // job=
    {0},
};
