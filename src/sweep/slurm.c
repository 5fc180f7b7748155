#include "sweep/slurm.h"

#include "out/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { most_words = 64, path_size = 4096, most_tasks = 1000, least_runs = 2 }; // Slurm's default is 1001
static const double task_seconds = 600.0;

int gud_slurm_tasks(int nrun, double seconds, int ncore)
{
    const double wanted = ceil(nrun * fmax(seconds, 0.0) / (task_seconds * ncore));
    const int most = nrun / least_runs < most_tasks ? nrun / least_runs : most_tasks;
    if (!(wanted > 1.0) || most < 1) return 1;
    return wanted < most ? (int)wanted : most;
}

// ---- scripts

// 'it'\''s'
static void quote(gud_buffer *out, const char *text)
{
    gud_buffer_add(out, "'");
    for (; *text; text++) {
        if (*text == '\'')
            gud_buffer_add(out, "'\\''");
        else
            gud_buffer_append(out, text, 1);
    }
    gud_buffer_add(out, "'");
}

static void begin_script(const gud_slurm_plan *p, const char *kind, gud_buffer *out)
{
    gud_buffer_print(out, "#!/bin/sh\n#SBATCH --job-name=%s-%s\n#SBATCH --requeue\n#SBATCH --open-mode=append\n",
                     p->name, kind);
}

// the process of the job is gudgeon itself: signals reach it
static void add_command(const gud_slurm_plan *p, gud_buffer *out)
{
    gud_buffer_add(out, "exec ");
    quote(out, p->program);
    gud_buffer_add(out, " sweep ");
    quote(out, p->study);
    gud_buffer_add(out, " -o ");
    quote(out, p->folder);
    gud_buffer_print(out, "%s%s", p->flags[0] ? " " : "", p->flags);
}

void gud_slurm_array_script(const gud_slurm_plan *p, gud_buffer *out)
{
    begin_script(p, "runs", out);
    gud_buffer_print(out, "#SBATCH --array=1-%d\n#SBATCH --cpus-per-task=%d\n#SBATCH --output=slurm/%%a.txt\n",
                     p->ntask, p->ncore);
    gud_buffer_print(out, "# part I of %d; a task that is started again continues where it stopped\n", p->ntask);
    add_command(p, out);
    gud_buffer_print(out, " --part \"$SLURM_ARRAY_TASK_ID/%d\" --jobs %d --quiet\n", p->ntask, p->ncore);
}

void gud_slurm_gather_script(const gud_slurm_plan *p, gud_buffer *out)
{
    begin_script(p, "gather", out);
    gud_buffer_add(out, "#SBATCH --output=slurm/gather.txt\n");
    add_command(p, out);
    gud_buffer_add(out, " --gather\n");
}

// ---- commands

// the program with its words; what it prints goes to `out`, or nowhere
static gud_status run_command(const char *const *words, gud_buffer *out, gud_error *error)
{
    int ends[2], status = 0;
    char bytes[4096];
    if (pipe(ends) != 0) return gud_fail(error, GUD_ERR_IO, "no pipe: %s", strerror(errno));
    (void)fflush(NULL);
    const pid_t process = fork();
    if (process == 0) {
        char *arguments[most_words];
        int n = 0;
        for (; words[n] && n + 1 < most_words; n++)
            memcpy(&arguments[n], &words[n], sizeof *words); // exec changes none
        arguments[n] = NULL;
        (void)dup2(ends[1], STDOUT_FILENO);
        (void)close(ends[0]);
        (void)close(ends[1]);
        (void)execvp(arguments[0], arguments);
        _exit(127);
    }
    (void)close(ends[1]);
    for (ssize_t n; process > 0 && (n = read(ends[0], bytes, sizeof bytes)) != 0;) {
        if (n < 0 && errno != EINTR) break;
        if (n > 0) gud_buffer_append(out, bytes, (size_t)n);
    }
    (void)close(ends[0]);
    if (process < 0) return gud_fail(error, GUD_ERR_IO, "cannot start a process: %s", strerror(errno));
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
    if (out->failed) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == 127) return gud_fail(error, GUD_ERR_IO, "%s: not found; is Slurm installed here?", words[0]);
    return code == 0 ? GUD_OK : gud_fail(error, GUD_ERR_IO, "%s failed with exit code %d", words[0], code);
}

// words of a text, separated by blanks, which are overwritten
static int split(char *text, const char **words, int room)
{
    int n = 0;
    char *state = NULL;
    for (char *word = strtok_r(text, " ", &state); word && n < room; word = strtok_r(NULL, " ", &state))
        words[n++] = word;
    return n;
}

