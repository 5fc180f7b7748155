// Gauss-Legendre quadrature on panels, for the integrals over asperity heights.
#ifndef GUD_ROUGH_PANEL_H
#define GUD_ROUGH_PANEL_H

enum { GUD_PANEL_POINTS = 16 };

typedef struct gud_panel {
    double node[GUD_PANEL_POINTS], weight[GUD_PANEL_POINTS]; // on [0, 1]
} gud_panel;

void gud_panel_make(gud_panel *panel);

#endif
