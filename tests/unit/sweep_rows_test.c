// Rows: what was written comes back to the bit, wherever the file ends, and damaged lines are passed over.

#include "check.h"

#include "sweep/mpi.h"
#include "sweep/rows.h"
#include "sweep/slurm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    char folder[60], part[100], file[120];
} place;

static void make_place(place *p)
{
    (void)snprintf(p->folder, sizeof p->folder, "/tmp/gudgeon-rows-XXXXXX");
    assert_non_null(mkdtemp(p->folder));
    (void)snprintf(p->part, sizeof p->part, "%s/rows", p->folder);
    assert_int_equal(mkdir(p->part, 0777), 0);
    (void)snprintf(p->part, sizeof p->part, "%s/rows/1-of-1", p->folder);
    assert_int_equal(mkdir(p->part, 0777), 0);
    (void)snprintf(p->file, sizeof p->file, "%s/0.rows", p->part);
}

static void remove_place(const place *p)
{
    char command[200];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", p->folder);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c)
}

static const double numbers[] = {0.1, -0.0, 1e-308, 4.9406564584124654e-324, 1.7976931348623157e308, 1.0 / 3.0};

static void fill_table(gud_sweep_table *t)
{
    *t = (gud_sweep_table){0};
    for (int i = 0; i < 3; i++) {
        gud_sweep_line *line =
            gud_sweep_table_add(t, i == 1 ? "joints/b/force" : "joints/a/film_min", i == 1 ? "N" : "m");
        assert_non_null(line);
        line->run = 5;
        line->window = i;
        line->pattern = 2 * i;
        line->statistics = (gud_statistics){.count = 10 + i,
                                            .mean = numbers[i],
                                            .min = numbers[i + 1],
                                            .max = numbers[i + 2],
                                            .std = numbers[i + 3],
                                            .p99 = numbers[5]};
    }
}

static void write_rows(const place *p, int n)
{
    gud_rows rows;
    gud_error error;
    gud_sweep_table table;
    fill_table(&table);
    assert_int_equal(gud_rows_open(&rows, p->part, 0, false, &error), GUD_OK);
    for (int i = 0; i < n; i++) {
        const uint64_t key = 0xfedcba9876543210u + (uint64_t)i;
        const gud_run_entry row = {.key = key,
                                   .view = 77,
                                   .name = "1\tkg\n",
                                   .failed = i % 2 == 1,
                                   .lasting = true,
                                   .costs = {1.0, 2.0, 3.0, (double)NAN, 0.5, 0.25},
                                   .why = "fell\nover\tthere",
                                   .table = &table,
                                   .summary = i == 0 ? "{\"a\": 1}" : NULL};
        assert_int_equal(gud_rows_begun(&rows, key, &error), GUD_OK);
        assert_int_equal(gud_rows_add(&rows, &row, &error), GUD_OK);
    }
    assert_int_equal(gud_rows_stopped(&rows, 3, &error), GUD_OK);
    gud_rows_close(&rows);
    gud_sweep_table_free(&table);
}

static void assert_row(const gud_run_row *row)
{
    gud_sweep_table made, read = {0};
    double costs[GUD_ROW_COSTS];
    gud_error error;
    fill_table(&made);
    assert_int_equal(row->kind, GUD_ROW_DONE);
    assert_true(row->key == 0xfedcba9876543210u && row->view == 77);
    gud_row_read_costs(row, costs);
    assert_true(costs[0] == 1.0 && costs[2] == 3.0 && isnan(costs[3]) && costs[5] == 0.25);
    assert_int_equal(gud_row_read_lines(row, 5, &error, &read), GUD_OK);
    assert_int_equal(read.count, 3);
    for (int i = 0; i < 3; i++) {
        const gud_sweep_line *a = &made.lines[i], *b = &read.lines[i];
        assert_string_equal(a->channel, b->channel);
        assert_string_equal(a->unit, b->unit);
        assert_true(a->run == b->run && a->window == b->window && a->pattern == b->pattern);
        assert_memory_equal(&a->statistics, &b->statistics, sizeof a->statistics);
    }
    assert_ptr_equal(read.lines[0].channel, read.lines[2].channel); // names are stored once
    gud_sweep_table_free(&made);
    gud_sweep_table_free(&read);
}

