import {
  type ApprovalFile,
  delegationsIn,
  judgeApproval,
  needsApproval,
  openApprovalFile,
  openPolicy,
  type SignedPolicy,
  type SpentOn,
} from "../../approval/index.ts";
import { fromWire } from "../../contract/index.ts";
import type { Database } from "../../database/index.ts";
import { amount, businessProfileName, calculate, gulfDay, isDecimalText, money } from "../../document/index.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../json/index.ts";
import { askedOf } from "../approving/approved-sums.ts";
import { endedBefore } from "../approving/delegation-rows.ts";
import type { Unapproved, WhichUnapproved } from "../approving/policies.ts";
import { intentKey } from "../keys/intent-key.ts";
import { notByNamedUsers } from "../server/four-eyes.ts";
import type { keptTexts } from "../store/kept-texts.ts";
import type { journalNotes } from "../store/notes.ts";
import { onward } from "../store/onward.ts";
import { recordOf } from "../store/record-rows.ts";
import type { Intent, JournalRecord } from "../store/records.ts";
import type { RecordsTable } from "../store/records-table.ts";
import { daySums } from "./day-sums.ts";

interface Parts {
  readonly database: Database;
  readonly notes: Pick<ReturnType<typeof journalNotes>, "ofType">;
  readonly records: Pick<RecordsTable, "ofAttempt">;
  readonly kept: Pick<ReturnType<typeof keptTexts>, "find">;
}

/** A policy, and the link at which it was set. */
interface PolicySet {
  readonly name: string;
  readonly at: string;
  /** Number of the link; the policy applies to all later ones. */
  readonly link: number;
  readonly signed: SignedPolicy;
}

const page = 500;

/**
 * Finds, from the records alone and in order, documents sent without the approval that their policy required,
 * regardless of which program wrote the records. Re-evaluates each approval and its signatures from the stored files,
 * and the daily limits from earlier records.
 */
export function unapproved(parts: Parts, { account, bodies = false }: WhichUnapproved): Unapproved[] {
  const policies = policiesSet(parts);
  const first = Math.min(...policies.map(({ link }) => link));
  if (policies.length === 0) return [];
  const asked = account === undefined ? undefined : new Set([account].flat());
  const found: Unapproved[] = [];
  const opened = new Map<string, ApprovalFile | undefined>();
  const days = policies.some(hasDayLimit) ? daySums() : undefined;
  const sql = `SELECT record.*, coalesce(link.sequence, ${Number.MAX_SAFE_INTEGER}) AS link FROM record
    LEFT JOIN link ON link.source = 'record' AND link.row = record.sequence
    WHERE record.type = 'intent' AND record.sequence > ? AND coalesce(link.sequence, ${first}) >= ${first}
    ORDER BY record.sequence LIMIT ${page}`;
  for (let after = 0; ; ) {
    const rows = parts.database.all(sql, after);
    for (const row of rows) {
      const record = recordOf(row) as JournalRecord & { type: "intent" };
      const isAsked = asked === undefined || asked.has(record.account);
      const policy = isAsked
        ? policies.findLast((each) => each.link < Number(row.link) && isFor(each, record))
        : undefined;
      const memory = { opened, spent: spentBefore(record.data, days), link: Number(row.link) };
      const lacks = policy && whyNot(record.data, policy, parts, memory);
      if (days && record.data.approval) countToDay(record, days, parts);
      const why = lacks ?? (policy && bodies ? otherBody(record.data, parts) : undefined);
      const stands = why === undefined ? undefined : standing(parts.records.ofAttempt(record.attempt));
      if (policy === undefined || why === undefined || stands === undefined) continue;
      const { attempt, data: intent, at } = record;
      found.push({ attempt, intent, at, ...stands, policy: policy.signed.policy.number, why });
    }
    if (rows.length < page) return found;
    after = onward(after, Number(rows.at(-1)?.sequence));
  }
}

const hasDayLimit = ({ signed }: PolicySet): boolean => signed.policy.people.some((each) => each.per_day !== undefined);

type DaySums = ReturnType<typeof daySums>;

/**
 * Returns the amounts already counted on a day: none for a merged record, which was claimed in another journal with
 * its own daily counts.
 */
function spentBefore(intent: Intent, days: DaySums | undefined): SpentOn {
  const isMerged = "origin" in intent;
  return days === undefined || isMerged ? () => money.zero : days.spentOf(intent.businessProfileId);
}

function countToDay({ attempt, data }: JournalRecord & { type: "intent" }, days: DaySums, { records }: Parts): void {
  const all = records.ofAttempt(attempt);
  const stands = standing(all);
  const end = all.findLast(({ type }) => type === "result");
  const serviceDay = end?.type === "result" ? end.data.serviceDay : undefined;
  if (stands) days.count(data, { ...stands, serviceDay });
}

