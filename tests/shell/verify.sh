#!/usr/bin/env bash
# gudgeon verify: every number that this build claims is met, by the numbers it prints itself. The build calls this
# script once for each group of cases and once without an argument.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"

# --- verify.sh GROUP: what is said to pass does pass, and every row says where it comes from
if (($# > 0)); then
    expect 0 verify "$1" --json
    silent_err
    is_true 'len(d["cases"]) == d["count"] >= 1 and d["failed"] == 0'
    is_true 'all(set(c) >= {"name", "source", "quantity", "expected", "got", "tolerance", "pass"} for c in d["cases"])'
    is_true 'all(c["source"] and c["quantity"] and c["pass"] is True for c in d["cases"])'
    is_true 'len({c["name"] for c in d["cases"]}) == len(d["cases"])'
    is_true 'all(abs(c["got"] - c["expected"]) <= c["tolerance"] * (abs(c["expected"]) if c["tolerance_kind"] == "relative" else 1) for c in d["cases"] if c["tolerance_kind"] != "at most")'
    is_true 'all(c["got"] <= c["expected"] for c in d["cases"] if c["tolerance_kind"] == "at most")'
    finish
    exit
fi

# --- every group has a test of its own: the build finds their names in the sources
groups=$(grep -c '^GUD_VERIFY_GROUP' "$root/src/verify/groups.def")
found=$(cat "$root"/src/verify/*.c | grep -cE '^    \.name = "')
((groups == found)) || fail "$groups groups are listed, the build finds $found"

# --- one group, one case, none
expect 0 verify journal && says '35 of 35 numbers within their tolerance'
silent_err
expect 0 verify liu --json && is_true 'len(d["cases"]) == 24 and all(c["name"].startswith("liu/") for c in d["cases"])'
expect 0 verify pendulum/120deg && says '1 of 1 numbers within their tolerance'
expect 2 verify lui && complains "did you mean 'liu'?"
expect 2 verify pendulum/12deg && complains "did you mean 'pendulum/120deg'?"
silent_out

finish
