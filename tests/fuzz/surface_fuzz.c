// libFuzzer target: any bytes as the text of a surface. What is read must be written and read again to the same text;
// small nets become surfaces, which must evaluate to numbers and answer a ray.

#include "surface/gap.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_round_trip(const gud_nurbs *n, gud_arena *arena)
{
    gud_error error;
    gud_nurbs again;
    gud_buffer text, second;
    gud_buffer_init(&text);
    gud_buffer_init(&second);
    gud_nurbs_write(n, &text);
    if (gud_nurbs_parse("again", text.data, text.size, arena, &error, &again) != GUD_OK) abort();
    gud_nurbs_write(&again, &second);
    if (strcmp(text.data, second.data) != 0) abort();
    gud_buffer_free(&text);
    gud_buffer_free(&second);
}

static void check_evaluation(const gud_surface *s)
{
    for (int i = 0; i <= 6; i++)
        for (int j = 0; j <= 6; j++) {
            gud_surface_point p;
            const double a = i / 6.0, b = j / 6.0;
            gud_surface_eval(s, (1.0 - a) * s->low[0] + a * s->high[0], (1.0 - b) * s->low[1] + b * s->high[1], &p);
            for (int c = 0; c < 3; c++)
                if (!isfinite(p.x[c]) || !isfinite(p.normal[c])) abort();
        }
}

static void check_ray(const gud_surface *s, gud_arena *arena)
{
    gud_error error;
    gud_gap_work work;
    gud_hit hit;
    gud_ray ray = {.n = {0, 0, 1}, .low = -s->size, .high = s->size};
    if (gud_gap_work_create(s, arena, &error, &work) != GUD_OK) return;
    for (int c = 0; c < 3; c++) ray.x[c] = 0.5 * (s->patches[0].low[c] + s->patches[0].high[c]);
    if (gud_ray_find(s, &ray, &work, &hit) && !(fabs(hit.h) <= s->size)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { most_points = 64, highest_degree = 4 }; // more takes its time
    gud_arena arena;
    gud_error error;
    gud_nurbs n;
    gud_surface s;
    gud_arena_init(&arena);
    if (gud_nurbs_parse("fuzz", (const char *)data, size, &arena, &error, &n) == GUD_OK) {
        check_round_trip(&n, &arena);
        if (n.count[0] * n.count[1] <= most_points && n.degree[0] <= highest_degree && n.degree[1] <= highest_degree &&
            gud_surface_create(&n, "fuzz", &arena, &error, &s) == GUD_OK) {
            check_evaluation(&s);
            check_ray(&s, &arena);
        }
    }
    gud_arena_free(&arena);
    return 0;
}
