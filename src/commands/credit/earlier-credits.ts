import { fromAnswer, idOf, overallStatusOf } from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import { calculate, checkFields, countedDocument, type EarlierCredit, invoiceNumbersOf } from "../../document/index.ts";
import { type Crediting, type Journal, type Past, takesBack } from "../../journal/index.ts";
import { isJsonObject, type JsonObject } from "../../json/index.ts";
import { documentSums, pastOfCredit } from "../../life/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { missingCalls } from "../follow/missing-calls.ts";
import { readAgain } from "../follow/read-again.ts";
import { otherAccount, sightOf } from "../follow/sight.ts";

/** A credit note of an invoice that exists, may exist, or is being sent now. */
export interface KnownCredit extends Pick<EarlierCredit, "number" | "lines" | "shared"> {
  readonly state: Crediting["state"];
  /** Whether this journal has it. */
  readonly isHere: boolean;
  readonly id?: string | undefined;
  readonly attempt?: string | undefined;
  /** Undefined where it is not known. */
  readonly issueDate?: string | undefined;
}

interface DatedCredit extends EarlierCredit {
  readonly issueDate?: string | undefined;
}

export interface KnownCredits {
  readonly credits: readonly EarlierCredit[];
  /** These, and those of this journal that are in doubt or under way. */
  readonly all: readonly KnownCredit[];
  /** Credit notes that are not in this journal. */
  readonly elsewhere: readonly EarlierCredit[];
  /** The attempt id of a credit note in doubt; if that credit note exists, `elsewhere` may contain it. */
  readonly doubt?: string | undefined;
  readonly remarks: readonly Problem[];
}

/** Documents per page. If the list has more pages than `mostPages`, the service ignored the filter. */
const pageSize = 100;
const mostPages = 20;

/**
 * Merges the credit notes in the journal and at the service (endpoint 10). If both have a credit note, the service's
 * data takes precedence; failures reported by the service are recorded. Problems: `journal-unusable`, and any problem
 * from reading the service's lists or documents, because there may then be other, unknown credit notes.
 */
export async function earlierCredits(
  invoiceNumber: string,
  connection: Connection,
  desk: Desk,
): Promise<Result<KnownCredits>> {
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const known = await journal.value.creditsOn(connection.account, invoiceNumber);
  if (!known.ok) return known;
  // Credit notes in doubt have no id and are left out here: the check before sending counts them.
  const found = new Map<string, DatedCredit>();
  for (const each of known.value) {
    const past = each.id === undefined ? ok(undefined) : await pastOfCredit(each, journal.value);
    if (!past.ok) return past;
    if (each.id !== undefined) found.set(each.id, fromJournal(each, past.value));
  }
  const here = new Set(found.keys());
  const open = known.value.filter(({ state }) => state !== "created");
  const onlyHere = { ...counting(found, open, here), elsewhere: [], remarks: [onlyJournal()] };
  const missing = await missingCalls(connection, journal.value, desk);
  if (!missing.ok) return missing;
  if (missing.value.has("list")) return ok(onlyHere);
  const told = await toldByService(invoiceNumber, connection, desk);
  if (!told.ok) {
    // Some services do not have this list; any other failure is returned.
    const lacks = told.problems[0].code === "not-found";
    return lacks ? ok(onlyHere) : told;
  }
  const sight = told.value.length > 0 ? ok({ sees: true } as const) : await sightOf(connection, journal.value, desk);
  if (!sight.ok) return sight;
  if (!sight.value.sees) return ok({ ...onlyHere, remarks: [onlyJournal(`${otherAccount(sight.value.why)}.`)] });
  for (const answer of told.value) {
    const id = idOf(answer)?.id ?? "";
    const credit = fromService(answer, id);
    // An answer without lines has less information than the journal.
    if (credit && (credit.lines.length > 0 || !found.has(id))) found.set(id, credit);
    else if (!found.has(id)) return fail(unusable(id));
    if (here.has(id)) await learnEnd(id, overallStatusOf(answer), connection.account, journal.value);
  }
  const elsewhere = [...found].flatMap(([id, each]) => (takesBack(each) && !here.has(id) ? [each] : []));
  const doubt = open.find(({ state }) => state === "in-doubt")?.attempt;
  return ok({ ...counting(found, open, here), elsewhere, doubt, remarks: [] });
}