static void rows_come_back_to_the_bit(void **state)
{
    place p;
    gud_error error;
    gud_archive a;
    (void)state;
    make_place(&p);
    assert_int_equal(gud_archive_read("/nowhere/at/all", &error, &a), GUD_OK);
    assert_int_equal(a.count, 0);
    write_rows(&p, 2);
    assert_int_equal(gud_archive_read(p.folder, &error, &a), GUD_OK);
    assert_int_equal(a.count, 6);
    assert_int_equal(a.ndamaged, 0);
    assert_int_equal(a.rows[0].kind, GUD_ROW_BEGUN);
    assert_int_equal(a.rows[1].kind, GUD_ROW_SUMMARY);
    assert_string_equal(a.rows[1].body, "{\"a\": 1}");
    assert_row(&a.rows[2]);
    assert_row(&a.rows[2]); // reading changes nothing
    assert_int_equal(a.rows[4].kind, GUD_ROW_FAILED);
    assert_true(a.rows[4].lasting);
    assert_string_equal(a.rows[4].body, "fell over there");
    assert_int_equal(a.rows[5].kind, GUD_ROW_STOPPED);
    gud_archive_free(&a);
    remove_place(&p);
}

static size_t size_of(const char *path)
{
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    return (size_t)info.st_size;
}

// whole lines before the cut are there, and who goes on writes behind them
static void a_file_may_end_anywhere(void **state)
{
    place p;
    gud_error error;
    (void)state;
    make_place(&p);
    write_rows(&p, 1);
    const size_t size = size_of(p.file);
    for (size_t cut = size; cut-- > 0;) {
        gud_archive a;
        assert_int_equal(truncate(p.file, (off_t)cut), 0);
        assert_int_equal(gud_archive_read(p.folder, &error, &a), GUD_OK);
        assert_int_equal(a.ndamaged, 0);
        const int before = a.count;
        gud_archive_free(&a);
        write_rows(&p, 1);
        assert_int_equal(gud_archive_read(p.folder, &error, &a), GUD_OK);
        assert_int_equal(a.count, before + 4);
        assert_int_equal(a.ndamaged, 0);
        assert_row(&a.rows[before + 2]);
        gud_archive_free(&a);
    }
    remove_place(&p);
}

static void damaged_lines_are_passed_over(void **state)
{
    place p;
    gud_error error;
    (void)state;
    make_place(&p);
    write_rows(&p, 2);
    const long size = (long)size_of(p.file);
    for (long at = 24; at < size - 1; at += 7) { // behind the first line, before the last newline
        gud_archive a;
        FILE *file = fopen(p.file, "r+");
        assert_non_null(file);
        assert_int_equal(fseek(file, at, SEEK_SET), 0);
        const int was = fgetc(file);
        assert_int_equal(fseek(file, at, SEEK_SET), 0);
        (void)fputc(was ^ 1, file);
        (void)fclose(file);
        assert_int_equal(gud_archive_read(p.folder, &error, &a), GUD_OK);
        assert_in_range(a.count, 4, 5);
        gud_archive_free(&a);
        file = fopen(p.file, "r+");
        assert_int_equal(fseek(file, at, SEEK_SET), 0);
        (void)fputc(was, file);
        (void)fclose(file);
    }
    remove_place(&p);
}

static void files_of_others_stay(void **state)
{
    place p;
    gud_error error;
    gud_rows rows;
    (void)state;
    make_place(&p);
    FILE *file = fopen(p.file, "w");
    assert_non_null(file);
    (void)fputs("my notes about rows\n", file);
    (void)fclose(file);
    assert_int_equal(gud_rows_open(&rows, p.part, 0, false, &error), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "was not written by Gudgeon"));
    assert_int_equal(size_of(p.file), 20);
    assert_int_equal(gud_rows_open(&rows, p.part, 0, true, &error), GUD_OK);
    gud_rows_close(&rows);
    remove_place(&p);
}

// ---- how many at once

