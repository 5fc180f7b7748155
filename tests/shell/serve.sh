#!/usr/bin/env bash
# The server of the page: what it answers, and to whom it does not. serve.py asks, on the loopback address only.
. "$(dirname "$0")/common.bash"

mkdir "$work/page"
echo '<!doctype html><title>page</title>' >"$work/page/index.html"
python3 "$root/tests/shell/serve.py" "$gudgeon" "$root" "$work" || fail "serve.py"

expect 2 serve "$work/nowhere" --no-browser
complains "No such file"
expect 2 serve "$work" --no-browser --port 70000
complains "--port '70000' is not a number from 0 to 65535"
finish
