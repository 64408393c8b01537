import { buyerRules, check, checkDocument, type Finding, rulesInForce } from "../../check/index.ts";
import { tableView } from "../../commands/answer/columns.ts";
import { journalIfAny } from "../../commands/answer/journal-head.ts";
import { stoppedBy } from "../../commands/answer/stopped-by.ts";
import { keptDocument, serviceVersions } from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import {
  type BusinessProfile,
  customerPartyOf,
  type DocumentKind,
  type Edition,
  editionInForce,
  gulfDay,
  type SelfBilledDocument,
} from "../../document/index.ts";
import type { Intent, Journal } from "../../journal/index.ts";
import { keepMemoryLevel } from "../../memory/index.ts";
import { examine } from "../../prepare/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import { expandFiles } from "../../read/index.ts";
import type { Report } from "../../report/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { toUbl } from "../../ubl/index.ts";
import type { RulesInput } from "./options.ts";

interface Refused {
  /** The document number, or else the file. */
  readonly name: string;
  readonly supplier: string;
  readonly date: string;
  readonly rule: string;
  readonly text: string;
  readonly path: string;
}

/** The result of trying an edition. The number of rows is limited, however long the journal is. */
interface Tally {
  documents: number;
  refused: number;
  /** Number of sent documents whose body was not stored or cannot be parsed. */
  unreadable: number;
  readonly rows: Refused[];
}

const mostRows = 1_000;
/** Number of records read at a time. */
const page = 500;
const usualDays = 90;
const dayLength = 86_400_000;

/** Checks sent documents and files by the rules of an edition. Does not send or record anything. */
export async function tryEdition(
  edition: Edition,
  words: readonly string[],
  { options }: RulesInput,
  desk: Desk,
): Promise<Report> {
  const since = options.since ?? gulfDay(new Date(desk.now().getTime() - usualDays * dayLength));
  const profile = await desk.profile({ ...options, businessProfile: undefined, serviceVersion: undefined });
  const buyer = profile.ok ? profile.value : undefined;
  if (!profile.ok && (options.profile !== undefined || options.sandbox)) return stoppedBy(profile.problems);
  keepMemoryLevel();
  const tally: Tally = { documents: 0, refused: 0, unreadable: 0, rows: [] };
  const sent = await trySent(edition, since, buyer, tally, desk);
  if (!sent.ok) return stoppedBy(sent.problems);
  const files = words.length === 0 ? ok([]) : await expandFiles(words, desk.files);
  if (!files.ok) return stoppedBy(files.problems);
  for (const file of files.value) await tryFile(file, edition, buyer, tally, desk);
  return reportOf(edition, since, tally, buyer, desk);
}

async function trySent(
  edition: Edition,
  since: string,
  buyer: ServiceProfile | undefined,
  tally: Tally,
  desk: Desk,
): Promise<Result<void>> {
  // Does not create a journal: an empty one would hide the fact that nothing is known about earlier runs.
  const opened = await journalIfAny(desk);
  if (!opened.ok) return opened;
  if (!opened.value) return ok(undefined);
  const journal = opened.value;
  const open = new Map<string, Intent>();
  for (let after = 0; ; ) {
    const records = await journal.records(after, page);
    if (!records.ok) return records;
    for (const { type, attempt, data } of records.value) {
      if (type === "intent") {
        if (data.issueDate >= since && data.replaces === undefined) open.set(attempt, data);
        continue;
      }
      if (type !== "result" && type !== "resolved") continue;
      const intent = open.get(attempt);
      if (data.verdict !== "in-doubt") open.delete(attempt);
      if (intent && data.verdict === "created")
        await tryBody(journal, intent, data.documentNumber, edition, buyer, tally);
    }
    const last = records.value.at(-1);
    if (last === undefined) return ok(undefined);
    after = last.sequence;
  }
}

