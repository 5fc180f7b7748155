#!/usr/bin/env bash
# Tables 9 to 14 of Nascimento 2024 beside our own runs, with the data as printed and with the inferred roughness:
#
#     tables.sh [OUT]
#
# computes the study into OUT/campaign (runs that are there already are kept) and prints the tables as Markdown, smallest
# films c - e in um, and at the end what the tables can be held to. Ends with 1 if a number misses what it is held to.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-crank-slider-tables}
gudgeon=${GUDGEON:-gudgeon}
mkdir -p "$out"
"$gudgeon" sweep "$here/campaign.yaml" -o "$out/campaign" --no-figures --quiet >"$out/table.txt"

awk -F, '
    function numbers(key,    k, text) {
        for (k = 1; k <= 4; k++) text = text sprintf(k > 1 ? " %.3f" : "%.3f", value[key, k])
        return text
    }
    function off(got, wanted) { return 100 * (got / wanted - 1) }
    function size(x) { return x < 0 ? -x : x }
    function judge(what, got, wanted, within) {
        if (size(off(got, wanted)) > within) missed = 1
        printf "| %s | %.3f | %.3f | %+.1f %% | %g %% | %s |\n", what, got, wanted, off(got, wanted), within,
            (size(off(got, wanted)) > within ? "missed" : "met")
    }

    { sub(/\r$/, "") }
    FNR == 1 { delete at; for (i = 1; i <= NF; i++) at[$i] = i; next }

    # our runs: model, roughness, contact, window, channel
    FILENAME ~ /table.csv$/ {
        split($at["channel"], part, "/")
        key = $at["roughness"] SUBSEP $at["model"] SUBSEP part[2] SUBSEP $at["window"] SUBSEP $at["contact"]
        value[key, 1] = 1e6 * $at["mean"]; value[key, 2] = 1e6 * $at["min"]
        value[key, 3] = 1e6 * $at["max"]; value[key, 4] = 1e6 * $at["std"]
        next
    }

    # the tables of the paper
    {
        if ($at["table"] != table) {
            table = $at["table"]
            configuration = $at["model"]; sub("config-", "", configuration)
            printf "\n### Table %d: configuration %s, %s (`%s`)\n\n", table, substr("III", 1, configuration),
                $at["joint"] == "small-end" ? "CR-S" : $at["joint"] == "big-end" ? "CS-CR" : "B-CS", $at["joint"]
            print "| window | model | paper | data as printed | off | inferred roughness | off |"
            print "|---|---|---|---|---|---|---|"
        }
        place = $at["model"] SUBSEP $at["joint"] SUBSEP $at["window"] SUBSEP $at["contact"]
        for (k = 1; k <= 4; k++) value["paper" SUBSEP place, k] = $(at["mean"] + k - 1)
        mean = $at["mean"]; a = value["printed" SUBSEP place, 1]; b = value["inferred" SUBSEP place, 1]
        printf "| %s | %s | %s | %s | %+.1f %% | %s | %+.1f %% |\n", $at["window"], $at["contact"],
            numbers("paper" SUBSEP place), numbers("printed" SUBSEP place), off(a, mean), numbers("inferred" SUBSEP place),
            off(b, mean)
        if ($at["window"] != "840:960" || (table != 9 && table != 10 && table != 12 && table != 14)) next
        name = "table " table ", " $at["contact"] ", mean"
        held[++nheld] = name; got[nheld] = b; wanted[nheld] = mean; within[nheld] = $at["contact"] == "KE" ? 8 : 4
        if (!(table in high) || b > high[table]) { high[table] = b; highest[table] = $at["contact"] }
        if (!(table in low) || b < low[table]) { low[table] = b; lowest[table] = $at["contact"] }
    }

    END {
        print "\n### What they are held to\n\nData as printed, configuration I, GW, small end, 840:960, against a converged independent implementation:\n"
        print "| | ours | wanted | off | within | |\n|---|---|---|---|---|---|"
        place = "printed" SUBSEP "config-1" SUBSEP "small-end" SUBSEP "840:960" SUBSEP "GW"
        judge("mean", value[place, 1], 0.496, 1.5)
        judge("min", value[place, 2], 0.479, 1.5)
        judge("max", value[place, 3], 0.510, 1.5)
        print "\nInferred roughness, 840:960, against the paper:\n"
        print "| | ours | wanted | off | within | |\n|---|---|---|---|---|---|"
        for (i = 1; i <= nheld; i++) judge(held[i], got[i], wanted[i], within[i])
        print ""
        for (table = 9; table <= 14; table++) {
            if (!(table in high)) continue
            if (highest[table] != "GW" || lowest[table] != "CEB") missed = 1
            order = order sprintf("%s%d: %s highest, %s lowest", order == "" ? "" : "; ", table, highest[table], lowest[table])
        }
        print "Order of the models. Tables " order "."
        exit missed
    }
' "$out/campaign/table.csv" "$here/nascimento-2024.csv"
