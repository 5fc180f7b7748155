// Restitution: speed after over speed before an impact, and the damping that brings it about; contact.md, section 3.
#ifndef GUD_CONTACT_RESTITUTION_H
#define GUD_CONTACT_RESTITUTION_H

// Hysteresis, F = F_e(d) (1 + chi v/v0): the two exact relations between chi >= 0 and 0 < e <= 1 (eqs 5, 6).
double gud_restitution_of_chi(double chi);
double gud_restitution_to_chi(double e);

// Linear spring and damper that do not pull: zeta = c/(2 sqrt(K m)) >= 0 (eqs 8, 9).
double gud_restitution_of_zeta(double zeta);
double gud_restitution_to_zeta(double e);

#endif
