#include "film/cells.h"

#include "film/lanes.h"
#include "film/work.h"

enum { most_parts = 64 };

typedef struct {
    int n, size;
    const double *a, *b;
    double (*of)(const double *a, const double *b, int n);
    double *part; // [most_parts]
} reduction;

void gud_cells_share(gud_team *team, int n, void (*part)(void *user, int first, int end), void *user)
{
    enum { size = 1 << 13 };
    gud_team_parts(team, n, size, part, user);
}

static void part_reduce(void *user, int i)
{
    reduction *r = user;
    const int first = i * r->size, left = r->n - first;
    r->part[i] = r->of(r->a + first, r->b + first, left < r->size ? left : r->size);
}

// returns how many parts there are
static int reduce(gud_team *team, reduction *r)
{
    const int whole = r->n < GUD_WORTH_SHARING ? r->n : (r->n + most_parts - 1) / most_parts;
    r->size = (whole + GUD_SINGLES - 1) / GUD_SINGLES * GUD_SINGLES;
    const int parts = r->n > 0 ? (r->n + r->size - 1) / r->size : 0;
    gud_team_share(team, parts, part_reduce, r);
    return parts;
}

static double sum_up(gud_team *team, reduction *r)
{
    const int parts = reduce(team, r);
    double sum = 0.0;
    for (int i = 0; i < parts; i++) sum += r->part[i];
    return sum;
}

GUD_WIDE static double products(const double *a, const double *b, int n)
{
    return gud_sum_of_products(a, b, n);
}

GUD_WIDE static double sizes(const double *a, const double *b, int n)
{
    (void)b;
    return gud_sum_of_sizes(a, n);
}

GUD_WIDE static double largest_size(const double *a, const double *b, int n)
{
    (void)b;
    return gud_largest_size(a, n);
}

GUD_WIDE static double largest(const double *a, const double *b, int n)
{
    (void)b;
    return gud_largest(a, n);
}

GUD_WIDE static double least(const double *a, const double *b, int n)
{
    (void)b;
    return gud_least(a, n);
}

double gud_cells_dot(gud_team *team, int n, const double *a, const double *b)
{
    double part[most_parts];
    reduction r = {.n = n, .a = a, .b = b, .of = products, .part = part};
    return sum_up(team, &r);
}

double gud_cells_sum_of_sizes(gud_team *team, int n, const double *a)
{
    double part[most_parts];
    reduction r = {.n = n, .a = a, .b = a, .of = sizes, .part = part};
    return sum_up(team, &r);
}

double gud_cells_largest_size(gud_team *team, int n, const double *a)
{
    double part[most_parts];
    reduction r = {.n = n, .a = a, .b = a, .of = largest_size, .part = part};
    const int parts = reduce(team, &r);
    return gud_largest_size(part, parts);
}

double gud_cells_largest(gud_team *team, int n, const double *a)
{
    double part[most_parts];
    reduction r = {.n = n, .a = a, .b = a, .of = largest, .part = part};
    const int parts = reduce(team, &r);
    return gud_largest(part, parts);
}

double gud_cells_least(gud_team *team, int n, const double *a)
{
    double part[most_parts];
    reduction r = {.n = n, .a = a, .b = a, .of = least, .part = part};
    const int parts = reduce(team, &r);
    return gud_least(part, parts);
}
