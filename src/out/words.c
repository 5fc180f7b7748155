#include "out/words.h"

#include "base/status.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *key, *words;
} table[] = {
    {"film_min", "minimum film thickness"},
    {"film_min_nodal", "minimum film thickness at grid points"},
    {"film_pressure_max", "peak film pressure"},
    {"pressure_max", "peak film pressure"},
    {"asperity_pressure_max", "peak asperity pressure"},
    {"asperity_share", "fraction of load on asperities"},
    {"asperity_load", "load on asperities"},
    {"loss", "power loss"},
    {"loss_film", "power loss in the film"},
    {"loss_asperity", "power loss at asperities"},
    {"loss_asperity_share", "fraction of loss at asperities"},
    {"eccentricity_ratio", "eccentricity ratio"},
    {"eccentricity_rate", "rate of eccentricity"},
    {"friction_torque", "friction torque"},
    {"side_flow", "side flow"},
    {"feed_flow", "flow from feeds"},
    {"oil_content", "fraction of the gap filled with oil"},
    {"specific_load", "specific load"},
    {"reaction_force", "reaction force"},
    {"reaction_torque", "reaction torque"},
    {"reaction_force_local", "reaction force in bearing axes"},
    {"contact_force", "contact force"},
    {"depth", "penetration"},
    {"position_violation", "constraint violation"},
    {"velocity_violation", "constraint violation, rate"},
    {"crank.angle", "crank angle"},
    {"position", "position"},
    {"velocity", "velocity"},
    {"acceleration", "acceleration"},
    {"angular_velocity", "angular velocity"},
    {"angular_acceleration", "angular acceleration"},
    {"orientation", "orientation"},
    {"deflection", "deflection"},
    {"strain_energy", "strain energy"},
    {"eccentricity", "eccentricity"},
    {"energy", "energy"},
    {"drive_work", "work of drives"},
    {"load_work", "work of loads"},
    {"power", "power"},
    {"force", "force"},
    {"torque", "torque"},
    {"value", "value"},
    {"load on the bearing", "load on the bearing"},
    {"half_width", "half width of the contact"},
    {"asperity_pressure", "asperity pressure"},
    {"area", "real area/nominal area"},
    {"contact_area", "contact area"},
    {"separation", "separation"},
    {"smallest_gap", "smallest gap"},
    {"rotation", "rotation"},
    {"isometric view", "isometric view"},
};

// "main.angle" -> "angle of main"
static bool name_coordinate(const char *key, char *text, int size)
{
    static const char *const kinds[] = {"angle", "position"};
    const char *dot = strrchr(key, '.');
    for (int i = 0; dot && dot > key && i < GUD_COUNT(kinds); i++)
        if (strcmp(dot + 1, kinds[i]) == 0) {
            (void)snprintf(text, (size_t)size, "%s of %.*s", kinds[i], (int)(dot - key), key);
            return true;
        }
    return false;
}

// "position.y" -> "position y"
static bool name_component(const char *key, char *text, int size)
{
    const char *dot = strrchr(key, '.');
    char base[200];
    if (!dot || dot == key || dot[1] < 'x' || dot[1] > 'z' || dot[2] != '\0') return false;
    (void)snprintf(base, sizeof base, "%.*s", (int)(dot - key), key);
    gud_words_of(base, text, size);
    const size_t used = strlen(text);
    (void)snprintf(text + used, (size_t)size - used, " %s", dot + 1);
    return true;
}

void gud_words_of(const char *key, char *text, int size)
{
    for (int i = 0; i < GUD_COUNT(table); i++)
        if (strcmp(table[i].key, key) == 0) {
            (void)snprintf(text, (size_t)size, "%s", table[i].words);
            return;
        }
    if (name_coordinate(key, text, size) || name_component(key, text, size)) return;
    (void)snprintf(text, (size_t)size, "%s", key);
    for (char *c = text; *c != '\0'; c++)
        if (*c == '_') *c = ' ';
}

void gud_words_capitalise(char *text)
{
    for (int i = 0; i < GUD_COUNT(table); i++)
        if (strncmp(table[i].words, text, strlen(table[i].words)) == 0) {
            text[0] = (char)toupper((unsigned char)text[0]);
            return;
        }
    static const char *const whole[] = {"time", "coordinate", "its rate", "rate", "depth"}, *const heads[] = {
                                                                                                "angle of ",
                                                                                                "rate of "};
    bool known = false;
    for (int i = 0; i < GUD_COUNT(whole); i++) known = known || strcmp(text, whole[i]) == 0;
    for (int i = 0; i < GUD_COUNT(heads); i++) known = known || strncmp(text, heads[i], strlen(heads[i])) == 0;
    if (known) text[0] = (char)toupper((unsigned char)text[0]);
}
