import { dirname, join, resolve } from "node:path";
import type { Desk } from "../../desk/index.ts";
import { initServer, moveFromServer, moveToServer, scriptForPsql, sqlOfServer } from "../../journal/admin.ts";
import { isSameJournal, isServerAddress, readServerAddress, type ServerAddress } from "../../journal/index.ts";
import { type Problem, problem, type Result, suggest, typed } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { followJournal, isFolder, practiceFolder, usersOfJournal, withKeptPassword } from "../../settings/index.ts";
import { noJournal } from "../answer/journal-head.ts";
import { stoppedBy } from "../answer/stopped-by.ts";
import { flag, list, rare, type Values } from "../command.ts";
import { asWarning, usedBy, whoIn } from "./places.ts";

export const initOptions = {
  sql: flag("--sql", "init: print all that whoever runs the server does, as a script for psql; nothing is changed"),
  writer: list("--writer <user>", "init --sql: a user of the database for a person who sends; can be repeated"),
  reader: list("--reader <user>", "init --sql: a user of the database for a person who only reads; can be repeated"),
  printSql: rare(flag("--print-sql", "init: show the SQL of the tables alone; nothing is changed")),
} as const;

type InitOptions = Values<typeof initOptions>;

const done = { outcome: "done", sandbox: false, problems: [] } as const;

/** Prepares the server named by --journal; needed only once, no matter how many people share it. */
export async function init({ sql, printSql, writer, reader }: InitOptions, desk: Desk): Promise<Report> {
  const place = await desk.journalPlace();
  if (!place.ok) return stoppedBy(place.problems);
  const { address } = place.value;
  if (address === undefined) return stoppedBy([needsServer()]);
  if (sql) {
    const script = scriptForPsql(address, { writers: writer, readers: reader });
    return script.ok ? shownSql(script.value) : stoppedBy(script.problems);
  }
  if (printSql) return shownSql(sqlOfServer(address.schema));
  const whole = await withPassword(address, desk);
  if (!whole.ok) return stoppedBy(whole.problems);
  const made = await initServer(whole.value);
  if (!made.ok) return stoppedBy(made.problems);
  const { isNew, id } = made.value;
  const facts: [string, string][] = [
    ["Journal", `${place.value.path}: ${isNew ? "made" : "exists, its tables are up to date"}`],
    ["Who sends", "needs the role selfbill_writer: GRANT selfbill_writer TO amina;"],
    ["Who only reads", "needs the role selfbill_reader: GRANT selfbill_reader TO auditor;"],
    ["From now on", fromNowOn(place.value.path)],
  ];
  return { ...done, view: { view: "facts", facts, data: { address: place.value.path, made: isNew, id } } };
}

const shownSql = (sql: string): Report => ({ ...done, view: { view: "raw", text: sql, data: { sql } } });

/** Moves the journal from this computer to a server. */
export async function moveUp(to: string, user: string | undefined, desk: Desk): Promise<Report> {
  const address = readServerAddress(to, desk.environment);
  if (!address.ok) return stoppedBy(address.problems);
  const place = await desk.journalPlace();
  if (!place.ok) return stoppedBy(place.problems);
  if (place.value.address) return stoppedBy([fromServerToServer(address.value.address)]);
  if (!place.value.exists) return stoppedBy([noJournal(place.value)]);
  const settings = await desk.settings();
  if (!settings.ok) return stoppedBy(settings.problems);
  const isOld = isFolder(dirname(place.value.path));
  const users = usersOfJournal(settings.value, isOld);
  if (users.length > 0 && user === undefined) return stoppedBy([whoSends(users)]);
  const whole = await withPassword(address.value, desk);
  if (!whole.ok) return stoppedBy(whole.problems);
  const moved = await moveToServer(place.value.path, whole.value, whoIn(desk));
  if (!moved.ok) return stoppedBy(moved.problems);
  const now = user === undefined ? undefined : addressFor(user, address.value.address);
  const followed = followJournal(settings.value, isOld, { to: now, practice: practiceFolder(settings.value) });
  const { id, sequence, head } = moved.value;
  const facts: [string, string][] = [
    ["Journal", `${address.value.address}: complete and checked`],
    ["Old file", `${place.value.path}: closed for good. It sends nothing any more, and names the new place.`],
    ["Head", `${head} (link ${sequence})`],
    ...usedBy(followed.ok ? followed.value : { profiles: [] }, now),
    ["From now on", fromNowOn(address.value.address)],
  ];
  const journal = { id, sequence: String(sequence), head };
  const { profiles } = followed.ok ? followed.value : { profiles: [] };
  const data = { file: address.value.address, closed: place.value.path, journal, profiles };
  return {
    ...done,
    view: { view: "facts", facts, data },
    problems: followed.ok ? [] : followed.problems.map(asWarning),
  };
}

