# Drawn by Gudgeon. Change what you like and run: gnuplot './map.gp'
figure = './map.png'
data = './map.dat'

set terminal pngcairo noenhanced size 1200,1044 fontscale 2 linewidth 2 pointscale 2 font 'Sans,10'
set output figure
set encoding utf8
set border 3 linewidth 0.8 linecolor rgb '#888888'
set tics nomirror out scale 0.6 textcolor rgb '#444444'
set minussign
unset key
set xrange [-26:26]
set yrange [-26:26]
set ylabel 'across (mm)'
set label at screen 0.14, screen 0.96935 left noenhanced font ',12' 'film at 102.098 ms'
set multiplot
set lmargin at screen 0.14
set rmargin at screen 0.79
set bmargin at screen 0.69732
set tmargin at screen 0.93103
set colorbox user origin 0.81,0.69732 size 0.02,0.23372
set palette defined (0 '#f7fbff', 1 '#c6dbef', 2 '#6baed6', 3 '#2171b5', 4 '#08306b')
set cbrange [0:258.886703]
set cblabel 'film pressure (kPa)' font ',11' offset 1.2
set format x ''
set xlabel ''
plot data using 1:2:($3*0.001) with image notitle
unset label
set bmargin at screen 0.40996
set tmargin at screen 0.64368
set colorbox user origin 0.81,0.40996 size 0.02,0.23372
set palette defined (0 '#f2ead8', 1 '#d9d2bd', 2 '#a8c4bd', 3 '#4f9a94', 4 '#01665e')
set cbrange [0:1]
set cblabel 'film fraction' font ',11' offset 1.2
set format x ''
set xlabel ''
plot data using 1:2:($4*1) with image notitle
unset label
set bmargin at screen 0.12261
set tmargin at screen 0.35632
set colorbox user origin 0.81,0.12261 size 0.02,0.23372
set palette defined (0 '#f7fbff', 1 '#c6dbef', 2 '#6baed6', 3 '#2171b5', 4 '#08306b')
set cbrange [0:51.9547206]
set cblabel 'gap (µm)' font ',11' offset 1.2
set format x '%g'
set xlabel 'along (mm)'
plot data using 1:2:($5*1000000) with image notitle
unset label
unset multiplot
set output
