#!/bin/sh
# Runs a command, such as the tests of your ERP, while a sandbox runs, and ends with its exit code. Usage: with-sandbox.sh COMMAND...
# The command finds the sandbox in SELFBILL_BASE_URL, SELFBILL_TOKEN and SELFBILL_BUSINESS_PROFILE_ID. SANDBOX_OPTIONS may hold options of
# selfbill sandbox, such as --strict. Where the command fails, the log shows the requests that it made.
set -u
folder=$(mktemp -d)
selfbill sandbox --port 0 --memory --env sh --log ${SANDBOX_OPTIONS:-} > "$folder/env" 2> "$folder/log" &
sandbox=$!
trap 'kill "$sandbox" 2> /dev/null; rm -rf "$folder"' EXIT
# The three lines come at once, as soon as it answers.
until grep -qs SELFBILL_BUSINESS_PROFILE_ID "$folder/env"; do
  kill -0 "$sandbox" 2> /dev/null || { echo "The sandbox did not start:" >&2; cat "$folder/log" >&2; exit 1; }
  sleep 0.1
done
. "$folder/env"
"$@"
code=$?
if [ "$code" -ne 0 ]; then
  echo "The command ended with exit code $code. The sandbox was asked:" >&2
  cat "$folder/log" >&2
fi
exit "$code"