static void tasks_take_ten_minutes(void **state)
{
    (void)state;
    assert_int_equal(gud_slurm_tasks(100000, 0.001, 1), 1);
    assert_int_equal(gud_slurm_tasks(100000, 6.0, 1), 1000);
    assert_int_equal(gud_slurm_tasks(1000, 6.0, 1), 10);
    assert_int_equal(gud_slurm_tasks(1000, 6.0, 4), 3);
    assert_int_equal(gud_slurm_tasks(10, 36000.0, 1), 5); // never one task per run
    assert_int_equal(gud_slurm_tasks(100000, 36000.0, 1), 1000);
    assert_int_equal(gud_slurm_tasks(1, 36000.0, 1), 1);
    assert_int_equal(gud_slurm_tasks(10, (double)NAN, 1), 1);
}

static void names_are_quoted_in_scripts(void **state)
{
    gud_buffer text;
    const gud_slurm_plan plan = {.program = "/a b/gudgeon",
                                 .study = "/it's/study.yaml",
                                 .folder = "/out",
                                 .name = "gudgeon-study",
                                 .options = "",
                                 .flags = "--plugins",
                                 .ntask = 12,
                                 .ncore = 2};
    (void)state;
    gud_buffer_init(&text);
    gud_slurm_array_script(&plan, &text);
    assert_non_null(strstr(gud_buffer_text(&text), "#SBATCH --array=1-12\n#SBATCH --cpus-per-task=2\n"));
    assert_non_null(strstr(gud_buffer_text(&text), "#SBATCH --requeue\n"));
    assert_non_null(strstr(gud_buffer_text(&text),
                           "exec '/a b/gudgeon' sweep '/it'\\''s/study.yaml' -o '/out' --plugins --part "
                           "\"$SLURM_ARRAY_TASK_ID/12\" --jobs 2 --quiet\n"));
    gud_buffer_free(&text);
    gud_slurm_gather_script(&plan, &text);
    assert_non_null(strstr(gud_buffer_text(&text), "-o '/out' --plugins --gather\n"));
    gud_buffer_free(&text);
}

// all runs are handed out, and the last ones one by one
static void chunks_become_smaller(void **state)
{
    (void)state;
    int left = 1000, n = gud_mpi_chunk(left, 4, 1e-3), last = n;
    assert_int_equal(n, 125);
    while (left > 0) {
        n = gud_mpi_chunk(left, 4, 1e-3);
        assert_true(n >= 1 && n <= last && n <= left);
        left -= n;
        last = n;
    }
    assert_int_equal(last, 1);
    assert_int_equal(gud_mpi_chunk(0, 4, 1e-3), 0);
    assert_int_equal(gud_mpi_chunk(1000, 4, 10.0), 1);        // long runs
    assert_int_equal(gud_mpi_chunk(1000, 4, (double)NAN), 1); // who begins does not know
    assert_int_equal(gud_mpi_chunk(1000000, 1, 1e-9), 256);   // what a message holds
}

static void ranks_come_from_the_environment(void **state)
{
    int rank = 0, size = 1;
    (void)state;
    (void)unsetenv("OMPI_COMM_WORLD_RANK");
    (void)unsetenv("PMIX_RANK");
    (void)setenv("PMI_RANK", "2", 1);
    (void)unsetenv("PMI_SIZE");
    assert_false(gud_mpi_started(&rank, &size));
    assert_true(rank == 0 && size == 1); // nobody is told half of it
    (void)setenv("PMI_SIZE", "4", 1);
    assert_true(gud_mpi_started(&rank, &size));
    assert_true(rank == 2 && size == 4);
    (void)unsetenv("PMI_RANK");
    (void)unsetenv("PMI_SIZE");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_back_to_the_bit),     cmocka_unit_test(a_file_may_end_anywhere),
        cmocka_unit_test(damaged_lines_are_passed_over), cmocka_unit_test(files_of_others_stay),
        cmocka_unit_test(tasks_take_ten_minutes),        cmocka_unit_test(names_are_quoted_in_scripts),
        cmocka_unit_test(chunks_become_smaller),         cmocka_unit_test(ranks_come_from_the_environment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
