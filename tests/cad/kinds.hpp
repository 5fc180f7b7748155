// Assemblies with one pair each of the rarer kinds, with openings, and tilted or off centre. Lengths in millimetres.
#ifndef GUD_TESTS_CAD_KINDS_HPP
#define GUD_TESTS_CAD_KINDS_HPP

#include "assemblies.hpp"

Assembly guide();          // a block between four walls with different gaps, drawn off centre
Assembly torus_seat();     // a ring in a groove
Assembly freeform();       // a pad on a bed, both a cubic patch, 30 um above each other along z
Assembly freeform_split(); // the same in four patches each
Assembly freeform_fed();   // the same with a hole in the pad
Assembly tilted();         // a shaft in two bores, off centre and tilted
Assembly fed_ball();       // a socket with an oil hole at its side and one at its pole
Assembly fed_pad();        // a rectangular pad with a hole, on a plate
Assembly ring_pad();       // a pad with a round pocket, on a plate
Assembly barrel_piston();  // a piston with a crowned skirt in its liner
Assembly bored_piston();   // the same with a pin in a bore through the skirt
Assembly ported_liner();   // a piston with a crowned skirt over a port of its liner
Assembly fed_skirt();      // a piston whose profile is no arc, with an oil hole in its skirt
Assembly fed_taper();      // a tapered plug in a seat with an oil hole
Assembly fed_torus();      // a ring in a groove with an oil hole

#endif