async function tryBody(
  journal: Journal,
  intent: Intent,
  number: string | undefined,
  edition: Edition,
  buyer: ServiceProfile | undefined,
  tally: Tally,
): Promise<void> {
  tally.documents += 1;
  const kept = await journal.kept(intent.bodyHash);
  const document = kept.ok ? keptDocument(kept.value, intent) : undefined;
  const findings = document && judge(document, intent.kind, edition, buyer?.businessProfile);
  if (findings === undefined) {
    tally.unreadable += 1;
    return;
  }
  const name = number ?? intent.documentNumber ?? intent.file;
  const rows = findings.map((finding) => ({
    name,
    supplier: intent.supplier.name,
    date: intent.issueDate,
    rule: finding.id,
    text: finding.text,
    path: finding.path ?? finding.location,
  }));
  note(tally, rows);
}

/** Returns the fatal findings. */
function judge(
  document: SelfBilledDocument,
  kind: DocumentKind,
  edition: Edition,
  buyer: BusinessProfile | undefined,
): readonly Finding[] {
  const tree = toUbl(document, { kind, customer: buyer && customerPartyOf(buyer), uuid: anyUuid });
  const { rules } = rulesInForce(edition);
  const findings = [...check(tree, { edition: edition.id, rules }), ...checkDocument(document, kind, rules)];
  return findings.filter(({ id, flag }) => flag === "fatal" && (buyer !== undefined || !buyerRules.has(id)));
}

const anyUuid = "00000000-0000-4000-8000-000000000000";

async function tryFile(
  file: string,
  edition: Edition,
  profile: ServiceProfile | undefined,
  tally: Tally,
  desk: Desk,
): Promise<void> {
  tally.documents += 1;
  const version = profile?.serviceVersion ?? serviceVersions.stable;
  const rules = { byDate: false, of: () => rulesInForce(edition) };
  const { problems } = await examine(file, { version, profile, rules }, desk);
  const wrong = problems.filter(({ severity }) => severity === "error");
  const rows = wrong.map(({ code, message, where }) => ({
    rule: code,
    text: message,
    path: where?.path ?? where?.location ?? "",
  }));
  note(
    tally,
    rows.map((row) => ({ name: file, supplier: "", date: "", ...row })),
  );
}

function note(tally: Tally, found: readonly Refused[]): void {
  if (found.length > 0) tally.refused += 1;
  tally.rows.push(...found.slice(0, mostRows - tally.rows.length));
}

function reportOf(
  edition: Edition,
  since: string,
  { documents, refused, unreadable, rows }: Tally,
  buyer: ServiceProfile | undefined,
  desk: Desk,
): Report {
  const sentence = `${refused} of ${documents} documents since ${since} would be refused by PINT AE ${edition.id}${whenOf(edition, desk)}.`;
  const next = [
    sentence,
    ...(unreadable === 0 ? [] : [`${unreadable} could not be checked: their text was not kept.`]),
    ...(buyer === undefined
      ? ["The rules about the buyer were not checked: selfbill profile fetch keeps the buyer."]
      : []),
  ].join("\n");
  const data = {
    edition: edition.id,
    hash: rulesInForce(edition).ruleSet.hash,
    since,
    documents,
    refused,
    not_judged: unreadable,
    findings: rows.map(({ name, supplier, date, rule, text, path }) => ({
      document: name,
      supplier,
      issue_date: date,
      rule,
      text,
      path,
    })),
  };
  const view = {
    ...tableView(rows, {
      Document: "name",
      Supplier: "supplier",
      Date: "date",
      Rule: "rule",
      "What it requires": "text",
      Where: "path",
    }),
    ...{ data, empty: `✓ ${next}`, next },
  };
  const problems: Problem[] = [];
  return { outcome: refused > 0 ? "invalid" : "done", sandbox: buyer?.sandbox ?? false, view, problems };
}

function whenOf({ id, from, until }: Edition, desk: Desk): string {
  const today = gulfDay(desk.now());
  if (editionInForce(today).id === id) return ", the edition in force";
  return today < from ? ` from ${from} on` : `, in force from ${from} to ${until}`;
}
