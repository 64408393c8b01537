import type { Desk } from "../desk/index.ts";
import { fail, ok, type Problem, problem, suggest } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { noJournal } from "./answer/journal-head.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { defineCommand, type Input, serviceOptions, text } from "./command.ts";
import { acceptJournal, acceptOptions } from "./journal/accept.ts";
import { acceptedShape } from "./journal/accept-elsewhere.ts";
import { backUpJournal } from "./journal/backup.ts";
import { exportAll } from "./journal/export.ts";
import { init, initOptions, isMoveUp, moveDown, moveUp, noRestoreOnServer } from "./journal/init.ts";
import { merge } from "./journal/merge.ts";
import { logIn, logOut, passwordOptions } from "./journal/password.ts";
import { move, restore } from "./journal/places.ts";
import { purge, purgeOptions } from "./journal/purge.ts";
import { repair } from "./journal/repair.ts";
import { verify } from "./journal/verify.ts";

const options = {
  to: text("--to <dir>", "move: the new folder of the journal, or postgres://USER@HOST/DATABASE"),
  as: text(
    "--as <user>",
    "move to a server: the database user with whom the profiles of this computer send from then on",
  ),
  out: text("--out <file>", "export, backup: write into this new file"),
  head: text(
    "--head <hash>",
    "verify: the head that you noted elsewhere; accept: the journal's own, or the word empty; 16 characters of it or more",
  ),
  ...acceptOptions,
  ...purgeOptions,
  ...initOptions,
  ...passwordOptions,
  sandbox: serviceOptions.sandbox,
} as const;

const actions: readonly string[] = [
  "export",
  "verify",
  "backup",
  "restore",
  "move",
  "merge",
  "purge",
  "repair",
  "init",
  "login",
  "logout",
];

type JournalInput = Input<typeof options>;