static gud_status submit_script(const gud_slurm_plan *p, const char *script, const char *dependency, gud_error *error,
                                long *job)
{
    char options[2000];
    const char *words[most_words] = {"sbatch", "--parsable", "--chdir", p->folder};
    int n = 4;
    (void)snprintf(options, sizeof options, "%s", p->options);
    n += split(options, words + n, most_words - 8);
    if (dependency) words[n++] = dependency;
    words[n++] = script;
    words[n] = NULL;
    gud_buffer out;
    gud_buffer_init(&out);
    gud_status st = run_command(words, &out, error);
    *job = st == GUD_OK ? strtol(gud_buffer_text(&out), NULL, 10) : 0;
    if (st == GUD_OK && *job <= 0)
        st = gud_fail(error, GUD_ERR_IO, "sbatch: '%.80s' is not a job number", gud_buffer_text(&out));
    gud_buffer_free(&out);
    return st;
}

static gud_status save_script(const char *path, void (*write)(const gud_slurm_plan *, gud_buffer *),
                              const gud_slurm_plan *p, gud_error *error)
{
    gud_buffer text;
    gud_buffer_init(&text);
    write(p, &text);
    const gud_status st = text.failed ? gud_fail(error, GUD_ERR_MEMORY, "out of memory")
                                      : gud_draft_save(path, gud_buffer_text(&text), text.size, error);
    gud_buffer_free(&text);
    return st;
}

static void note_path(const char *folder, char path[path_size])
{
    (void)snprintf(path, path_size, "%.4000s/slurm/jobs.txt", folder);
}

static gud_status save_note(const char *folder, const gud_slurm_jobs *jobs, gud_error *error)
{
    char path[path_size], text[120];
    note_path(folder, path);
    const int n =
        snprintf(text, sizeof text, "array %ld\ngather %ld\ntasks %d\n", jobs->array, jobs->gather, jobs->ntask);
    return gud_draft_save(path, text, (size_t)n, error);
}

gud_status gud_slurm_submit(const gud_slurm_plan *p, gud_error *error, gud_slurm_jobs *jobs)
{
    char folder[path_size], array[path_size], gather[path_size], dependency[60];
    *jobs = (gud_slurm_jobs){.ntask = p->ntask};
    (void)snprintf(folder, sizeof folder, "%.4000s/slurm", p->folder);
    (void)snprintf(array, sizeof array, "%.4000s/slurm/array.sh", p->folder);
    (void)snprintf(gather, sizeof gather, "%.4000s/slurm/gather.sh", p->folder);
    GUD_TRY(gud_folder_create(folder, error));
    GUD_TRY(save_script(array, gud_slurm_array_script, p, error));
    GUD_TRY(save_script(gather, gud_slurm_gather_script, p, error));
    GUD_TRY(submit_script(p, array, NULL, error, &jobs->array));
    GUD_TRY(save_note(p->folder, jobs, error)); // can be cancelled from now on
    (void)snprintf(dependency, sizeof dependency, "--dependency=afterany:%ld", jobs->array);
    GUD_TRY(submit_script(p, gather, dependency, error, &jobs->gather));
    return save_note(p->folder, jobs, error);
}

void gud_slurm_recall(const char *folder, gud_slurm_jobs *jobs)
{
    char path[path_size], line[100];
    *jobs = (gud_slurm_jobs){0};
    note_path(folder, path);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file)) {
        const char *blank = strchr(line, ' ');
        const long number = blank ? strtol(blank, NULL, 10) : 0;
        if (strncmp(line, "array ", 6) == 0) jobs->array = number;
        if (strncmp(line, "gather ", 7) == 0) jobs->gather = number;
        if (strncmp(line, "tasks ", 6) == 0) jobs->ntask = (int)number;
    }
    if (file) (void)fclose(file);
}

gud_status gud_slurm_query(const gud_slurm_jobs *jobs, gud_error *error, gud_buffer *lines)
{
    // jobs that ended long ago are unknown to squeue unless it is asked for all of a user
    const char *const words[] = {"squeue", "--noheader", "--array", "--me", "--format=%i %T", NULL};
    gud_buffer all;
    gud_buffer_init(&all);
    const gud_status st = run_command(words, &all, error);
    const char *text = gud_buffer_text(&all);
    for (const char *line = text; st == GUD_OK && *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const long id = strtol(line, NULL, 10);
        if (id == jobs->array || (id == jobs->gather && id > 0))
            gud_buffer_append(lines, line, strcspn(line, "\n") + 1);
    }
    gud_buffer_free(&all);
    return st;
}

gud_status gud_slurm_cancel(const gud_slurm_jobs *jobs, gud_error *error)
{
    char array[30], gather[30];
    gud_buffer ignored;
    (void)snprintf(array, sizeof array, "%ld", jobs->array);
    (void)snprintf(gather, sizeof gather, "%ld", jobs->gather);
    // the one that gathers first: it would begin when the array has ended
    const char *const words[] = {"scancel", jobs->gather > 0 ? gather : array, array, NULL};
    gud_buffer_init(&ignored);
    const gud_status st = run_command(words, &ignored, error);
    gud_buffer_free(&ignored);
    return st;
}