/** Moves the journal from a team's server to a folder on this computer. */
export async function moveDown(from: ServerAddress, folder: string, desk: Desk): Promise<Report> {
  const whole = await withPassword(from, desk);
  if (!whole.ok) return stoppedBy(whole.problems);
  const to = join(resolve(folder), "journal.db");
  const moved = await moveFromServer(whole.value, to, whoIn(desk));
  if (!moved.ok) return stoppedBy(moved.problems);
  const { id, sequence, head } = moved.value;
  const settings = await desk.settings();
  const now = { to: resolve(folder), practice: undefined };
  const isOld = (place: string): boolean => isSameJournal(place, from.address);
  const followed = settings.ok ? followJournal(settings.value, isOld, now) : settings;
  const movers = followed.ok ? followed.value : { profiles: [] };
  const facts: [string, string][] = [
    ["Journal", `${to}: complete and checked`],
    ...usedBy(movers),
    [
      "On the server",
      `${from.address}: closed for everybody. Nothing is sent from it any more, and it names the new place.`,
    ],
    ["Head", `${head} (entry ${sequence})`],
    [
      "From now on",
      `name the folder in each other profile: selfbill profile set NAME --journal ${typed(resolve(folder))}`,
    ],
  ];
  const journal = { id, sequence: String(sequence), head };
  const data = { file: to, closed: from.address, journal, profiles: movers.profiles };
  const problems = followed.ok ? [] : followed.problems.map(asWarning);
  return { ...done, view: { view: "facts", facts, data }, problems };
}

const addressFor = (user: string, address: string): string =>
  address.replace(/^postgres:\/\/[^@]*@/, () => `postgres://${encodeURIComponent(user)}@`);

function whoSends(profiles: readonly string[]): Problem {
  const message = `The journal was not moved: ${profiles.length === 1 ? "the profile" : "the profiles"} ${profiles.join(", ")} ${profiles.length === 1 ? "uses" : "use"} it, and nobody sends as the owner of the new one.`;
  return problem("needs-answer", message, "Add --as USER: the database user with whom they send from then on.");
}

async function withPassword(address: ServerAddress, desk: Desk): Promise<Result<ServerAddress>> {
  const settings = await desk.settings();
  return settings.ok ? withKeptPassword(address, settings.value) : settings;
}

/**
 * Says how to use the server from now on. The address has a placeholder for the user, because the owner does not send.
 */
function fromNowOn(address: string): string {
  return `each person names it, with their own user in the address: selfbill profile set NAME --journal ${typed(addressFor("USER", address))}`;
}

export const isMoveUp = (to: string | undefined): to is string => to !== undefined && isServerAddress(to);

function needsServer(): Problem {
  const hint = `Name its server: ${suggest`journal init --journal postgres://USER@HOST/DATABASE`}`;
  return problem("bad-usage", "journal init makes a journal on a server; one in a folder needs nothing.", hint);
}

function fromServerToServer(to: string): Problem {
  const message =
    "The journal is on a server already, and it is not moved from one server to another at once. Nothing was moved.";
  const hint = `First to a folder of this computer: ${suggest`journal move --to DIR`}. Then from there: ${suggest`journal move --to ${to} --journal DIR`}`;
  return problem("bad-usage", message, hint);
}

/** Explains that a journal on a server can be restored only with the server's own tools. */
export function noRestoreOnServer(address: string, file: string): Problem {
  const message = `journal restore puts a backup in the place of a file, and the journal ${address} is on a server. Nothing was changed.`;
  const hint = `Have whoever runs the server restore its own backup, then: ${suggest`journal accept`}. Without one: restore ${typed(file)} into an empty folder (--journal DIR), make a journal with another schema (journal init), then: ${suggest`journal move --to postgres://USER@HOST/DATABASE?schema=NAME --journal DIR`}`;
  return problem("bad-usage", message, hint);
}
