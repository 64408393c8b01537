import { tableView } from "../../../commands/answer/columns.ts";
import { headOf, journalToRead } from "../../../commands/answer/journal-head.ts";
import { stoppedBy, succeeded } from "../../../commands/answer/stopped-by.ts";
import { supplierAnswersOf } from "../../../commands/answer/supplier-answers.ts";
import { defineCommand, flag, serviceOptions, text } from "../../../commands/command.ts";
import { ownTries } from "../../../commands/follow/own-tries.ts";
import type { Connection } from "../../../desk/index.ts";
import type { Journal, Past } from "../../../journal/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../../problem/index.ts";
import { safe } from "../../../render/index.ts";
import type { Report } from "../../../report/index.ts";
import { fromJournal, type Pack } from "./from-journal.ts";
import { fromService } from "./from-service.ts";
import { manifestOf, type PackedFile, writePack } from "./pack.ts";

export const evidence = defineCommand({
  words: "evidence <id>",
  summary: "write the audit file of a document: body, answer, UBL, TDD, hashes",
  help: `ID is the document's id, its number, or the attempt that selfbill history shows.

The audit file holds the body as it was sent, the answer as it came, the journal's records, and from the service the document, its UBL, the
tax data document (TDD), its status and its events. manifest.json has the SHA-256 of each file, lists what is missing and why, and holds the
head of the journal (journal verify --head).`,
  group: "The month",
  practice: "own books",
  facts: { journal: "shown", oneDocument: false, sends: false, asksService: true },
  answers: ({ following }) => [following.evidence],
  options: {
    ...serviceOptions,
    out: text("--out <dir>", "folder to write into"),
    force: flag("--force", "overwrite existing files"),
  },
  examples: [
    { type: "selfbill evidence SBC-2026-0001 --out audit/SBC-2026-0001", does: "writes the audit file of a document" },
  ],
  input([asked = ""], options) {
    const { out } = options;
    if (out !== undefined) return ok({ asked, out, options });
    return fail(problem("bad-usage", "The audit file needs a folder.", "Add --out DIR, one folder for each document."));
  },
  async run({ asked, out, options }, desk): Promise<Report> {
    // Does not create a journal: an empty one would hide the fact that nothing is known about earlier runs.
    const journal = await journalToRead(options, desk);
    if (!journal.ok) return stoppedBy(journal.problems);
    if (!journal.value) return stoppedBy([unknown(asked)]);
    const called = await journal.value.tries.called(asked);
    if (!called.ok) return stoppedBy(called.problems);
    const connection = await desk.connect(options);
    const meant = await meantBy(asked, called.value, connection, journal.value);
    if (!meant.ok) return stoppedBy(meant.problems);
    const tries = await journal.value.tries.ofDocument(meant.value);
    if (!tries.ok) return stoppedBy(tries.problems);
    const served = await fromService(meant.value, connection, options, desk);
    const answers = await supplierAnswersOf(journal.value);
    if (!answers.ok) return stoppedBy(answers.problems);
    const kept = await fromJournal(meant.value, tries.value, journal.value, answers.value);
    if (!kept.ok) return stoppedBy(kept.problems);
    const pack = { items: [...kept.value.items, ...served.items], missing: [...kept.value.missing, ...served.missing] };
    const manifest = manifestOf(meant.value, tries.value, pack, {
      now: desk.now(),
      journal: await headOf(journal.value),
    });
    const written = await writePack(out, [...pack.items, manifest], options.force, desk);
    const sandbox = connection.ok && connection.value.profile.sandbox;
    return written.ok ? reportOf(written.value, pack, out, sandbox) : stoppedBy(written.problems, sandbox);
  },
});

/**
 * Returns the attempt that created the document, otherwise the last one. Ids are unique only within an account, so
 * documents of the service in the options come first. Problems: `not-found`, `bad-usage` if several match,
 * `journal-unusable`.
 */
async function meantBy(
  asked: string,
  called: readonly Past[],
  connection: Result<Connection>,
  journal: Journal,
): Promise<Result<Past>> {
  const isOwn = connection.ok ? await ownTries(connection.value.account, journal) : ok(() => false);
  if (!isOwn.ok) return isOwn;
  const own = called.filter(isOwn.value);
  const near = own.length > 0 ? own : called;
  const there = near.filter((each) => each.state === "created");
  const found = there.length > 0 ? there : near;
  const last = found.at(-1);
  if (last === undefined) return fail(unknown(asked));
  const names = [...new Set(found.map(({ id, attempt, intent: { key } }) => id ?? (there.length > 0 ? attempt : key)))];
  const isOfLast = await ownTries(last.intent.account, journal);
  if (!isOfLast.ok) return isOfLast;
  if (names.length === 1 && found.every(isOfLast.value)) return ok(last);
  const tries = found.map(({ attempt, intent }) => `${attempt} (${intent.account})`).join(", ");
  const message = `Several documents are called ${JSON.stringify(asked)}: ${tries}.`;
  return fail(problem("bad-usage", message, "Name one of these attempts, or the document's id."));
}

function unknown(asked: string) {
  const message = `The journal has no document ${JSON.stringify(asked)}.`;
  const hint = `${suggest`history`} lists all documents. There is no evidence here of a document that was sent elsewhere.`;
  return problem("not-found", message, hint);
}

function reportOf(files: readonly PackedFile[], { missing }: Pack, folder: string, sandbox: boolean): Report {
  const rows = [...files, ...missing.map(({ what, why }) => ({ what, path: "", sha256: `MISSING: ${safe(why)}` }))];
  const data = { folder, files, missing };
  const shown = tableView(rows, { What: "what", File: "path", "SHA-256": "sha256" });
  return succeeded({ ...shown, data, empty: "" }, sandbox);
}
