set terminal svg size 900,330 font "Helvetica,13"
set output "double-pendulum.svg"
set logscale x 2
set xlabel "elements of each arm"
set yrange [0:*]
set multiplot layout 1,2
set title "stiff arms: first impact, N"
plot "double-pendulum.dat" index 0 using 1:2 with linespoints notitle
set title "soft arms: first impact, N"
plot "double-pendulum.dat" index 1 using 1:2 with linespoints notitle
unset multiplot
