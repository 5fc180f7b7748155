// A screw and a nut with a real thread.
#ifndef GUD_TESTS_CAD_THREAD_HPP
#define GUD_TESTS_CAD_THREAD_HPP

#include "shapes.hpp"

Body screw(double radius, double pitch, double turns);
Body nut(double radius, double pitch, double turns);

#endif
