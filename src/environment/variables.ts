interface Row {
  readonly means: string;
  /** Example values, keyed by name; the example files are next to the test that uses them. */
  readonly names: Readonly<Record<string, string>>;
  /** True if the variable refers to a real service or its token; it is then hidden in practice mode. */
  readonly isReal?: true;
}

const told = [
  {
    names: { SELFBILL_BASE_URL: "https://api.example.com" },
    means: "address of the service, https only",
    isReal: true,
  },
  { names: { SELFBILL_BUSINESS_PROFILE_ID: "BP-7Q2M4X9KTD" }, means: "your business profile id", isReal: true },
  {
    names: { SELFBILL_SERVICE_VERSION: "20260507" },
    means: "API version of the service, instead of the profile's, YYYYMMDD",
  },
  {
    names: { SELFBILL_TOKEN_FILE: "token.txt", SELFBILL_TOKEN: "token-4711" },
    means: "the token, for CI; a file is safer",
    isReal: true,
  },
  {
    names: {
      SELFBILL_CLIENT_ID: "client-4711",
      SELFBILL_CLIENT_SECRET_FILE: "secret.txt",
      SELFBILL_CLIENT_SECRET: "secret-4711",
    },
    means: "in place of a token: a client that fetches its tokens itself",
    isReal: true,
  },
  {
    names: { SELFBILL_JOURNAL: "postgres://amina@127.0.0.1:1/books" },
    means: "folder of the journal, or the address of a team's; also --journal",
  },
  {
    names: { SELFBILL_JOURNAL_PASSWORD_FILE: "password.txt", PGPASSFILE: "pgpass.txt", PGPASSWORD: "password-4711" },
    means:
      "password for the server of a team's journal: a file that contains only the password, PostgreSQL's own file, or the password",
  },
  {
    names: { SELFBILL_JOURNAL_MARK: "journal-mark.db" },
    means: "file of the journal's mark: selfbill help scripts",
  },
  {
    names: { SELFBILL_KEY_PASSPHRASE_FILE: "passphrase.txt" },
    means: "file with the passphrase of a signing key: selfbill help approvals",
  },
  { names: { SELFBILL_PROFILE: "acme" }, means: "name of the stored profile to use", isReal: true },
  {
    names: { SELFBILL_PRACTICE: "1" },
    means: "1: every command of this terminal session is practice, as with --sandbox; scripts and CI name --sandbox",
  },
  {
    names: { SELFBILL_PLAIN: "1" },
    means:
      "1: nothing is redrawn, tables have one line per row, without boxes, questions line by line with numbers; for screen readers",
  },
  {
    names: { SELFBILL_HOME: "/srv/selfbill" },
    means: "absolute path of one folder for settings, journal and sandbox data, instead of the system's usual folders",
  },
  {
    names: { HTTPS_PROXY: "http://proxy.example:8080", NO_PROXY: ".example" },
    means: "proxy for the way to the service, and hosts that need none",
  },
  {
    names: { SELFBILL_CA_FILE: "authorities.pem" },
    means: "PEM file of further certificate authorities to trust; also --ca-file",
  },
  {
    names: { SELFBILL_REQUEST_TIMEOUT: "60" },
    means: "seconds that a request may take in all, at most 180; also --request-timeout",
  },
  {
    names: { NODE_EXTRA_CA_CERTS: "authorities.pem" },
    means: "file of further certificate authorities (read by Node)",
  },
  {
    names: { NODE_DISABLE_COMPILE_CACHE: "1" },
    means: "1: keep no compiled code of selfbill in your cache folder",
  },
  { names: { CI: "true" }, means: "true: the rules for CI apply, and nothing is asked: selfbill help scripts" },
  { names: { NO_COLOR: "1" }, means: "any value: no colours" },
] as const satisfies readonly Row[];

/** Variables of the system and of other programs, which the manual does not list. */
type Untold =
  | "APPDATA"
  | "DISPLAY"
  | "FORCE_COLOR"
  | "GITHUB_STEP_SUMMARY"
  | "HOME"
  | "HTTP_PROXY"
  | "LANG"
  | "LC_ALL"
  | "LC_CTYPE"
  | "LOCALAPPDATA"
  | "LOGNAME"
  | "NODE_TLS_REJECT_UNAUTHORIZED"
  | "OneDrive"
  | "OneDriveCommercial"
  | "OneDriveConsumer"
  | "PGSSLROOTCERT"
  | "PGUSER"
  | "SSH_CONNECTION"
  | "TERM"
  | "USER"
  | "USERNAME"
  | "USERPROFILE"
  | "WAYLAND_DISPLAY"
  | "XDG_CONFIG_HOME"
  | "XDG_DATA_HOME"
  | "XDG_STATE_HOME"
  | "http_proxy"
  | "https_proxy"
  | "no_proxy";

type NamesOf<R> = R extends Row ? keyof R["names"] : never;

/** The variables as passed by main. Code that reads an unlisted one does not compile. */
export type Environment = { readonly [name in NamesOf<(typeof told)[number]> | Untold]?: string | undefined };

export const toldVariables: readonly Row[] = told;

const real: ReadonlySet<string> = new Set(
  toldVariables.flatMap(({ names, isReal }) => (isReal ? Object.keys(names) : [])),
);

export const leadsToRealService = (name: string): boolean => real.has(name);
