import type { Desk } from "../../desk/index.ts";
import { type TriedPassword, tryPassword } from "../../journal/admin.ts";
import type { ServerAddress } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { decode } from "../../read/index.ts";
import type { Report } from "../../report/index.ts";
import { forgetPassword, keepPassword, keychainFault, passwordVariable, type Settings } from "../../settings/index.ts";
import { fileWords, stoppedBy } from "../answer/stopped-by.ts";
import { flag, type Values } from "../command.ts";

export const passwordOptions = {
  withPassword: flag("--with-password", "login: read the password from standard input instead of asking"),
  insecureStorage: flag(
    "--insecure-storage",
    "login: keep the password in a file that only you can read, where there is no keychain",
  ),
} as const;

const done = { outcome: "done", sandbox: false } as const;

export async function logIn(given: Values<typeof passwordOptions>, desk: Desk): Promise<Report> {
  const found = await serverOf(desk);
  if (!found.ok) return stoppedBy(found.problems);
  const { settings, address } = found.value;
  const { insecureStorage } = given;
  const locked = insecureStorage ? undefined : await keychainFault(settings, "SELFBILL_JOURNAL_PASSWORD_FILE");
  if (locked) return stoppedBy([locked]);
  const text = await passwordFor(address, given.withPassword, desk);
  if (!text.ok) return stoppedBy(text.problems);
  const tried = await tryPassword(address, text.value);
  if (tried.is === "refused") return stoppedBy([wrongPassword(address)]);
  if (insecureStorage) desk.say(`The password is kept in ${fileWords(settings.folders)}, not in a keychain.`);
  const stored = await keepPassword(settings, address.server, text.value, { insecureStorage, now: desk.now() });
  if (!stored.ok) return stoppedBy(stored.problems);
  const { kept, path } = stored.value;
  const facts: [string, string][] = [
    ["Journal", address.address],
    ["Password kept in", kept === "file" ? (path ?? "a file") : "the keychain"],
    ...triedFacts(tried),
    ["To check it", `${suggest`journal verify --journal ${address.address}`}`],
  ];
  const accepted = tried.is === "accepted";
  const data = { journal_sign_in: { address: address.address, kept, path: path ?? null, accepted } };
  const title = accepted ? "Signed in" : "Stored, but the server has not accepted it yet";
  return { ...done, view: { view: "facts", title, facts, data }, problems: shadowed(settings) };
}

export async function logOut(desk: Desk): Promise<Report> {
  const found = await serverOf(desk);
  if (!found.ok) return stoppedBy(found.problems);
  const { settings, address } = found.value;
  const had = await forgetPassword(settings, address.server);
  if (!had.ok) return stoppedBy(had.problems);
  const facts: [string, string][] = [
    ["Journal", address.address],
    ["Password", had.value ? "deleted on this computer; the server still accepts it" : "there was none"],
  ];
  const data = { journal_sign_out: { address: address.address, had_password: had.value } };
  return { ...done, view: { view: "facts", title: "Signed out", facts, data }, problems: [] };
}

async function serverOf(desk: Desk): Promise<Result<{ settings: Settings; address: ServerAddress }>> {
  const [settings, place] = [await desk.settings(), await desk.journalPlace()];
  if (!settings.ok) return settings;
  if (!place.ok) return place;
  const { address } = place.value;
  if (address !== undefined) return ok({ settings: settings.value, address });
  const hint = `Name the server: ${suggest`journal login --journal postgres://USER@HOST/DATABASE`}`;
  return fail(problem("bad-usage", "The journal is in a folder of this computer, which needs no password.", hint));
}

async function passwordFor({ address }: ServerAddress, fromInput: boolean, desk: Desk): Promise<Result<string>> {
  if (fromInput) {
    const bytes = await desk.files.read("-");
    return bytes.ok ? decode(bytes.value, "-") : bytes;
  }
  if (desk.ask.possible) return desk.ask.secret(`Password for ${address}:`);
  const hint = "Add --with-password and pipe the password in; in CI set SELFBILL_JOURNAL_PASSWORD_FILE.";
  return fail(problem("needs-answer", "The password must be typed, but this is not an interactive terminal.", hint));
}

function triedFacts(tried: Exclude<TriedPassword, { is: "refused" }>): [string, string][] {
  if (tried.is === "accepted") return [["Password", "the server accepts it"]];
  return [
    ["Why", tried.why],
    ["What to do", tried.hint],
  ];
}

function wrongPassword({ server }: ServerAddress): Problem {
  const message = `The server ${server.host} refused this password of ${server.user}. Nothing was stored.`;
  const hint = "Type the same command again, or ask whoever runs the server for a new password.";
  return problem("journal-unusable", message, hint);
}

function shadowed(settings: Settings): Problem[] {
  const variable = passwordVariable(settings);
  if (variable === undefined) return [];
  const message = `${variable} is set: it is used instead of what is stored.`;
  return [problem("token-elsewhere", message, `Unset ${variable} to use what is stored.`, { severity: "warning" })];
}
