// Numbers and units for people: prefixes, degrees, units with raised digits.
#ifndef GUD_OUT_QUANTITY_H
#define GUD_OUT_QUANTITY_H

// how a quantity is shown: number in SI times `scale`, in `unit`
typedef struct gud_display {
    double scale;
    char unit[40];
} gud_display;

// A unit in which numbers up to `largest` (SI) have few digits before the point: "m" -> "mm", "rad" -> "deg".
// Units that take no prefix stay.
gud_display gud_quantity_show(const char *unit, double largest);

// for figures: m/s^2 -> m/s², N.m -> N·m, um -> µm, deg -> °
void gud_unit_pretty(const char *unit, char *text, int size);

#endif
