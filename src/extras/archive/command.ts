import { tableView } from "../../commands/answer/columns.ts";
import { headOf, journalToRead } from "../../commands/answer/journal-head.ts";
import { type DayRange, periodOf, periodOptions } from "../../commands/answer/period.ts";
import { stoppedBy, succeeded } from "../../commands/answer/stopped-by.ts";
import { defineCommand, flag, type Input, serviceOptions, text } from "../../commands/command.ts";
import { olderJournal } from "../../commands/journal/older-journal.ts";
import { whole } from "../../commands/kinds.ts";
import { documentsOfPeriod } from "../../commands/period/documents-of-period.ts";
import { whosePeriod } from "../../commands/period/whose-period.ts";
import { type Dress, dressOf } from "../../commands/preview/dress.ts";
import type { Desk } from "../../desk/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { verifyArchive } from "./verify.ts";
import { notAsked, writeArchive } from "./write.ts";

const options = {
  ...serviceOptions,
  ...periodOptions,
  out: text("--out <dir>", "folder to write into"),
  force: flag("--force", "overwrite existing files"),
  offline: flag("--offline", "from the journal alone; the service is not asked"),
  pdf: flag("--pdf", "also the printed page as PDF/A-3 with the UBL XML inside; needs optional packages"),
  keepYears: whole("--keep-years <years>", "years to keep after the tax period: 5 (default), 7 for real estate", {
    ...{ least: 5, most: 49, such: 7 },
  }),
  hash: text("--hash <sha256>", "verify: the manifest's SHA-256 that was noted elsewhere"),
} as const;

type ArchiveInput = Input<typeof options>;

export const archive = defineCommand({
  words: "archive [verify] [dir]",
  summary: "write the audit files of a period into one folder, or verify such a folder",
  help: `For each document a folder with body, answer, records, UBL, tax data document, status, events and the printed page; an index in CSV and
HTML; manifest.json with the SHA-256 of every file, the head of the journal and the days until which documents are kept. The service is
asked four times for each document, within its rate limit; --offline uses the journal only. --pdf adds page.pdf to each folder.

verify needs neither network nor journal, and finds every changed, missing or added file. Keep the hash that archive shows in another place:
verify --hash then proves the manifest too. Exit code of verify: 0 unchanged, 20 changed.`,
  group: "The month",
  practice: "own books",
  facts: {
    journal: ([action]) => (action === "verify" ? "none" : "shown"),
    oneDocument: false,
    sends: false,
    asksService: true,
  },
  answers: ({ following }) => [following.archived, following.archiveVerified],
  options,
  examples: [
    { type: "selfbill archive --month 2026-06 --out audit/2026-06", does: "writes the archive of June" },
    { type: "selfbill archive verify audit/2026-06", does: "checks every file of it" },
  ],
  input([action, folder], given): Result<Wish | Checking> {
    const bad = (message: string) => fail(problem("bad-usage", message, `Type: ${suggest`archive verify DIR`}`));
    if (action === undefined) return wishOf(given);
    if (action !== "verify") return bad(`Unknown action ${JSON.stringify(action)} for archive.`);
    return folder === undefined ? bad("No folder was named.") : ok({ folder, hash: given.hash });
  },
  async run(wish, desk): Promise<Report> {
    return "folder" in wish ? verified(wish.folder, wish.hash, desk) : written(wish, desk);
  },
});

interface Checking {
  readonly folder: string;
  readonly hash: string | undefined;
}

interface Wish {
  readonly out: string;
  readonly years: number;
  readonly period: DayRange;
  readonly given: ArchiveInput["options"];
}

/** Checks the options and returns what is to be archived. Problem: `bad-usage`. */
function wishOf(given: ArchiveInput["options"]): Result<Wish> {
  const { out, keepYears = 5, hash } = given;
  const bad = (message: string, hint: string) => fail(problem("bad-usage", message, hint));
  if (hash !== undefined) return bad("--hash belongs to verify.", `Type: ${suggest`archive verify DIR --hash HASH`}`);
  if (out === undefined) return bad("An archive needs a folder.", "Add --out DIR.");
  const period = periodOf(given);
  if (!period.ok) return period;
  if (period.value === undefined) return bad("An archive needs a period.", "Add --month 2026-06, or --from and --to.");
  return ok({ out, years: keepYears, period: period.value, given });
}

