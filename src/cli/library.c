#include "cli/library.h"

#include "cli/sheet.h"
#include "film/lubricant.h"
#include "rough/material.h"

const gud_library *const gud_libraries[] = {&gud_material_library, &gud_oil_library, NULL};

enum { most_columns = 16 };

static void add_entry(gud_sheet *sheet, const gud_library *library, int entry)
{
    for (int k = 0; k < sheet->ncolumn; k++) {
        const gud_field *field = &library->row.fields[k];
        if (field->type == GUD_TEXT)
            gud_sheet_text(sheet, gud_library_text(library, entry, field));
        else
            gud_sheet_number(sheet, gud_library_number(library, entry, field));
    }
}

static void start_sheet(gud_sheet *sheet, gud_sheet_column columns[most_columns], const gud_library *library)
{
    const int n = library->row.nfield < most_columns ? library->row.nfield : most_columns;
    for (int k = 0; k < n; k++)
        columns[k] = (gud_sheet_column){
            .title = library->row.fields[k].key, .unit = library->row.fields[k].unit, .scaled = true};
    gud_sheet_init(sheet, columns, n);
    sheet->indent = 2;
}

gud_status gud_library_print(FILE *out, const gud_library *library, int entry)
{
    gud_sheet sheet;
    gud_sheet_column columns[most_columns];
    gud_heading_print(out, library->row.name, library->row.about);
    (void)fputc('\n', out);
    start_sheet(&sheet, columns, library);
    for (int i = 0; i < library->nentry; i++)
        if (entry < 0 || i == entry) add_entry(&sheet, library, i);
    GUD_TRY(gud_sheet_print(&sheet, out));
    (void)fprintf(out, "\nexample:\n  %s\n", library->use);
    return GUD_OK;
}

static void entry_json(gud_json *json, const gud_library *library, int entry)
{
    gud_json_open(json, gud_library_name(library, entry), '{');
    for (int k = 1; k < library->row.nfield; k++) {
        const gud_field *field = &library->row.fields[k];
        if (field->type == GUD_TEXT)
            gud_json_text(json, field->key, gud_library_text(library, entry, field));
        else
            gud_json_number(json, field->key, gud_library_number(library, entry, field));
    }
    gud_json_close(json);
}

void gud_library_json(gud_json *json, const gud_library *library, int entry)
{
    gud_json_open(json, library->row.name, '{');
    gud_json_text(json, "about", library->row.about);
    gud_json_open(json, "fields", '{');
    for (int k = 1; k < library->row.nfield; k++) {
        gud_json_open(json, library->row.fields[k].key, '{');
        gud_json_text(json, "unit", library->row.fields[k].unit);
        gud_json_text(json, "about", library->row.fields[k].about);
        gud_json_close(json);
    }
    gud_json_close(json);
    gud_json_open(json, "entries", '{');
    for (int i = 0; i < library->nentry; i++)
        if (entry < 0 || i == entry) entry_json(json, library, i);
    gud_json_close(json);
    gud_json_close(json);
}

static void markdown_row(gud_buffer *out, const gud_library *library, int entry)
{
    for (int k = 0; k < library->row.nfield; k++) {
        const gud_field *field = &library->row.fields[k];
        char number[40] = "";
        if (field->type == GUD_NUMBER) {
            const bool pure = !field->unit || field->unit[0] == '1';
            gud_quantity_text(gud_library_number(library, entry, field), pure ? "1" : field->unit, number,
                              sizeof number);
        }
        gud_buffer_print(out, k == 0 ? "| `%s`" : " | %s",
                         field->type == GUD_TEXT ? gud_library_text(library, entry, field) : number);
    }
    gud_buffer_add(out, " |\n");
}

void gud_library_markdown(gud_buffer *out, const gud_library *library)
{
    gud_buffer_print(out, "## %s\n\n%s\n\n```yaml\n%s\n```\n\n", library->row.name, library->row.about, library->use);
    for (int k = 0; k < library->row.nfield; k++) gud_buffer_print(out, "| %s ", library->row.fields[k].about);
    gud_buffer_add(out, "|\n");
    for (int k = 0; k < library->row.nfield; k++) gud_buffer_add(out, "| --- ");
    gud_buffer_add(out, "|\n");
    for (int i = 0; i < library->nentry; i++) markdown_row(out, library, i);
    gud_buffer_add(out, "\n");
}

gud_status gud_libraries_print(FILE *out)
{
    static const gud_sheet_column columns[] = {{.title = "library"}, {.title = "what it is"}};
    gud_sheet sheet;
    gud_sheet_init(&sheet, columns, GUD_COUNT(columns));
    for (int i = 0; gud_libraries[i]; i++) {
        gud_sheet_text(&sheet, gud_libraries[i]->row.name);
        gud_sheet_text(&sheet, gud_libraries[i]->row.about);
    }
    return gud_sheet_print(&sheet, out);
}