export const journal = defineCommand({
  words: "journal <export|verify|backup|restore|move|merge|purge|repair|accept|init|login|logout> [file]",
  summary: "the record of everything sent: export, verify, back up, restore, move or merge it",
  help: `export writes JSON lines, one object a line: every record, every later state, every body as it was sent and answer as it came.

verify reads the whole journal and checks that it is as it was recorded; exit code 27 if it is not. Every record carries the hash of the one
before it; history --verbose shows the last hash, the head. Keep it where people who can write the journal cannot change it: verify --head then proves
that nothing up to it was changed or removed.

backup copies the journal while others use it, and checks the copy. The copy sends nothing: beside the original it would send again what that
sent since. To read it, copy it into an empty folder as journal.db, and name that folder with --journal. restore FILE checks
a backup and puts it in place; the present journal is kept beside it under another name.

move --to DIR moves the journal, also off a network drive or out of a synced folder: the old file then refuses to send and names the new
place. restore and move refuse while another selfbill process uses the journal.

merge OTHER takes over what the journal of another computer holds, also what is in doubt, and names every document that exists twice (exit
code 20). Existing records are skipped. The other journal is only read: send nothing from it any more.

purge --before DATE removes the bodies and answers of documents issued before a day, and wizard drafts of that time; records and hashes
stay, and verify accepts it. It asks twice within the statutory retention period.

repair makes tables anew that contradict the records; where records are damaged it changes nothing (27). On a server repair, merge and purge are for the owner.

init makes a journal on a PostgreSQL server for a team, once; each member names it: profile set NAME --journal postgres://USER@HOST/DATABASE.
init --sql prints all that its administrator runs in psql. move --to with such an address takes the journal of this computer there, and move
--to DIR as the owner of its tables takes it to this computer: the server's is closed for everybody.

login keeps your password for that server in this computer's keychain, for this user, database, host and port alone; logout deletes it.

accept: you confirm to go on with this journal, although the mark remembers another journal or a longer one, its server was replaced, it is a
backup, or the service has documents that it lacks. The mark then follows this one. With a token the service's lists are read: what the
journal lacks is shown and recorded, no longer stops CI, and stops what looks like it (24). It records who confirmed; one counts for all.`,
  group: "For administrators",
  keeps: { sandbox: ["export", "verify", "backup"], profile: ["accept"], businessProfile: ["accept"] },
  practice: "own books",
  facts: {
    journal: ([action]) => (action === "export" ? "shown" : "used"),
    oneDocument: false,
    sends: false,
    asksService: true,
  },
  answers: ({ answer, records }) => [
    records.verified,
    records.backedUp,
    records.exported,
    records.restored,
    records.moved,
    records.initialised,
    records.shownSql,
    records.merged,
    records.purged,
    records.repaired,
    answer({ accepted: acceptedShape.schema }),
    records.journalSignedIn,
    records.journalSignedOut,
  ],
  lines: ({ records }) => [records.exportLine],
  options,
  examples: [
    { type: "selfbill journal export --out journal.jsonl", does: "writes everything into a new file" },
    { type: "selfbill journal backup --out journal-2026-06.db", does: "a checked copy that is itself a journal" },
    {
      type: "selfbill journal restore journal-2026-06.db",
      does: "puts a checked backup in place, and says what to run then",
    },
    { type: "selfbill journal move --to /srv/books/journal", does: "moves it and closes the old file for good" },
    { type: "selfbill journal merge /mnt/usb/journal-desk-2.db", does: "two computers become one" },
    { type: "selfbill journal purge --before 2020-01-01", does: "removes old texts, after asking" },
    { type: "selfbill journal verify", does: "checks whether the journal is complete and unchanged" },
    {
      type: "selfbill journal verify --head 9f2c81d04b7a66e3",
      does: "also proves that nothing up to that head was removed",
    },
    {
      type: "selfbill journal init --sql --journal postgres://owner@db.example/books",
      does: "prints what whoever runs the server does once, for psql",
    },
    {
      type: "selfbill journal init --journal postgres://books_owner@db.example/books",
      does: "makes a journal for a team in a database that exists",
    },
    { type: "selfbill journal login", does: "asks for your password for the team's server" },
    { type: "selfbill journal accept", does: "shows what the mark, the journal and the service know, and asks" },
  ],
  input(words, options) {
    const [action = "", file] = words;
    const stray =
      notPractised(action, options) ??
      (action === "accept" ? undefined : (strayWords(action, options) ?? strayFile(action, file)));
    return stray ? fail(stray) : ok({ words, options });
  },
  async run(input, desk): Promise<Report> {
    const {
      words: [action = "", file],
      options: given,
    } = input;
    if (action === "accept") return acceptJournal(input, desk);
    if (action === "export" && given.out === undefined && desk.asJson) return stoppedBy([notOneDocument()]);
    if (action === "init") return init(given, desk);
    if (action === "login") return logIn(given, desk);
    if (action === "logout") return logOut(desk);
    if (isMoveUp(given.to)) return moveUp(given.to, given.as, desk);
    const closed = await withJournalClosed(action, { to: given.to ?? "", file: file ?? "", given }, desk);
    if (closed) return closed;
    // Do not create a journal: an empty one would hide the fact that nothing is known about earlier runs.
    const isNew = await desk.journalIsNew();
    if (!isNew.ok) return stoppedBy(isNew.problems);
    const place = await desk.journalPlace();
    if (!place.ok) return stoppedBy(place.problems);
    if (isNew.value) return stoppedBy([noJournal(place.value)]);
    const opened = await desk.journal();
    if (!opened.ok) return stoppedBy(opened.problems);
    if (action === "backup") return backUpJournal(opened.value, given.out ?? "", desk);
    if (action === "export") return exportAll(opened.value, given.out, desk);
    return verify(opened.value, given.head, place.value, desk);
  },
});

/** Runs the actions that need the journal to be closed; undefined for any other action. */
async function withJournalClosed(
  action: string,
  { to, file, given }: { to: string; file: string; given: JournalInput["options"] },
  desk: Desk,
): Promise<Report | undefined> {
  if (!["move", "restore", "merge", "purge", "repair"].includes(action)) return undefined;
  const place = await desk.journalPlace();
  if (!place.ok) return stoppedBy(place.problems);
  if (place.value.address && action === "move") return moveDown(place.value.address, to, desk);
  if (place.value.onServer && action === "restore") return stoppedBy([noRestoreOnServer(place.value.path, file)]);
  if (action === "move") return move(to, desk);
  if (action === "restore") return restore(file, desk);
  if (action === "merge") return merge(file, desk);
  return action === "purge" ? purge(given, desk) : repair(desk);
}