async function written({ out, years, period, given }: Wish, desk: Desk): Promise<Report> {
  const journal = await journalToRead(given, desk);
  if (!journal.ok) return stoppedBy(journal.problems);
  if (!journal.value) return stoppedBy([nothing(period)]);
  const whose = await whosePeriod(given, period, journal.value, desk);
  if (!whose.ok) return stoppedBy(whose.problems);
  const { account, sandbox, profile } = whose.value;
  const found = account === undefined ? ok([]) : await documentsOfPeriod(journal.value, period, account);
  if (!found.ok) return stoppedBy(found.problems, sandbox);
  if (found.value.length === 0) return stoppedBy([nothing(period)], sandbox);
  const connection = given.offline ? notAsked() : await desk.connect(given);
  if (!connection.ok && !given.offline) return stoppedBy(connection.problems, sandbox);
  const { dress, problems } = await dressFor(profile, desk);
  const press = given.pdf ? await desk.hooks.press() : ok(undefined);
  if (!press.ok) return stoppedBy(press.problems, sandbox);
  const made = await writeArchive(
    found.value,
    {
      ...{ out, period, account, sandbox, connection, words: given, keepYears: years },
      force: given.force,
      buyer: profile?.businessProfile,
      head: await headOf(journal.value),
      incomplete: (await olderJournal(given, desk))?.message,
      press: press.value,
      dress,
    },
    journal.value,
    desk,
  );
  if (!made.ok) return stoppedBy(made.problems, sandbox);
  const { manifest, seal } = made.value;
  const lacking = manifest.documents.filter(({ missing }) => missing.length > 0).length;
  const facts: [string, string][] = [
    ["Folder", out],
    ["Documents", String(manifest.documents.length)],
    ["with something missing", `${lacking}${lacking === 0 ? "" : " (index.csv lists what)"}`],
    ["Files", String(manifest.files.length)],
    ["Manifest SHA-256", seal],
  ];
  const data = { folder: out, sha256: seal, manifest };
  desk.say(
    `Note the hash of the manifest outside of this computer; ${suggest`archive verify --hash`} proves the archive by it.`,
  );
  return succeeded({ view: "facts", title: `Archive ${period.name}`, facts, data }, sandbox, [
    ...problems,
    ...made.value.problems,
  ]);
}

/** If the supplier book is unreadable, the pages have no logo and no agreements, and a warning is added. */
async function dressFor(profile: ServiceProfile | undefined, desk: Desk) {
  const dressed = await dressOf(profile, desk);
  if (dressed.ok) return dressed.value;
  const dress: Dress = (printed) => printed;
  return { dress, problems: dressed.problems.map((each) => ({ ...each, severity: "warning" as const })) };
}

function nothing({ name }: DayRange) {
  return problem(
    "not-found",
    `The journal has no document of ${name}. Nothing was written.`,
    `${suggest`history`} lists what it has.`,
  );
}

async function verified(folder: string, noted: string | undefined, desk: Desk): Promise<Report> {
  const checked = await verifyArchive(desk.output.absolute(folder), desk.files);
  if (!checked.ok) return stoppedBy(checked.problems);
  const { files, documents, flaws: found, seal } = checked.value;
  const other = noted !== undefined && noted.toLowerCase() !== seal;
  const flaws = other ? [{ path: "manifest.json", what: "not the one of --hash" }, ...found] : found;
  const data = { folder, files, documents, sha256: seal, flaws };
  if (flaws.length === 0) {
    const facts: [string, string][] = [
      ["Archive", "unchanged: every file is as it was written"],
      ["Documents", String(documents)],
      ["Files", String(files)],
      ["Manifest SHA-256", seal],
    ];
    return succeeded({ view: "facts", facts, data });
  }
  const message = `${flaws.length === 1 ? "1 file is" : `${flaws.length} files are`} not as archived.`;
  const problems = [
    problem("archive-changed", message, "Use another copy of the archive, or write it anew from the journal."),
  ];
  return {
    outcome: "invalid",
    sandbox: false,
    view: { ...tableView(flaws, { File: "path", What: "what" }), data, empty: "" },
    problems,
  };
}
