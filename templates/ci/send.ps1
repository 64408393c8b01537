# Checks the documents of a folder and sends those that were not sent before. Usage: send.ps1 FOLDER
# KEPT is a folder that is kept from run to run, and KEPT_MARK a file that is kept apart from it: selfbill help scripts.
# The connection comes from SELFBILL_BASE_URL, SELFBILL_BUSINESS_PROFILE_ID and SELFBILL_TOKEN_FILE.
# Writes findings.sarif and result.json into the current folder, in UTF-8; the exit code is selfbill's.
param([Parameter(Mandatory)][string]$Folder)
$ErrorActionPreference = 'Stop'
foreach ($name in 'KEPT', 'KEPT_MARK') {
  if (-not [Environment]::GetEnvironmentVariable($name)) { throw "Set ${name}: selfbill help scripts" }
}
$env:CI = 'true'
# cmd passes the bytes of a redirection on as they are; PowerShell would write them in a character set of its own.
cmd /c "selfbill validate ""$Folder"" --format sarif > findings.sarif"
if ($LASTEXITCODE -ne 0) {
  $code = $LASTEXITCODE
  Write-Output "Nothing was sent: selfbill validate ended with exit code $code."
  # The same once more, for the job's log.
  cmd /c "selfbill validate ""$Folder"""
  exit $code
}
cmd /c "selfbill create-invoice ""$Folder"" --yes --json --journal ""$env:KEPT"" --journal-mark ""$env:KEPT_MARK"" --first-run > result.json"
$code = $LASTEXITCODE
if ($code -ne 0) {
  Write-Output "selfbill create-invoice ended with exit code $code. What was sent and what was not:"
  Get-Content -Encoding utf8 result.json
}
exit $code