/**
 * Returns a problem for actions that practice mode does not have: it shares the journal with real accounts, and may
 * change only its own records.
 */
function notPractised(action: string, { sandbox }: JournalInput["options"]): Problem | undefined {
  if (!sandbox || ["export", "verify", "backup"].includes(action)) return undefined;
  const hint = "In practice there are: journal export, verify and backup.";
  return problem("bad-usage", `journal ${action} has no meaning in practice.`, hint);
}

function strayFile(action: string, file: string | undefined): Problem | undefined {
  const takesFile = action === "restore" || action === "merge";
  if (takesFile && file === undefined)
    return problem(
      "bad-usage",
      `journal ${action} needs a file.`,
      action === "restore"
        ? `Type ${suggest`journal restore FILE`}: a backup of the journal.`
        : `Type ${suggest`journal merge OTHER`}: the folder of the other journal, or a backup of it.`,
    );
  if (takesFile || file === undefined) return undefined;
  return problem("bad-usage", `journal ${action} takes no file after it.`, "A new file is named with --out.");
}

function strayWords(action: string, given: JournalInput["options"]): Problem | undefined {
  const { out, head, to, before, keepYears, withinLegalYears } = given;
  if (!actions.includes(action)) {
    const message = `Unknown action ${JSON.stringify(action)} for journal.`;
    return problem("bad-usage", message, `Use one of: ${[...actions, "accept"].join(", ")}.`);
  }
  if (action !== "export" && action !== "backup" && out !== undefined)
    return problem("bad-usage", "--out belongs to export and backup.", `Type ${suggest`journal ${action}`}.`);
  if (action === "move" && to === undefined)
    return problem("bad-usage", "A move needs a folder.", "Add --to DIR: a folder on a disk of this computer.");
  if (given.as !== undefined && !isMoveUp(to))
    return problem("bad-usage", "--as belongs to a move to a server.", "Add --to postgres://USER@HOST/DATABASE.");
  if (action !== "move" && to !== undefined)
    return problem("bad-usage", "--to belongs to move.", `Type ${suggest`journal move --to DIR`}.`);
  if (action !== "purge" && (before !== undefined || keepYears !== undefined || withinLegalYears))
    return problem(
      "bad-usage",
      "--before, --keep-years and --within-legal-years belong to purge.",
      `Type ${suggest`journal purge --before DATE`}.`,
    );
  const named = given.writer.length + given.reader.length;
  if (action !== "init" && (given.sql || given.printSql || named > 0))
    return problem(
      "bad-usage",
      "--sql, --print-sql, --writer and --reader belong to init.",
      `Type ${suggest`journal init --sql`}.`,
    );
  if (named > 0 && !given.sql)
    return problem(
      "bad-usage",
      "--writer and --reader belong to init --sql.",
      `Type ${suggest`journal init --sql --writer USER`}.`,
    );
  if (action !== "login" && (given.withPassword || given.insecureStorage))
    return problem(
      "bad-usage",
      "--with-password and --insecure-storage belong to login.",
      `Type ${suggest`journal login`}.`,
    );
  if (action === "backup" && out === undefined)
    return problem(
      "bad-usage",
      "A backup needs a file.",
      "Add --out FILE: a new file, apart from this computer's disk.",
    );
  if (action !== "verify" && head !== undefined)
    return problem("bad-usage", "--head belongs to verify.", `Type ${suggest`journal verify --head HASH`}.`);
  if (head !== undefined && !/^[0-9a-f]{16,64}$/i.test(head))
    return problem(
      "bad-usage",
      "The value of --head is not a head.",
      `Copy it as ${suggest`history`} shows it: 64 characters, 0-9 and a-f.`,
    );
  return undefined;
}

function notOneDocument(): Problem {
  return problem("bad-usage", "An export is JSON lines, not one JSON document.", "Add --out FILE, or omit --json.");
}
