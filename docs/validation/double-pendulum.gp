set terminal svg size 900,360 font "Helvetica,13" background rgb "white"
set output "double-pendulum.svg"
set border 3
set tics nomirror
set logscale x 2
set xlabel "elements of each arm"
set ylabel "largest force of the first impact (N)"
set yrange [0:*]
set multiplot layout 1,2
set title "stiff arms"
plot "double-pendulum.dat" index 0 using 1:2 with linespoints linewidth 1.5 notitle
set title "soft arms"
plot "double-pendulum.dat" index 1 using 1:2 with linespoints linewidth 1.5 notitle
unset multiplot
