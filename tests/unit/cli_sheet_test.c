// Sheets, numbers and texts for people.
#include "heap.h"

#include "cli/sheet.h"
#include "cli/terminal.h"

#include <stdio.h>
#include <string.h>

static void assert_number(double value, const char *expected)
{
    char text[32];
    gud_rounded_text(value, text, sizeof text);
    assert_string_equal(text, expected);
}

static void numbers_have_five_digits(void **state)
{
    (void)state;
    assert_number(0.0, "0");
    assert_number(-0.0, "0");
    assert_number(0.5, "0.5");
    assert_number(1234.56, "1234.6");
    assert_number(-1.23456789e-7, "-1.2346e-7");
    assert_number(1.0e+20, "1e20");
    assert_number(6.02214e-123, "6.0221e-123");
    assert_number((double)NAN, "nan");
    assert_number((double)-INFINITY, "-inf");
}

static void assert_quantity(double value, const char *unit, const char *expected)
{
    char text[64];
    gud_quantity_text(value, unit, text, sizeof text);
    assert_string_equal(text, expected);
}

static void quantities_take_the_prefix_that_suits(void **state)
{
    (void)state;
    assert_quantity(30e-6, "m", "30 um");
    assert_quantity(0.9999999e-3, "m", "1 mm"); // not 1000 um
    assert_quantity(-1.5e8, "Pa", "-150 MPa");
    assert_quantity(1500.0, "m", "1500 m");
    assert_quantity(7200.0, "s", "7200 s");
    assert_quantity(0.002, "kg", "0.002 kg"); // never mkg
    assert_quantity(0.002, "1", "0.002");
    assert_quantity(0.0, "m", "0 m");
    assert_quantity(1e-15, "m", "0.001 pm");
}

static void widths_count_what_is_seen(void **state)
{
    (void)state;
    assert_int_equal(gud_text_width(""), 0);
    assert_int_equal(gud_text_width("abc"), 3);
    assert_int_equal(gud_text_width("\xC2\xB5m"), 2);            // micro sign
    assert_int_equal(gud_text_width("e\xCC\x81"), 1);            // e with a combining accent
    assert_int_equal(gud_text_width("\xE8\xBB\xB8"), 2);         // an ideograph takes two columns
    assert_int_equal(gud_text_width("\xF0\x9F\x94\xA7"), 2);     // so does a spanner
    assert_int_equal(gud_text_width("a\xFF\xC3"), 3);            // bytes that are no UTF-8
    assert_int_equal((int)gud_text_fit("a\xE8\xBB\xB8z", 2), 1); // half an ideograph is not cut out
    assert_int_equal((int)gud_text_fit("a\xE8\xBB\xB8z", 3), 4);
    assert_int_equal((int)gud_text_fit("e\xCC\x81z", 1), 3);
}

static void read_back(FILE *file, char *text, size_t size)
{
    rewind(file);
    const size_t n = fread(text, 1, size - 1, file);
    text[n] = '\0';
    (void)fclose(file);
}

static void texts_are_broken_between_words(void **state)
{
    (void)state;
    char text[256];
    FILE *file = tmpfile();
    gud_text_wrap(file, "one two three\nfour\n\nfive extraordinarily", 2, 11);
    read_back(file, text, sizeof text);
    assert_string_equal(text, "one two\n  three\n  four\n\n  five\n  extraordinarily");
}

static const gud_sheet_column titles[] = {
    {.title = "joint"},
    {.title = "film", .unit = "m", .scaled = true},
    {.title = "e", .unit = "1"},
    {.title = "remark"},
};

static void fill(gud_sheet *sheet)
{
    gud_sheet_init(sheet, titles, GUD_COUNT(titles));
    gud_sheet_text(sheet, "gro\xC3\x9F");
    gud_sheet_number(sheet, 1.25e-6);
    gud_sheet_number(sheet, 0.9);
    gud_sheet_text(sheet, "fine");
    gud_sheet_text(sheet, "b");
    gud_sheet_number(sheet, 12.5e-6);
    gud_sheet_number(sheet, 12.0);
    gud_sheet_text(sheet, "");
}

static void columns_are_aligned_at_the_point(void **state)
{
    (void)state;
    char text[512];
    FILE *file = tmpfile();
    gud_sheet sheet;
    fill(&sheet);
    sheet.indent = 1;
    assert_int_equal(gud_sheet_print(&sheet, file), GUD_OK);
    read_back(file, text, sizeof text);
    assert_string_equal(text, " joint  film [um]     e  remark\n"
                              " gro\xC3\x9F        1.25   0.9  fine\n"
                              " b          12.5   12\n");
}

static void a_lost_cell_is_told(void **state)
{
    (void)state;
    gud_sheet sheet;
    FILE *file = tmpfile();
    heap.left = 0;
    fill(&sheet);
    heap.left = -1;
    assert_int_equal(gud_sheet_print(&sheet, file), GUD_ERR_MEMORY);
    (void)fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_five_digits),         cmocka_unit_test(quantities_take_the_prefix_that_suits),
        cmocka_unit_test(widths_count_what_is_seen),        cmocka_unit_test(texts_are_broken_between_words),
        cmocka_unit_test(columns_are_aligned_at_the_point), cmocka_unit_test(a_lost_cell_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
