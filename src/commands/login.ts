import type { Desk } from "../desk/index.ts";
import { fail, ok, problem, type Result, suggest } from "../problem/index.ts";
import { decode } from "../read/index.ts";
import type { Report } from "../report/index.ts";
import {
  isOwnPlace,
  keychainFault,
  type ProfileFlags,
  parseBaseUrl,
  parseProfileName,
  placeForNew,
  removeToken,
  resolveProfile,
  type Settings,
  saveProfile,
  storeClient,
  storeToken,
  tokenPlace,
  tokenVariable,
} from "../settings/index.ts";
import { fileWords, stoppedBy, succeeded } from "./answer/stopped-by.ts";
import { usersOf } from "./answer/token-users.ts";
import { defineCommand, flag, type Input, text, type Values } from "./command.ts";

export const loginOptions = {
  profile: text("--profile <name>", "the stored profile whose service it is", { look: "profile" }),
  baseUrl: text("--base-url <url>", "address of the service, where there is no profile yet: makes one"),
  withToken: flag("--with-token", "read the token from standard input instead of asking"),
  clientId: text("--client-id <id>", "sign in by client id and secret: tokens are fetched and renewed when needed"),
  withSecret: flag("--with-secret", "with --client-id: read the secret from standard input instead of asking"),
  allProfiles: flag("--all-profiles", "replace the token that every profile of the address uses, also with --profile"),
  insecureStorage: flag(
    "--insecure-storage",
    "keep the token in a file that only you can read, where there is no keychain",
  ),
} as const;

export const login = defineCommand({
  words: "login",
  summary: "store the token of a service",
  help: `The token is not shown while you type it, and is kept in the keychain of this computer. It belongs to the address of the service:
every profile of that address uses it, and it is never sent to another address. Where another profile of the address has a token,
login --profile NAME keeps the new one for that profile alone. A client's secret is kept in the same way, and is itself never sent.`,
  group: "Set up",
  practice: "refused",
  facts: { journal: "none", oneDocument: false, sends: false, asksService: true },
  answers: ({ records }) => [records.signedIn],
  options: loginOptions,
  examples: [
    { type: "selfbill login", does: "asks for the token of the current profile's service" },
    { type: "selfbill login --base-url https://api.example.com", does: "the first time: makes a profile as well" },
    { type: "selfbill login --profile acme-2", does: "a token for one profile alone, where another one has a token" },
    { type: "selfbill login --client-id ID", does: "asks for the client's secret; tokens are then fetched with it" },
    { type: "selfbill login --with-token --insecure-storage < token.txt", does: "for a computer without a keychain" },
  ],
  input: clearWords,
  run: signIn,
});

export async function signIn({ options }: Input<typeof loginOptions>, desk: Desk): Promise<Report> {
  const opened = await desk.settings();
  if (!opened.ok) return stoppedBy(opened.problems);
  const place = placeOf(opened.value, options);
  if (!place.ok) return stoppedBy(place.problems);
  const { settings, origin, sandbox, make, name } = place.value;
  const { clientId, insecureStorage, allProfiles } = options;
  const what = clientId === undefined ? "token" : "client secret";
  const locked = insecureStorage ? undefined : await keychainFault(settings, "SELFBILL_TOKEN_FILE");
  if (locked) return stoppedBy([locked], sandbox);
  const secret = await readSecret(what, options.withToken || options.withSecret, origin, desk);
  if (!secret.ok) return stoppedBy(secret.problems, sandbox);
  if (insecureStorage) desk.say(`The ${what} is kept in ${fileWords(settings.folders)}, not in a keychain.`);
  const how = { insecureStorage, now: desk.now() };
  const isNamed = (options.profile ?? settings.env.SELFBILL_PROFILE?.trim() ?? "") !== "";
  const at = (now: Pick<Settings, "file">) => (allProfiles ? origin : placeForNew(now, { origin, name }, isNamed));
  const stored = await (clientId === undefined
    ? storeToken(settings, at, secret.value, how)
    : storeClient(settings, at, { id: clientId, secret: secret.value }, how));
  if (!stored.ok) return stoppedBy(stored.problems, sandbox);
  const own = tokenPlace(stored.value.settings, { origin, name });
  const shared = own === stored.value.place ? stored : await removeToken(stored.value.settings, own);
  if (!shared.ok) return stoppedBy(shared.problems, sandbox);
  const made = make
    ? saveProfile(shared.value.settings, make.name, { base_url: make.baseUrl })
    : ok(shared.value.settings);
  if (!made.ok) return stoppedBy(made.problems, sandbox);
  const { kept, path } = stored.value;
  const owner = isOwnPlace(stored.value.place) ? name : undefined;
  const facts: [string, string][] = [
    ["Service", origin],
    ...(clientId === undefined ? [] : ([["Client id", clientId.trim()]] as [string, string][])),
    [
      clientId === undefined ? "Token kept in" : "Secret kept in",
      kept === "file" ? (path ?? "a file") : "the keychain",
    ],
    ["Used by", usersOf(made.value, origin, owner)],
  ];
  const client = clientId?.trim() ?? null;
  const data = { sign_in: { origin, profile: owner ?? null, kept, path: path ?? null, client_id: client } };
  return succeeded({ view: "facts", title: "Signed in", facts, data }, sandbox, shadowed(settings));
}