function policiesSet({ database, notes }: Parts): PolicySet[] {
  return notes.ofType("policy").flatMap(({ sequence, at, data }): PolicySet[] => {
    const json = parseJson(String(data.envelope));
    const signed = json.ok ? openPolicy(json.value) : undefined;
    const link = database.get("SELECT sequence FROM link WHERE source = 'note' AND row = ?", sequence);
    // A policy that cannot be trusted stops all sending, which is reported elsewhere.
    return signed ? [{ name: String(data.business_profile), at, link: Number(link?.sequence ?? 0), signed }] : [];
  });
}

/**
 * Whether a policy applies to a record, by the business profile in the record or at the end of its account's name.
 */
function isFor({ name, at }: PolicySet, { account, at: recorded, data }: JournalRecord & { type: "intent" }): boolean {
  // A merged record was subject to the policy in force when it was sent, regardless of which journal contains that
  // policy.
  if ("origin" in data && recorded < at) return false;
  if (data.takenOver && data.issueDate < gulfDay(new Date(at))) return false;
  return businessProfileName(String(data.businessProfileId)) === name || account.toLowerCase().endsWith(`:${name}`);
}

function whyNot(
  intent: Intent,
  { signed }: PolicySet,
  { database, kept }: Parts,
  {
    opened,
    spent,
    link,
  }: { readonly opened: Map<string, ApprovalFile | undefined>; readonly spent: SpentOn; readonly link: number },
): string | undefined {
  const asked = askedOf(intent);
  if (!needsApproval(asked, signed.policy)) return undefined;
  if (intent.takenOver) return "it was taken over from the service, and not sent from here";
  const { approval } = intent;
  if (approval === undefined) return "none was given";
  if (approval.policy.hash !== signed.hash) return `it was approved under policy ${approval.policy.number}`;
  const files: (ApprovalFile | undefined)[] = [];
  for (const hash of approval.files) {
    const length = lengthOf(hash, database);
    if (length === undefined) return "the files of its approval are not in the journal";
    // The file was purged, so its content can no longer be read.
    if (length === 0) return undefined;
    if (!opened.has(hash)) opened.set(hash, openApprovalFile(kept.find(hash) ?? "", { users: true }));
    files.push(opened.get(hash));
  }
  const ended = endedBefore(database, delegationsIn(files), link);
  const judged = judgeApproval(asked, { policy: signed, files, day: approval.day, spent, ended });
  if (judged.is === "refused") return judged.why;
  // A copy in a file does not record which of the server's users wrote each row.
  if (judged.is !== "approved" || database.engine === "sqlite") return undefined;
  return notByNamedUsers(database, judged.by);
}

/**
 * Explains how the stored body contradicts its record. Skips purged bodies, and documents that were not sent from
 * here.
 */
function otherBody(intent: Intent, { database, kept }: Parts): string | undefined {
  if (intent.takenOver) return undefined;
  if (lengthOf(intent.bodyHash, database) === undefined) return "the body that was sent is not in the journal";
  const text = kept.find(intent.bodyHash);
  const body = text === undefined ? undefined : parseJson(text);
  if (body === undefined) return undefined;
  if (!body.ok || !isJsonObject(body.value)) return "the body that was kept is not a document";
  const { document_number: _, ...unnumbered } = body.value;
  const { corrects } = intent;
  const stands = corrects === undefined ? [undefined] : [corrects.documentNumber, corrects.id];
  const bodies = [body.value, unnumbered as JsonObject];
  const keys = bodies.flatMap((each) => stands.map((name) => intentKey(intent, each, name)));
  if (!keys.includes(intent.key)) return "the body that was kept is of another content than its record says";
  const { totals } = calculate(fromWire(body.value, intent.kind).document);
  const told = intent.totals.tax_inclusive_amount ?? "";
  if (isDecimalText(told) && money.equal(amount(told), totals.tax_inclusive_amount)) return undefined;
  return "its record says another amount than the body that was kept";
}

/** Returns the size of stored content in bytes: 0 after a purge, undefined if it was never stored. */
function lengthOf(hash: string, database: Database): number | undefined {
  const row = database.get("SELECT length(content) AS length FROM kept WHERE hash = ?", hash);
  return row && Number(row.length);
}

/**
 * Returns the id of a document that exists or may exist, if known; undefined if the document was not sent or does not
 * exist.
 */
function standing(records: readonly JournalRecord[]): { id?: string } | undefined {
  const end = records.findLast((each) => each.type === "result" || each.type === "resolved")?.data;
  const verdict = end && "verdict" in end ? end.verdict : undefined;
  if (verdict === "created") return { ...(end && "id" in end && end.id !== undefined ? { id: end.id } : {}) };
  const left = records.some(({ type }) => type === "armed");
  return verdict === "in-doubt" || (verdict === undefined && left) ? {} : undefined;
}
