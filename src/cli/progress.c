#include "cli/progress.h"

#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "num/pi.h"

#include <math.h>
#include <string.h>
#include <time.h>

static const double redraw = 0.1; // s
static const double memory = 2.0; // s over which the rate of steps is smoothed

enum { narrowest_bar = 8, widest_bar = 30, widest_title = 30 };

static double now(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// 0:07, 12:30, 2:05:00, 3 d
static void duration_text(double seconds, char *text, size_t size)
{
    const double day = 86400.0;
    if (!(seconds < 100.0 * day)) {
        (void)snprintf(text, size, "> 99 d");
        return;
    }
    const long s = (long)ceil(seconds);
    if (s >= 172800)
        (void)snprintf(text, size, "%ld d", s / 86400);
    else if (s >= 3600)
        (void)snprintf(text, size, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    else
        (void)snprintf(text, size, "%ld:%02ld", s / 60, s % 60);
}

// always 5 digits, so that the line keeps still
static void position_text(double position, const char *unit, char *text, size_t size)
{
    const double digits = 4.0 - floor(log10(fmax(fabs(position), 1e-4)));
    (void)snprintf(text, size, "%.*f %s", (int)fmin(fmax(digits, 0.0), 8.0), position, unit);
}

// 540.00 deg; of counted work 12 of 36 runs
static void done_text(const gud_progress_view *view, char *text, size_t size)
{
    if (view->total > 0)
        (void)snprintf(text, size, "%.0f of %ld %s", view->position, view->total, view->unit);
    else
        position_text(view->position, view->unit, text, size);
}

static void bar_text(double fraction, int width, char *text)
{
    const int full = (int)(fraction * (width - 2));
    text[0] = '[';
    memset(text + 1, '#', (size_t)full);
    memset(text + 1 + full, '.', (size_t)(width - 2 - full));
    text[width - 1] = ']';
    text[width] = '\0';
}

enum { title_part, percent_part, bar_part, position_part, left_part, rate_part, part_count };

// the order in which parts are given room
static const int importance[part_count] = {percent_part, left_part, position_part, bar_part, rate_part, title_part};

static void part_texts(const gud_progress_view *view, char parts[part_count][64])
{
    char text[32];
    (void)snprintf(parts[title_part], 64, "%.*s", (int)gud_text_fit(view->title, widest_title), view->title);
    (void)snprintf(parts[percent_part], 64, "%3d %%", (int)(100.0 * view->fraction));
    bar_text(view->fraction, narrowest_bar, parts[bar_part]);
    done_text(view, parts[position_part], 64);
    duration_text(view->left, text, sizeof text);
    (void)snprintf(parts[left_part], 64, "%s left", view->left < 0.0 ? "-:--" : text);
    parts[rate_part][0] = '\0';
    if (view->total > 0) return;
    (void)snprintf(parts[rate_part], 64, view->steps_rate < 10.0 ? "%.1f steps/s" : "%.0f steps/s", view->steps_rate);
}

void gud_progress_line(const gud_progress_view *view, int width, char *line, size_t size)
{
    gud_progress_view clipped = *view;
    clipped.fraction = fmin(fmax(view->fraction, 0.0), 1.0); // NAN gives 0

    char parts[part_count][64];
    part_texts(&clipped, parts);

    bool present[part_count] = {false};
    int used = 0;
    for (int i = 0; i < part_count; i++) {
        const int w = gud_text_width(parts[importance[i]]), with = used + w + (used > 0 ? 2 : 0);
        if (w == 0 || with > width) continue;
        present[importance[i]] = true;
        used = with;
    }
    // the bar takes what is left over
    const int bar = narrowest_bar + width - used;
    if (present[bar_part]) bar_text(clipped.fraction, bar < widest_bar ? bar : widest_bar, parts[bar_part]);

    line[0] = '\0';
    for (int i = 0; i < part_count; i++) {
        if (!present[i]) continue;
        const size_t n = strlen(line);
        (void)snprintf(line + n, size - n, "%s%s", n ? "  " : "", parts[i]);
    }
}

void gud_progress_start(gud_progress *progress, const char *title, const char *unit, bool quiet)
{
    const bool is_angle = strcmp(unit, "rad") == 0;
    *progress = (gud_progress){
        .title = title, .unit = is_angle ? "deg" : unit, .scale = is_angle ? 180.0 / pi : 1.0, .quiet = quiet};
    if (!quiet && gud_terminal_width(stderr) > 0) progress->out = stderr;
}

void gud_progress_json(gud_progress *progress)
{
    progress->json = true;
    progress->out = stderr;
}

// Takes the line away. A terminal that became narrower since has broken the line into several, and most
// terminals let the cursor stand in the last of them.
static void erase(gud_progress *progress, int width)
{
    if (progress->shown == 0) return;
    const int above = width > 0 ? (progress->shown - 1) / width : 0;
    if (above > 0) (void)fprintf(progress->out, "\033[%dA", above);
    (void)fputs("\r\033[J", progress->out);
    progress->shown = 0;
}

static void print_json_line(const gud_progress *progress, const gud_progress_view *view)
{
    (void)fprintf(progress->out, "{\"fraction\":%.6f,\"position\":%.9g,\"unit\":\"%s\",\"left\":%.3g}\n",
                  view->fraction, view->position, view->unit, view->left);
    (void)fflush(progress->out);
}

static void draw(gud_progress *progress, double fraction, double position, double time)
{
    const double elapsed = time - progress->begin, done = fraction - progress->begin_fraction;
    const gud_progress_view view = {
        .title = progress->title,
        .unit = progress->unit,
        .fraction = fraction,
        .position = progress->scale * position,
        .total = progress->total,
        .steps_rate = progress->steps_rate,
        .left = done > 0.0 ? elapsed * (1.0 - fraction) / done : -1.0,
    };
    if (progress->json) {
        print_json_line(progress, &view);
        return;
    }
    char line[512];
    const int width = gud_terminal_width(progress->out);
    // three columns stay free: for the cursor, and for the ^C that the terminal shows
    gud_progress_line(&view, width - 3, line, sizeof line);
    erase(progress, width);
    (void)fputs(line, progress->out);
    (void)fflush(progress->out);
    progress->shown = gud_text_width(line);
}

static void measure(gud_progress *progress, long steps, double time)
{
    const double dt = time - progress->last, weight = 1.0 - exp(-dt / memory);
    const double rate = (double)(steps - progress->last_steps) / dt;
    progress->steps_rate =
        progress->steps_rate > 0.0 ? progress->steps_rate + weight * (rate - progress->steps_rate) : rate;
    progress->last = time;
    progress->last_steps = steps;
}

static void show(gud_progress *progress, double fraction, double position, long steps)
{
    const double time = now();
    if (!progress->started) {
        progress->started = true;
        progress->begin = progress->last = time;
        progress->begin_fraction = fraction;
        progress->last_steps = steps;
        if (progress->total > 0) draw(progress, fraction, position, time); // a piece may take long
        return;
    }
    if (time - progress->last < redraw) return;
    measure(progress, steps, time);
    draw(progress, fraction, position, time);
}

bool gud_progress_step(void *user, double fraction, double position, long steps)
{
    gud_progress *progress = user;
    const bool stop = gud_interrupt_asked();
    if (stop && !progress->told && !progress->quiet) {
        gud_progress_end(progress);
        (void)fputs("gudgeon: finishing this step; press Ctrl-C again to abort\n", stderr);
        progress->told = true;
    }
    if (!stop && progress->out) show(progress, fraction, position, steps);
    return stop;
}

void gud_progress_remark(void *user, const char *text)
{
    gud_progress *progress = user;
    if (progress->quiet) return;
    gud_progress_end(progress);
    (void)fprintf(stderr, "gudgeon: this takes long: %s\n", text);
}

bool gud_progress_count(gud_progress *progress, long done, long total)
{
    progress->total = total;
    return gud_progress_step(progress, total > 0 ? (double)done / (double)total : 1.0, (double)done, 0);
}

void gud_progress_watch(void *user, long done, long total)
{
    (void)gud_progress_count(user, done, total);
}

void gud_progress_end(gud_progress *progress)
{
    if (!progress->out) return;
    erase(progress, gud_terminal_width(progress->out));
    (void)fflush(progress->out);
}
