// The standard normal distribution. docs/theory/studies.md, section 3.
#ifndef GUD_NUM_NORMAL_H
#define GUD_NUM_NORMAL_H

double gud_normal_cdf(double x);
double gud_normal_quantile(double u); // 0 and 1 are at infinity

#endif
