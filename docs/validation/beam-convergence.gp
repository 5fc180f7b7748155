set terminal svg size 900,400 font "Helvetica,13" background rgb "white"
set output "beam-convergence.svg"
set encoding utf8
set datafile missing "?"
set border 3
set tics nomirror
set logscale xy
set xlabel "elements"
set format y "10^{%T}"
set key bottom left Left reverse
set multiplot layout 1,2
set title "cantilever under 62.5 MN"
set ylabel "relative distance from Reissner's beam"
set yrange [1e-5:1]
plot for [i=0:2] "beam-convergence.dat" index i using 1:2 with linespoints linewidth 1.5 title columnheader(1)
set title "flexible pendulum after 1 s"
set ylabel "place of the tip, off by (m)"
set yrange [1e-8:1]
plot for [i=0:2] "beam-convergence.dat" index i using 1:3 with linespoints linewidth 1.5 title columnheader(1)
unset multiplot
