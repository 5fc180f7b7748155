# Drawn by Gudgeon. Change what you like and run: gnuplot './film.gp'
figure = './film.svg'
data = './film.dat'

set terminal svg noenhanced standalone size 860,322 font 'Helvetica,13' background rgb 'white'
set output figure
set encoding utf8
set border 3 linewidth 0.8 linecolor rgb '#888888'
set tics nomirror out scale 0.6 textcolor rgb '#444444'
set minussign
set grid xtics ytics linetype 1 linewidth 0.5 linecolor rgb '#e4e4e4'
set key noenhanced left Left reverse top vertical samplen 2 spacing 1.25 textcolor rgb '#222222'
set style fill noborder
set datafile separator whitespace
set xrange [0:70]
set key at graph 1.02, graph 1.0
set multiplot layout 1,1 margins screen 0.12093,0.97209,0.21739,0.93168 spacing screen 0,0.08075
unset logscale y
set ytics autofreq
set format y '%g'
set autoscale y
set ylabel 'pad film min (µm)' textcolor rgb '#222222'
set format x '%g'
set xlabel 'time (ms)' textcolor rgb '#222222'
plot data index 0 using ($1*1000):($2*1000000) with lines linewidth 1.7 dashtype solid linecolor rgb '#0072b2' notitle
unset label 1000
unset multiplot
set output
