// Every value of every example, one after the other, is replaced by bad ones: each time the file loads, or every
// message has file, line and column, and the entity and the key that is wrong stand in one that is at the value or
// names it.
//
//     load_values_test               every ninth of them; with sanitizers every 49th
//     load_values_test all           20 000, a minute

#include "mechanism.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>

static const char *const bad[] = {"-1",     "0",  "1e300", "nan", "1e-300", "banana", "3 kg.m5", "[1, 2, 3, 4]",
                                  "{a: 1}", "[]", "\"\"",  "~",   "1 m",    "90 deg", "= 1 +",   "yes"};

static gud_units *units;
enum { stride_usual = SANITIZED ? 49 : 9 }; // numbers that have nothing in common with that of bad values
static long seen, tried, refused, wrong, stride = stride_usual;

// ---- values of a text

typedef struct value {
    size_t begin, end; // in the text
    char key[60];      // the last one on its path
} value;

static bool ends_value(char c)
{
    return c == ',' || c == '}' || c == ']' || c == '\n' || c == '\0' || c == '#';
}

static bool is_key_character(char c)
{
    return isalnum((unsigned char)c) || strchr("_-.", c);
}

// the key that ends before `colon`
static bool key_before(const char *text, size_t colon, char key[60])
{
    size_t begin = colon;
    while (begin > 0 && is_key_character(text[begin - 1])) begin--;
    const size_t n = colon - begin;
    if (n == 0 || n >= 60) return false;
    memcpy(key, text + begin, n);
    key[n] = '\0';
    return true;
}

// the value that begins at or after `at`, and where it ends; false: it is a map, an alias or nothing
static bool value_at(const char *text, size_t at, value *v)
{
    while (text[at] == ' ') at++;
    v->begin = v->end = at;
    if (ends_value(text[at]) || strchr("{[&*\"'|>", text[at])) return false;
    while (!ends_value(text[v->end])) v->end++;
    while (text[v->end - 1] == ' ') v->end--;
    return true;
}

// ---- judging

static int line_of(const char *text, size_t at)
{
    int line = 1;
    for (size_t i = 0; i < at; i++) line += text[i] == '\n';
    return line;
}

// A good value may be wrong for others: the message is about one of them then, which stands elsewhere. (Its place is
// that of an expression if the value is a parameter.)
static bool is_consequence(const gud_message *m, const char *text, const value *v)
{
    return m->named > 0 && m->place.line != line_of(text, v->begin);
}

// The text is no YAML any more, so it has no keys.
static bool is_syntax(const gud_message *m)
{
    return strstr(m->text, "not valid YAML") != NULL;
}

static bool is_good(const gud_diag *diag, const char *text, const value *v)
{
    bool named = false;
    for (int i = 0; i < diag->nstored; i++) {
        const gud_message *m = &diag->list[i];
        if (!m->place.file || m->place.line < 1 || m->place.column < 1) return false;
        named = named || strstr(m->text, v->key) || is_syntax(m) || is_consequence(m, text, v);
    }
    return named;
}

static void try_text(const char *path, const char *text, const value *v, const char *replaced)
{
    gud_diag diag;
    gud_input *in = NULL;
    gud_model *m = NULL;
    gud_diag_init(&diag);
    const gud_origin origin = {path, text, strlen(text), NULL, 0, false, NULL};
    gud_status st = gud_input_load(&origin, gud_sections, units, &diag, &in);
    if (st == GUD_OK) st = gud_model_compile(in, units, &diag, &m);
    tried++;
    refused += st != GUD_OK;
    if (st != GUD_OK && !is_good(&diag, text, v)) {
        gud_buffer messages;
        gud_buffer_init(&messages);
        gud_diag_write(&diag, &messages);
        print_error("%s: %s = %s: %s\n", path, v->key, replaced, gud_buffer_text(&messages));
        gud_buffer_free(&messages);
        wrong++;
    }
    gud_model_free(m);
    gud_input_free(in);
    gud_diag_free(&diag);
}

static void try_value(const char *path, const char *text, const value *v)
{
    char *changed = malloc(strlen(text) + 40);
    assert_non_null(changed);
    for (int i = 0; i < GUD_COUNT(bad); i++) {
        if (seen++ % stride != 0) continue;
        memcpy(changed, text, v->begin);
        const size_t n = strlen(bad[i]);
        memcpy(changed + v->begin, bad[i], n);
        memcpy(changed + v->begin + n, text + v->end, strlen(text + v->end) + 1);
        try_text(path, changed, v, bad[i]);
    }
    free(changed);
}

static bool begins(const char *text)
{
    return strncmp(text, "parameters:", 11) == 0 || strncmp(text, "inputs:", 7) == 0;
}

// Parameters and inputs have no keys of their own: messages name what they are used for. Is the colon on a line of
// them, or in a section of them?
static bool is_parameter(const char *text, size_t colon, const char *section)
{
    size_t line = colon;
    while (line > 0 && text[line - 1] != '\n') line--;
    for (size_t i = line; i < colon; i++)
        if (begins(text + i)) return true;
    return begins(section);
}

static void try_file(const char *path, const char *text)
{
    value v;
    const char *section = text;
    for (size_t i = 0; text[i]; i++) {
        if (text[i] == '\n' && isalpha((unsigned char)text[i + 1])) section = text + i + 1;
        if (text[i] == '#')
            while (text[i + 1] && text[i + 1] != '\n') i++;
        if (text[i] != ':' || text[i + 1] != ' ' || !key_before(text, i, v.key)) continue;
        if (is_parameter(text, i, section)) continue;
        size_t at = i + 2;
        while (text[at] == ' ') at++;
        if (text[at] != '[') {
            if (value_at(text, at, &v)) try_value(path, text, &v);
            continue;
        }
        // each item of a list
        for (at++; value_at(text, at, &v); at = v.end + 1) {
            try_value(path, text, &v);
            if (text[v.end] != ',') break;
        }
    }
}

static char *text_of(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    enum { room = 1 << 16 };
    char *text = calloc(room, 1);
    assert_non_null(text);
    (void)fread(text, 1, room - 1, file);
    (void)fclose(file);
    return text;
}

// does it load as a model? Studies and components do not, nor do models with laws of shared libraries
static bool is_model(const char *path, const char *text)
{
    gud_diag diag;
    gud_input *in = NULL;
    gud_diag_init(&diag);
    const gud_origin origin = {path, text, strlen(text), NULL, 0, false, NULL};
    const bool good =
        !strstr(text, "law: plugin") && gud_input_load(&origin, gud_sections, units, &diag, &in) == GUD_OK;
    gud_input_free(in);
    gud_diag_free(&diag);
    return good;
}

static void try_path(const char *path)
{
    char *text = text_of(path);
    assert_non_null(text);
    if (is_model(path, text)) try_file(path, text);
    free(text);
}

static void bad_values_are_named(void **state)
{
    glob_t files;
    (void)state;
    assert_int_equal(glob("examples/*/*.yaml", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) try_path(files.gl_pathv[i]);
    globfree(&files);
    print_message("%ld bad values tried, %ld refused, %ld without their key\n", tried, refused, wrong);
    assert_true(tried > 500 && refused > tried / 2); // some of them are values after all
    assert_int_equal(wrong, 0);
}

int main(int argc, char **argv)
{
    gud_error error;
    if (argc > 1 && strcmp(argv[1], "all") == 0) stride = 1;
    if (gud_units_create(&error, &units) != GUD_OK) return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(bad_values_are_named)};
    const int code = cmocka_run_group_tests(tests, NULL, NULL);
    gud_units_free(units);
    return code;
}
