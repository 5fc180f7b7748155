// Sheets are tables for people: aligned columns, numbers aligned at their point, as plain text where there is no
// terminal.
#ifndef GUD_CLI_SHEET_H
#define GUD_CLI_SHEET_H

#include "base/arena.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct gud_sheet_column {
    const char *title;
    const char *unit; // of the numbers, SI; NULL: none
    bool scaled;      // show the unit with the prefix that suits the largest number: 3e-5 m as 30 um
} gud_sheet_column;

typedef struct gud_sheet_cell gud_sheet_cell;

typedef struct gud_sheet {
    const gud_sheet_column *columns; // borrowed
    int ncolumn;
    int indent; // columns left free on the left
    gud_arena arena;
    gud_sheet_cell *first, *last;
    int ncell;
} gud_sheet;

void gud_sheet_init(gud_sheet *sheet, const gud_sheet_column *columns, int ncolumn);
void gud_sheet_text(gud_sheet *sheet, const char *text); // the next cell, row by row; the text is copied
void gud_sheet_number(gud_sheet *sheet, double value);   // in SI
void gud_sheet_free(gud_sheet *sheet);                   // of a sheet that is not printed

// Prints all complete rows and frees the sheet. On a terminal the titles are bold and a text in the last column is
// broken into lines, which stand below the row where they have no room beside it. GUD_ERR_MEMORY when a cell was lost.
gud_status gud_sheet_print(gud_sheet *sheet, FILE *out);

// "name: about" above a sheet, in lines that fit the terminal
void gud_heading_print(FILE *out, const char *name, const char *about);

// 5 significant digits: 0.5, 1234.6, 1.2346e-7
void gud_rounded_text(double value, char *text, size_t size);

// the same with the unit, which gets the prefix that suits the number: "30 um", "12.5 MPa"
void gud_quantity_text(double value, const char *unit, char *text, size_t size);

#endif
