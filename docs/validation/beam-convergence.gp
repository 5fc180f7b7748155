set terminal svg size 900,360 font "Helvetica,13"
set output "beam-convergence.svg"
set datafile missing "?"
set logscale xy
set xlabel "elements"
set format y "%.0e"
set key bottom left
set multiplot layout 1,2
set title "cantilever, 62.5 MN: relative to Reissner"
plot for [i=0:2] "beam-convergence.dat" index i using 1:2 with linespoints title columnheader(1)
set title "pendulum after 1 s: tip off by, m"
plot for [i=0:2] "beam-convergence.dat" index i using 1:3 with linespoints title columnheader(1)
unset multiplot
