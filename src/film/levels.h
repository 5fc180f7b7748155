// Grids of the multigrid cycle: the linear problem of a film on ever fewer lines, and the lines ready to be solved.
// docs/theory/film.md, section on cost.
#ifndef GUD_FILM_LEVELS_H
#define GUD_FILM_LEVELS_H

#include "base/team.h"
#include "film/lanes.h"
#include "film/work.h"

#include <string.h>

// Lines along x have two colours: even ones come first, odd ones second. Arrays of a colour hold row after row,
// x = constant, and rows are filled up to whole vectors with cells that exchange nothing.
enum { GUD_EVEN, GUD_ODD, GUD_COLOURS };

// What the balances of a colour's cells are made of; line m of a row is number m.
typedef struct gud_cells {
    float *full, *broken;         // 1 where the unknown is a pressure, or a film fraction
    float *moves;                 // content that is carried, by the unknown
    float *leak;                  // conductance along x to given pressures, 0 where broken
    float *own;                   // where full conductance along y to given pressures, where broken storage
    float *conduct_x, *conduct_y; // of the face before the cell; along x there is one row of faces more
    float *carry_x, *carry_y;     // likewise; 0 where a side has no unknown
} gud_cells;

typedef struct gud_problem {
    int nx, ny;
    int row;                   // numbers in a row of one colour: pairs of vectors, the last one is no cell
    bool carries_x, carries_y; // something is transported
    bool leaks;                // there are leaks along x, or were
    gud_cells cells[GUD_COLOURS];
    bool *stale; // [nx + 2] rows of cells that are not those of the last setup, and the rows beyond either end
} gud_problem;

// is row i stale, from -1 to nx
static inline bool gud_row_stale(const gud_problem *p, int i)
{
    return p->stale[i + 1];
}

// is a row beside x face i
static inline bool gud_face_stale(const gud_problem *p, int i)
{
    return p->stale[i] || p->stale[i + 1];
}

// after the rows from 0 to nx
static inline void gud_stale_close(gud_problem *p, bool ring)
{
    p->stale[0] = ring && p->stale[p->nx];
    p->stale[p->nx + 1] = ring && p->stale[1];
}

// A cell's unknown x is scaled by the pivot d of its line: X = d x is the flow that leaves the cell, but for what comes
// back to it from the part of the line that is eliminated before it. Parts of that flow go to the neighbours.
typedef struct gud_lines {
    int n;                    // numbers in a row
    float *pivot;             // d
    float *east, *west;       // parts of the cell's flow that go on along the line
    float *below, *above;     // parts of the neighbours' flow that come to the cell
    float *to_end, *from_end; // parts of its flow that go to the last cell of a ring, and of that one's that come to it
    int to, from;             // rows from the first on in which they are not nothing
    float *gain;              // [n] what leaves the last cell in all by its flow
    float *x, *b;             // [rows][columns][n]; x not on the first level
    float *again;             // likewise, for even lines of levels that are passed twice
} gud_lines;

typedef struct gud_level {
    int nx, ny;
    bool ring;
    int merge;    // cells merged along x on the way to the next level
    bool twice;   // a cycle passes it two times
    float *width; // [nx] of cells along x, in cells of the finest grid
    gud_problem problem;
    gud_problem thin; // of the odd lines alone, if cells are merged along x as well
    gud_lines lines[GUD_COLOURS];
    // For the transfer of odd lines to the next level, in its order: value by that of the coarse cell and of its
    // neighbour along x, and the parts of a residual that they get.
    float *share[2][GUD_COLOURS], *give[2][GUD_COLOURS];
} gud_level;

enum { GUD_MOST_LEVELS = 20, GUD_MARGIN = 16 };

typedef struct gud_levels {
    int n, columns; // columns: that can be solved at a time
    gud_level level[GUD_MOST_LEVELS];
    float *moves[GUD_COLOURS]; // of the finest grid, where full cells carry something as well
    // [rows of the finest problem] parts that go to the lines below and above, while a level is made; of the caller
    float *low, *high, *low_broken, *high_broken;
    float *end;     // [columns][n] last cells of rings under way
    double *nobody; // [ny] zeros: the unknowns beyond an edge
    int nbuffer;
    float *buffer;  // [nbuffer] sets of rows, see gud_buffer_row
    gud_team *team; // that shares loops over the film; NULL: none
} gud_levels;

