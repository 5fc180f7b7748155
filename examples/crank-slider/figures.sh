#!/usr/bin/env bash
# Figures 23 to 49 of Nascimento 2024 drawn from our own runs:
#
#     figures.sh [OUT] [inferred|printed] [svg|png|pdf]
#
# computes the study into OUT/campaign (runs that are there already are kept) and draws into OUT/figures.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-crank-slider-figures} set=${2:-inferred} format=${3:-svg}
gudgeon=${GUDGEON:-gudgeon}
models=(GW CEB ZMC KE JG PW)
figures=$out/figures
mkdir -p "$figures"

"$gudgeon" sweep "$here/campaign.yaml" -o "$out/campaign" --no-figures --quiet >"$out/table.txt"
[ -f "$out/ideal/results.h5" ] ||
    "$gudgeon" run "$here/config-1.yaml" --set joints.small-end.model=ideal -o "$out/ideal" --no-figures --quiet

# the runs of a configuration under short names, which stand in the legends
runs=()
collect() { # configuration
    runs=()
    mkdir -p "$out/runs/$1"
    for model in "${models[@]}"; do
        ln -sfn "../../campaign/config-$1_${set}_$model" "$out/runs/$1/$model"
        runs+=("$out/runs/$1/$model")
    done
}

draw() { # figure's number and name, kind, names, results
    local name=$1 kind=$2 names=$3
    shift 3
    "$gudgeon" compare "$@" --figure "$kind" --channels "$names" --over coordinates/crank.angle --window 360:1080 \
        -o "$figures/$name.$format"
}

motion() { # figure's number
    local i=0 quantity
    for quantity in bodies/slider/position.x bodies/slider/velocity.x bodies/slider/acceleration.x \
        bodies/rod/orientation bodies/rod/angular_velocity bodies/rod/angular_acceleration; do
        i=$((i + 1))
        draw "figure-$1-motion-$i" series "$quantity" "$out/ideal" "${runs[@]}"
    done
}

# film_min of a joint in the study's table: model, window, mean, min, max in um, and (film_min - z_m)/sigma
films() { # configuration, joint
    local sigma=0.251 mean=0.198
    [ "$set" = printed ] || sigma=0.153 mean=0.371
    awk -F, -v run="config-$1" -v set="$set" -v channel="joints/$2/film_min" -v sigma=$sigma -v zm=$mean '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["model"] == run && $at["roughness"] == set && $at["channel"] == channel {
            m = 1e6 * $at["mean"]; low = 1e6 * $at["min"]; high = 1e6 * $at["max"]; w = $at["window"]
            if ($at["contact"] == "GW") { gw[w] = m; gw_low[w] = low }
            print $at["contact"], w, m, low, high, 100 * (m / gw[w] - 1), 100 * (low / gw_low[w] - 1), (m - zm) / sigma,
                (low - zm) / sigma
        }' "$out/campaign/table.csv"
}

terminal() {
    case $format in
    svg) echo "set terminal svg noenhanced size 760,420 font 'Helvetica,13' background rgb 'white'" ;;
    png) echo "set terminal pngcairo noenhanced size 1520,840 fontscale 2 linewidth 2 font 'Sans,10'" ;;
    pdf) echo "set terminal pdfcairo noenhanced size 7.6in,4.2in font 'Helvetica,10'" ;;
    esac
}

bars() { # number of the figure with films, of that with variations, configuration, joint
    local films="figure-$1-film" variation="figure-$2-variation"
    films "$3" "$4" >"$figures/$films.dat"
    cp "$figures/$films.dat" "$figures/$variation.dat"
    {
        terminal
        cat <<END
set output '$films.$format'
set border 3 linecolor rgb '#888888'; set tics nomirror out; set grid ytics linecolor rgb '#e4e4e4'
set key outside right; set ylabel 'smallest film of $4 (um)'; set yrange [0:*]; set style fill solid 0.8 noborder
set style data boxerrorbars; set boxwidth 0.35
plot '< grep 660 $films.dat' using (\$0-0.2):3:4:5:(0.35):xtic(1) title '660-780 deg' linecolor rgb '#0072b2', \\
     '< grep 840 $films.dat' using (\$0+0.2):3:4:5:(0.35) title '840-960 deg' linecolor rgb '#d55e00'
END
    } >"$figures/$films.gp"
    {
        terminal
        cat <<END
set output '$variation.$format'
set border 3 linecolor rgb '#888888'; set tics nomirror out; set grid ytics linecolor rgb '#e4e4e4'
set style fill solid 0.8 noborder; set style data boxes; set boxwidth 0.35; set xzeroaxis; unset key
set multiplot layout 2,2 title '$4; blue: 660-780 deg, orange: 840-960 deg'
set ylabel 'mean against GW (%)'
plot '< grep 660 $variation.dat' using (\$0-0.2):6:xtic(1) title '660-780 deg' linecolor rgb '#0072b2', \\
     '< grep 840 $variation.dat' using (\$0+0.2):6 linecolor rgb '#d55e00'
set ylabel 'min against GW (%)'
plot '< grep 660 $variation.dat' using (\$0-0.2):7:xtic(1) linecolor rgb '#0072b2', \\
     '< grep 840 $variation.dat' using (\$0+0.2):7 linecolor rgb '#d55e00'
set ylabel 'mean separation (sigma)'
plot '< grep 660 $variation.dat' using (\$0-0.2):8:xtic(1) linecolor rgb '#0072b2', \\
     '< grep 840 $variation.dat' using (\$0+0.2):8 linecolor rgb '#d55e00'
set ylabel 'min separation (sigma)'
plot '< grep 660 $variation.dat' using (\$0-0.2):9:xtic(1) linecolor rgb '#0072b2', \\
     '< grep 840 $variation.dat' using (\$0+0.2):9 linecolor rgb '#d55e00'
END
    } >"$figures/$variation.gp"
    (cd "$figures" && gnuplot "$films.gp" && gnuplot "$variation.gp")
}

collect 1
draw figure-23-orbit orbit small-end "${runs[@]}"
draw figure-24-lubrication lubrication small-end "${runs[@]}"
bars 25 26 1 small-end
motion 27

collect 2
draw figure-28-orbit orbit small-end "${runs[@]}"
draw figure-29-orbit orbit big-end "${runs[@]}"
draw figure-30-lubrication lubrication small-end "${runs[@]}"
draw figure-31-lubrication lubrication big-end "${runs[@]}"
bars 32 34 2 small-end
bars 33 35 2 big-end
motion 36

collect 3
draw figure-37-orbit orbit small-end "${runs[@]}"
draw figure-38-orbit orbit big-end "${runs[@]}"
draw figure-39-orbit orbit main "${runs[@]}"
draw figure-40-lubrication lubrication small-end "${runs[@]}"
draw figure-41-lubrication lubrication big-end "${runs[@]}"
draw figure-42-lubrication lubrication main "${runs[@]}"
bars 43 46 3 small-end
bars 44 47 3 big-end
bars 45 48 3 main
motion 49
echo "$figures: $(find "$figures" -name "*.$format" | wc -l) figures"
