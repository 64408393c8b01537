/** The environment variables that selfbill reads, as the manual lists them. */
export const variables: ReadonlyArray<{ readonly names: readonly string[]; readonly means: string }> = [
  { names: ["SELFBILL_BASE_URL"], means: "address of the service, https only" },
  { names: ["SELFBILL_BUSINESS_PROFILE_ID"], means: "your business profile id" },
  { names: ["SELFBILL_SERVICE_VERSION"], means: "API version of the service, instead of the profile's, YYYYMMDD" },
  { names: ["SELFBILL_TOKEN_FILE", "SELFBILL_TOKEN"], means: "the token, for CI; a file is safer" },
  {
    names: ["SELFBILL_CLIENT_ID", "SELFBILL_CLIENT_SECRET_FILE", "SELFBILL_CLIENT_SECRET"],
    means: "in place of a token: a client that fetches its tokens itself",
  },
  { names: ["SELFBILL_JOURNAL"], means: "folder of the journal, or the address of a team's; also --journal" },
  {
    names: ["SELFBILL_JOURNAL_PASSWORD_FILE", "PGPASSFILE", "PGPASSWORD"],
    means:
      "password for the server of a team's journal: a file that contains only the password, PostgreSQL's own file, or the password",
  },
  { names: ["SELFBILL_JOURNAL_MARK"], means: "file of the journal's mark: selfbill help scripts" },
  {
    names: ["SELFBILL_KEY_PASSPHRASE_FILE"],
    means: "file with the passphrase of a signing key: selfbill help approvals",
  },
  { names: ["SELFBILL_PROFILE"], means: "name of the stored profile to use" },
  {
    names: ["SELFBILL_PRACTICE"],
    means: "1: every command of this terminal session is practice, as with --sandbox; scripts and CI name --sandbox",
  },
  {
    names: ["SELFBILL_PLAIN"],
    means:
      "1: nothing is redrawn, tables have one line per row, without boxes, questions line by line with numbers; for screen readers",
  },
  {
    names: ["SELFBILL_HOME"],
    means: "absolute path of one folder for settings, journal and sandbox data, instead of the system's usual folders",
  },
  { names: ["HTTPS_PROXY", "NO_PROXY"], means: "proxy for the way to the service, and hosts that need none" },
  { names: ["SELFBILL_CA_FILE"], means: "PEM file of further certificate authorities to trust; also --ca-file" },
  {
    names: ["SELFBILL_REQUEST_TIMEOUT"],
    means: "seconds that a request may take in all, at most 180; also --request-timeout",
  },
  { names: ["NODE_EXTRA_CA_CERTS"], means: "file of further certificate authorities (read by Node)" },
  { names: ["NODE_DISABLE_COMPILE_CACHE"], means: "1: keep no compiled code of selfbill in your cache folder" },
  { names: ["CI"], means: "true: the rules for CI apply, and nothing is asked: selfbill help scripts" },
  { names: ["NO_COLOR"], means: "any value: no colours" },
];