function counting(
  found: ReadonlyMap<string, DatedCredit>,
  open: readonly Crediting[],
  here: ReadonlySet<string>,
): Pick<KnownCredits, "credits" | "all"> {
  const counted = [...found].filter(([, each]) => takesBack(each));
  const created = counted.map(([id, each]): KnownCredit => ({ ...each, id, state: "created", isHere: here.has(id) }));
  return {
    credits: counted.map(([, each]) => each),
    all: [...created, ...open.map((each) => ({ ...each, isHere: true }))],
  };
}

/**
 * Records that a credit note failed or was rejected: otherwise the check before sending would also count it, and might
 * refuse the new one.
 */
async function learnEnd(id: string, status: string | undefined, account: string, journal: Journal): Promise<void> {
  if (status !== undefined && !takesBack({ status })) await journal.saw(account, id, status);
}

async function toldByService(
  invoiceNumber: string,
  { service }: Connection,
  desk: Desk,
): Promise<Result<JsonObject[]>> {
  const found: JsonObject[] = [];
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await readAgain(
      () => service.list("credit-note", { invoice_number: invoiceNumber, page, size: pageSize }),
      desk,
    );
    if (!answer.ok) return answer;
    const { content, total_pages } = answer.value;
    for (const each of content.filter((one) => names(one, invoiceNumber))) {
      const whole = await withLines(each, service, desk);
      if (!whole.ok) return whole;
      found.push(whole.value);
    }
    const last = total_pages === undefined ? content.length < pageSize : page + 1 >= total_pages;
    if (last || content.length === 0) break;
  }
  return ok(found);
}

/** Returns the entry of a list, or requests the document itself if the entry has no lines. */
async function withLines(listed: JsonObject, service: Connection["service"], desk: Desk): Promise<Result<JsonObject>> {
  const { id, document_lines: lines } = listed;
  if (typeof id !== "string" || (Array.isArray(lines) && lines.length > 0)) return ok(listed);
  return readAgain(() => service.document("credit-note", id), desk);
}

/** Whether the credit note names this invoice; checked here, because the service may ignore the filter. */
function names(answer: JsonObject, invoiceNumber: string): boolean {
  const references = Array.isArray(answer.billing_reference) ? answer.billing_reference : [];
  return references.some((each) => isJsonObject(each) && each.id === invoiceNumber);
}

/** Reads a credit note from the service's answer; undefined if the answer is not a document. */
function fromService(answer: JsonObject, otherwise: string): DatedCredit | undefined {
  const document = fromAnswer(answer, "credit-note");
  const fields = checkFields(document, { kind: "credit-note", version: "" });
  if (fields.some((each) => each.spoils === "structure")) return undefined;
  return {
    number: document.document_number ?? otherwise,
    reason: document.discrepancy_response,
    status: overallStatusOf(answer),
    issueDate: document.issue_date,
    shared: invoiceNumbersOf(document).length > 1,
    ...countedDocument(calculate(document)),
  };
}

function fromJournal(
  { number, reason, status, currency, shared, lines }: Crediting,
  past: Past | undefined,
): DatedCredit {
  const sums = past && documentSums(past);
  return { number, reason, status, currency, sums, shared, lines, issueDate: past?.intent.issueDate };
}

function unusable(id: string): Problem {
  const message = `The service's list has a credit note ${id} that cannot be counted: its answer has an unexpected shape.`;
  return problem("read-failed", message, "Write the credit note as a file, and count by hand.");
}

function onlyJournal(why?: string): Problem {
  const uncounted = "only those that were sent from this computer are counted";
  return problem(
    "credits-uncounted",
    why === undefined
      ? `The service does not list credit notes: ${uncounted}.`
      : `The service shows no credit note of this invoice, but ${why} So ${uncounted}.`,
    "Ask whether somebody else has credited this invoice.",
    { severity: "warning" },
  );
}
