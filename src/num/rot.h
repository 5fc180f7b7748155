// Rotations: unit quaternions (w, x, y, z), the exponential map and its tangent; docs/theory/rotations.md.
//
// A rotation that starts at R and turns by the vector x, measured in the body, is R exp([x]). Its angular
// velocity in the body is omega = T(x) dx/dt.
#ifndef GUD_NUM_ROT_H
#define GUD_NUM_ROT_H

void gud_rot_matrix(const double quat[4], double R[9]);
void gud_rot_quaternion(const double R[9], double quat[4]);

// quat <- quat0 * exp(x), normalised
void gud_rot_advance(const double quat0[4], const double x[3], double quat[4]);

// rotation vector x with quat1 = quat0 * exp(x), |x| <= pi
void gud_rot_difference(const double quat0[4], const double quat1[4], double x[3]);

void gud_rot_tangent(const double x[3], double T[9]);          // T(x)
void gud_rot_tangent_inverse(const double x[3], double Ti[9]); // T(x)^-1

// the shortest rotation that takes the z axis to the direction `axis` (unit); columns are the new axes
void gud_rot_z_to(const double axis[3], double R[9]);

// rotation by `angle` about a unit axis
void gud_rot_about(const double axis[3], double angle, double R[9]);

#endif
