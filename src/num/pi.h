#ifndef GUD_NUM_PI_H
#define GUD_NUM_PI_H

static const double pi = 3.14159265358979323846;

#endif