void gud_levels_take(gud_levels *levels, const gud_film *film, int columns, gud_arena *memory);

// GUD_RETRY if the matrix is singular
gud_status gud_levels_setup(gud_levels *levels, const gud_film *film, const gud_film_work *work, const gud_film_in *in);

// row i of the next level that cell row i of this one takes part in (which = 0), and its neighbour (1) or -1
static inline int gud_level_row(const gud_level *l, int i, int which)
{
    if (l->merge == 1) return which == 0 ? i : -1;
    const int n = (l->nx + 1) / 2, own = i / 2, other = i % 2 ? own + 1 : own - 1;
    if (which == 0) return own;
    if (other >= 0 && other < n) return other;
    return l->ring ? n - 1 - own : -1; // around it, from one end to the other
}

// whole vectors that hold n numbers
static inline int gud_padded(int n)
{
    return (n + GUD_SINGLES - 1) / GUD_SINGLES * GUD_SINGLES;
}

enum {
    GUD_BUFFER_ROWS = 24,
    GUD_BUFFER_LINE = 18,
    GUD_BUFFER_HALF
}; // for a row in the order of the grid, and two
   // rows for those of its colours

static inline int gud_buffer_stride(const gud_levels *levels)
{
    return 2 * levels->level[0].problem.row + 2 * GUD_MARGIN;
}

// row r of a buffer, of which every part of a loop has its own: room for both colours of the finest grid, and margins
static inline float *gud_buffer_row(const gud_levels *levels, int part, int r)
{
    return levels->buffer + (part * GUD_BUFFER_ROWS + r) * gud_buffer_stride(levels) + GUD_MARGIN;
}

static inline void gud_buffer_clear(const gud_levels *levels, int part)
{
    memset(gud_buffer_row(levels, part, 0) - GUD_MARGIN, 0,
           (size_t)(GUD_BUFFER_ROWS * gud_buffer_stride(levels)) * sizeof(float));
}

// part of a loop over rows of a level; rows do not depend on each other
typedef void gud_rows_part(const gud_levels *levels, void *user, int part, int first, int end);

// rows 0 to n of a level of so many cells
void gud_levels_rows(const gud_levels *levels, int n, int ncell, gud_rows_part *rows, void *user);

// the team for loops over so many cells of a level; NULL: not worth it
static inline gud_team *gud_levels_team(const gud_levels *levels, int ncell)
{
    return ncell >= GUD_WORTH_SHARING ? levels->team : NULL;
}

enum { GUD_MOST_CHUNKS = 8 };

// Chunks of lines, n vectors in all, that threads solve side by side. Lines do not depend on each other, and rows that
// are cut into pieces take longer: without a team there is one.
static inline int gud_nchunk(const gud_team *team, int n)
{
    enum { least = 4 };
    const int size = gud_team_size(team), wanted = size < GUD_MOST_CHUNKS ? size : GUD_MOST_CHUNKS;
    return n / least < 1 ? 1 : n / least < wanted ? n / least : wanted;
}

// n cells in the order of the grid into the two colours, and back
GUD_INLINE void gud_row_split(int n, const float *restrict row, float *restrict even, float *restrict odd)
{
    GUD_INDEPENDENT
    for (int m = 0; m < n / 2; m++) even[m] = row[2 * m], odd[m] = row[2 * m + 1];
    if (n % 2) even[n / 2] = row[n - 1];
}

GUD_INLINE void gud_row_join(int n, const float *restrict even, const float *restrict odd, float *restrict row)
{
    GUD_INDEPENDENT
    for (int m = 0; m < n / 2; m++) row[2 * m] = even[m], row[2 * m + 1] = odd[m];
    if (n % 2) row[n - 1] = even[n / 2];
}

#endif
