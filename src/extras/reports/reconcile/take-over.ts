import { personOf } from "../../../commands/answer/person.ts";
import { readAgain } from "../../../commands/follow/read-again.ts";
import { LookUps } from "../../../commands/resolve/look-up.ts";
import { fromAnswer, textNamed, totalsOf, toWire } from "../../../contract/index.ts";
import type { Connection, Desk } from "../../../desk/index.ts";
import { invoiceNumbersOf } from "../../../document/index.ts";
import type { Doubt, Intent, Journal } from "../../../journal/index.ts";
import { intentKey, sha256 } from "../../../journal/index.ts";
import { type JsonObject, writeJson } from "../../../json/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../../problem/index.ts";
import type { ListedDocument } from "./sides.ts";

/** Documents that only the service had and that this run recorded. */
export interface TakenOver {
  /** `settles` is the attempt in doubt that the document settles. */
  readonly done: (ListedDocument & { readonly settles?: string | undefined })[];
  readonly problems: Problem[];
}

/** Records documents that only the service has, after confirmation. Problems: `needs-answer`, `declined`. */
export async function takeOverAll(
  entries: readonly ListedDocument[],
  connection: Connection,
  journal: Journal,
  desk: Desk,
  yes: boolean,
): Promise<Result<TakenOver>> {
  const taken: TakenOver = { done: [], problems: [] };
  if (entries.length === 0) return ok(taken);
  const sure = yes ? ok(true) : await sureOf(entries.length, desk);
  if (!sure.ok) return sure;
  if (!sure.value)
    return fail(problem("declined", "You said no: nothing was recorded.", "Look at them in the service."));
  for (const entry of entries) {
    const one = await takeOver(entry, connection, journal, desk);
    if (one.ok) taken.done.push({ ...entry, settles: one.value });
    else taken.problems.push(...one.problems);
    if (!one.ok && one.problems[0].code === "interrupted") break;
  }
  return ok(taken);
}

async function sureOf(count: number, desk: Desk): Promise<Result<boolean>> {
  if (!desk.ask.possible)
    return fail(
      problem(
        "needs-answer",
        "Nothing was recorded: confirmation is required, but this is not an interactive terminal.",
        "Add --yes.",
      ),
    );
  const what = count === 1 ? "1 document" : `${count} documents`;
  return desk.ask.confirm(`Record ${what} of the service in this journal, as not sent from here?`);
}

/** Records one document and returns the attempt in doubt that it settles, if any. */
async function takeOver(
  { id, kind, number }: ListedDocument,
  connection: Connection,
  journal: Journal,
  desk: Desk,
): Promise<Result<string | undefined>> {
  const by = personOf(desk);
  const [names, doubts] = [await journal.accounts.names(connection.account), await journal.doubts()];
  if (!names.ok) return names;
  if (!doubts.ok) return doubts;
  const own = doubts.value.filter(({ intent }) => names.value.includes(intent.account) && intent.kind === kind);
  const settled = await settles(id, own, doubts.value, connection, journal, desk);
  if (!settled.ok) return settled;
  if (settled.value) {
    const resolution = { verdict: "created", id, documentNumber: number, how: "looked-up", by } as const;
    const recorded = await journal.resolve(settled.value, resolution);
    return recorded.ok ? ok(settled.value.attempt) : recorded;
  }
  const answer = await readAgain(() => connection.service.document(kind, id), desk);
  if (!answer.ok) return answer;
  const body = writeJson(answer.value);
  const intent = intentFrom(answer.value, body, { id, kind, number }, connection);
  const recorded = await journal.takeOver(
    intent,
    { verdict: "created", id, documentNumber: number, how: "taken-over", by },
    body,
  );
  return recorded.ok ? ok(undefined) : recorded;
}

/** Returns the attempt in doubt that the document settles, if any. Problem: `not-settled` if a match is unclear. */
async function settles(
  id: string,
  own: readonly Doubt[],
  all: readonly Doubt[],
  connection: Connection,
  journal: Journal,
  desk: Desk,
): Promise<Result<Doubt | undefined>> {
  const lookUps = new LookUps(connection, desk, journal, all);
  for (const doubt of own) {
    const judged = await lookUps.judge(doubt, id);
    if (!judged.ok) return judged;
    const { is, why } = judged.value;
    if (is === "same") return ok(doubt);
    if (is === "other") continue;
    const message = `${id} was not recorded, because it may be ${doubt.attempt}, which is in doubt: ${why}.`;
    return fail(problem("not-settled", message, `Resolve that first: ${suggest`resolve ${doubt.attempt}`}`));
  }
  return ok(undefined);
}

function intentFrom(
  answer: JsonObject,
  body: string,
  { kind, number }: Pick<ListedDocument, "id" | "kind" | "number">,
  { account, businessProfileId, profile }: Connection,
): Intent {
  const document = fromAnswer(answer, kind);
  const party = document.accounting_supplier_party;
  const name = party?.party_name ?? party?.name ?? "";
  const trn = party?.party_tax_scheme?.company_id ?? "";
  const whose = { account, businessProfileId, kind };
  const wire = toWire(document, kind);
  return {
    ...whose,
    key: intentKey(whose, wire),
    supplier: { id: trn || party?.tin || party?.endpoint_id || party?.company_id || name, name, trn },
    ...(number === undefined ? {} : { documentNumber: number }),
    issueDate: document.issue_date ?? "",
    currency: document.document_currency_code ?? "AED",
    totals: Object.fromEntries(
      Object.entries(totalsOf(answer)).flatMap(([total, value]) => (value === undefined ? [] : [[total, value]])),
    ),
    file: "-",
    version: profile.serviceVersion,
    bodyHash: sha256(body),
    contentHash: sha256(writeJson(wire)),
    lines: linesOf(answer),
    ...(kind === "credit-note"
      ? { credits: { invoiceNumbers: invoiceNumbersOf(document), reason: document.discrepancy_response ?? "" } }
      : {}),
  };
}

function linesOf({ document_lines: lines }: JsonObject): Intent["lines"] {
  return (Array.isArray(lines) ? lines : []).flatMap((each) => {
    if (typeof each !== "object" || each === null || Array.isArray(each) || !("name" in each)) return [];
    const text = (name: string): string => textNamed(each as JsonObject, name) ?? "";
    return [
      { name: text("name"), quantity: text("quantity"), unitCode: text("unitCode"), netAmount: text("netAmount") },
    ];
  });
}
