#!/bin/sh
# Checks the documents of a folder and sends those that were not sent before. Usage: send.sh FOLDER
# KEPT is a folder that is kept from run to run, and KEPT_MARK a file that is kept apart from it: selfbill help scripts.
# The connection comes from SELFBILL_BASE_URL, SELFBILL_BUSINESS_PROFILE_ID and SELFBILL_TOKEN_FILE.
# Writes findings.sarif and result.json into the current folder; the exit code is selfbill's.
set -eu
: "${KEPT:?name the folder that is kept from run to run}"
: "${KEPT_MARK:?name the file of the mark, kept apart from KEPT}"
export CI=true
selfbill validate "$1" --format sarif > findings.sarif || {
  code=$?
  echo "Nothing was sent: selfbill validate ended with exit code $code." >&2
  # The same once more, for the job's log.
  selfbill validate "$1" >&2 || true
  exit "$code"
}
selfbill create-invoice "$1" --yes --json --journal "$KEPT" --journal-mark "$KEPT_MARK" --first-run > result.json || {
  code=$?
  echo "selfbill create-invoice ended with exit code $code. What was sent and what was not:" >&2
  cat result.json >&2
  exit "$code"
}
