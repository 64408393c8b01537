#!/bin/sh
# Checks the documents of a folder and sends those that were not sent before. Usage: send.sh FOLDER
# KEPT is a folder that is kept from run to run, and KEPT_MARK a file that is kept apart from it: selfbill help scripts.
# The connection comes from SELFBILL_BASE_URL, SELFBILL_BUSINESS_PROFILE_ID and SELFBILL_TOKEN_FILE.
# Writes findings.sarif and result.json into the current folder; the exit code is selfbill's.
set -eu
: "${KEPT:?name the folder that is kept from run to run}"
: "${KEPT_MARK:?name the file of the mark, kept apart from KEPT}"
export CI=true
selfbill validate "$1" --format sarif > findings.sarif
selfbill create-invoice "$1" --yes --json --journal "$KEPT" --journal-mark "$KEPT_MARK" --first-run > result.json
