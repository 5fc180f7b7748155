#!/usr/bin/env bash
# How far the campaign is from refined runs (twice the cells both ways, a tenth of the tolerance), for all models:
#
#     refinement.sh [OUT]
#
# computes the study into OUT/refinement (about a quarter of an hour on two cores; runs that are there already are kept)
# and prints a table as Markdown: refined values over the third turn, and how far the campaign is from them. Ends with 1 if
# a mean film is off by more than 1.5 % (configuration I, GW, 840 to 960 degrees: 0.5 %), a mean loss by more than 3 % or
# the 99th percentile of a peak pressure by more than 10 %.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-crank-slider-refinement}
gudgeon=${GUDGEON:-gudgeon}
mkdir -p "$out"
"$gudgeon" sweep "$here/refinement.yaml" -o "$out/refinement" --no-figures --quiet >"$out/table.txt"

awk -F, '
    function size(x) { return x < 0 ? -x : x }
    function off(quantity, place, within,    e) {
        e = 100 * (value["study", place, quantity] / value["refined", place, quantity] - 1)
        if (size(e) > within) missed = 1
        if (size(e) > worst[quantity]) worst[quantity] = size(e)
        return e
    }
    function put(quantity, place, scale, form, within) {
        printf " " form ", %+.2f %% |", scale * value["refined", place, quantity], off(quantity, place, within)
    }

    { sub(/\r$/, "") }
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    {
        split($at["channel"], part, "/")
        place = $at["window"] SUBSEP $at["model"] SUBSEP $at["contact"] SUBSEP part[2]
        if (part[3] ~ /^loss_/) value[$at["accuracy"], place, "loss"] += $at["mean"]
        else value[$at["accuracy"], place, part[3]] = part[3] == "film_min" ? $at["mean"] : $at["p99"]
        if ($at["accuracy"] == "refined" && part[3] == "film_min" && $at["window"] == "720:1080") places[++n] = place
    }

    END {
        print "| configuration | model | joint | mean film, um | mean losses, W | film p99, MPa | asperities p99, MPa |"
        print "|---|---|---|---|---|---|---|"
        for (i = 1; i <= n; i++) {
            split(places[i], name, SUBSEP)
            sub("config-", "", name[2])
            printf "| %s | %s | `%s` |", substr("III", 1, name[2]), name[3], name[4]
            put("film_min", places[i], 1e6, "%.3f", 1.5)
            put("loss", places[i], 1, "%.0f", 3)
            put("film_pressure_max", places[i], 1e-6, "%.1f", 10)
            put("asperity_pressure_max", places[i], 1e-6, "%.1f", 10)
            print ""
        }
        place = "840:960" SUBSEP "config-1" SUBSEP "GW" SUBSEP "small-end"
        printf "\nConfiguration I, GW, 840 to 960 degrees: mean film %.4f um, %+.2f %%.\n", 1e6 * value["refined", place, "film_min"],
            off("film_min", place, 0.5)
        printf "At the most: films %.2f %%, losses %.2f %%, film pressure %.1f %%, asperity pressure %.1f %%.\n",
            worst["film_min"], worst["loss"], worst["film_pressure_max"], worst["asperity_pressure_max"]
        exit missed
    }
' "$out/refinement/table.csv"