interface Place {
  readonly settings: Settings;
  readonly origin: string;
  readonly sandbox: boolean;
  /** Undefined if only the environment names the service. */
  readonly name: string | undefined;
  readonly make?: { readonly name: string; readonly baseUrl: string };
}

/** Returns the profile to log in to. Plans a new one if an address is given and the profile does not exist. */
function placeOf(settings: Settings, flags: ProfileFlags): Result<Place> {
  const { baseUrl } = flags;
  const name = flags.profile ?? settings.file.current_profile ?? "default";
  if (baseUrl !== undefined && !Object.hasOwn(settings.file.profiles, name)) {
    const usable = parseProfileName(name);
    const base = parseBaseUrl(baseUrl);
    if (!usable.ok) return usable;
    if (!base.ok) return base;
    const { origin, loopback } = base.value;
    const make = { name: usable.value, baseUrl };
    return ok({ settings, origin, sandbox: loopback, name: make.name, make });
  }
  const resolved = resolveProfile(settings, flags);
  if (!resolved.ok) {
    const nothingYet = resolved.problems[0].code === "no-profile" && flags.profile === undefined;
    return nothingYet ? fail(noService()) : resolved;
  }
  const { origin, sandbox } = resolved.value;
  const before = resolveProfile(settings, { profile: flags.profile });
  if (before.ok && before.value.origin !== origin) return fail(otherService(name, before.value.origin, origin));
  return ok({ settings, origin, sandbox, name: resolved.value.name });
}

/** Refuses --with-token with a client, and --with-secret without one. */
export function clearWords<O extends Values<typeof loginOptions>>(words: readonly string[], options: O) {
  const { clientId, withToken, withSecret } = options;
  const hint = `Write ${suggest`login --with-token`}, or ${suggest`login --client-id ID --with-secret`}.`;
  if (clientId !== undefined && withToken)
    return fail(problem("bad-usage", "--with-token reads a token, and a client has a secret.", hint));
  if (clientId === undefined && withSecret)
    return fail(problem("bad-usage", "--with-secret reads a client's secret, and no client is named.", hint));
  return ok({ words, options });
}

async function readSecret(
  what: "token" | "client secret",
  fromInput: boolean,
  origin: string,
  desk: Desk,
): Promise<Result<string>> {
  if (fromInput) {
    const bytes = await desk.files.read("-");
    return bytes.ok ? decode(bytes.value, "-") : bytes;
  }
  const isToken = what === "token";
  if (desk.ask.possible) return desk.ask.secret(`${isToken ? "Token" : "Client secret"} for ${origin}:`);
  const hint = isToken
    ? "Add --with-token and pipe the token in; in CI set SELFBILL_TOKEN_FILE instead of logging in."
    : "Add --with-secret and pipe the secret in; in CI set SELFBILL_CLIENT_ID and SELFBILL_CLIENT_SECRET_FILE.";
  return fail(problem("needs-answer", `The ${what} must be typed, but this is not an interactive terminal.`, hint));
}

function noService() {
  return problem(
    "no-profile",
    "It is not known which service the token is for.",
    `Name its address: ${suggest`login --base-url URL`}.`,
  );
}

function otherService(name: string, now: string, wanted: string) {
  const message = `The profile ${name} is for ${now}, not for ${wanted}.`;
  return problem(
    "bad-usage",
    message,
    "Name another profile with --profile, or change this one with selfbill profile set.",
  );
}

function shadowed(settings: Settings) {
  const variable = tokenVariable(settings);
  if (variable === undefined) return [];
  const message = `${variable} is set: it is used instead of what is stored.`;
  return [problem("token-elsewhere", message, `Unset ${variable} to use what is stored.`, { severity: "warning" })];
}
