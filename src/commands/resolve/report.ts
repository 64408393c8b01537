import {
  all,
  kind,
  listOf,
  maybe,
  membersOf,
  partyShape,
  type Source,
  shape,
  text,
  texts,
  the,
} from "../../answers/index.ts";
import { amount, documentKinds, money } from "../../document/index.ts";
import type { Doubt, Intent, Resolution } from "../../journal/index.ts";
import { type Problem, suggest } from "../../problem/index.ts";
import { gulfTime } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import type { CompanyOf } from "../answer/all-companies.ts";
import { type ColumnsOf, tableView } from "../answer/columns.ts";
import type { Candidate } from "./candidate.ts";

export interface Settled {
  readonly doubt: Doubt;
  readonly resolution: Resolution;
}

interface Beside {
  readonly problems?: readonly Problem[];
  /** Documents at the service that may be the ones in doubt, keyed by attempt. */
  readonly candidates?: ReadonlyMap<string, readonly Candidate[]>;
  /** Set if documents of several companies are listed. */
  readonly companyOf?: CompanyOf | undefined;
}

/**
 * Reports documents in doubt and those settled in this run. A document whose decision was taken back is both, but is
 * listed once.
 */
export function reportOf(
  open: readonly Doubt[],
  settled: readonly Settled[],
  { problems = [], candidates = new Map(), companyOf }: Beside = {},
): Report {
  const company = ({ intent }: Doubt) => companyOf?.(intent.account)?.company;
  const notShown = open.filter(({ attempt }) => settled.every(({ doubt }) => doubt.attempt !== attempt));
  const rows = [
    ...settled.map(({ doubt, resolution }) => ({
      ...{ ...doubt, known: settledWords(resolution) },
      company: company(doubt),
    })),
    ...notShown.map((each) => ({ ...each, known: knownOf(each), company: company(each) })),
  ];
  const data = {
    resolved: settled.map((each) => settledShape.json({ ...each, company: company(each.doubt) })),
    doubts: open.map((doubt) =>
      doubtShape.json({ doubt, candidates: candidates.get(doubt.attempt) ?? [], company: company(doubt) }),
    ),
  };
  const stopped = problems.find((each) => each.severity === "error");
  const outcome = stopped?.outcome ?? (open.length > 0 ? "in_doubt" : "done");
  const empty = `Nothing${companyOf ? " of your companies" : ""} is in doubt: the result of every document is known.`;
  const next = open.length === 0 || problems.length > 0 ? undefined : howToSettle(companyOf !== undefined);
  const view = { ...tableView(rows, columns(companyOf !== undefined)), data, empty, next };
  return { outcome, sandbox: false, view, problems: [...problems] };
}

function howToSettle(ofSeveral: boolean): string {
  const which = ofSeveral ? ["--all-companies"] : [];
  return (
    `Ask the service: ${suggest`resolve ${which} --check`}. If it cannot tell, look there yourself, then type\n` +
    `${suggest`resolve ${which} ID --created THE-ID`}, or ${suggest`resolve ${which} ID --not-created`}.`
  );
}

interface DoubtRow extends Doubt {
  readonly known: string;
  readonly company: string | undefined;
}

const columns = (ofSeveral: boolean): ColumnsOf<DoubtRow> => ({
  Company: ofSeveral && "company",
  Id: "attempt",
  Kind: ({ intent }) => documentKinds[intent.kind].says,
  Supplier: ({ intent }) => intent.supplier.name,
  Number: ({ intent }) => intent.documentNumber,
  Date: ({ intent }) => intent.issueDate,
  Payable: ["money", ({ intent }) => payable(intent)],
  Sent: ({ sentAt }) => gulfTime(Date.parse(sentAt)),
  "What is known": "known",
  File: ({ intent }) => intent.file,
});

export function payable({ currency, totals }: Intent): string {
  return `${money.forPeople(amount(totals.payable_amount ?? "0"))} ${currency}`;
}

function knownOf({ result }: Doubt): string {
  return result?.said[0] ?? "selfbill ended before an answer came";
}

function settledWords({ verdict, id, how }: Resolution): string {
  const source = how === "looked-up" ? "the service" : "your decision";
  if (verdict === "in-doubt") return "in doubt again, by your decision";
  return verdict === "created" ? `settled by ${source}: it exists as ${id}` : `settled by ${source}: it does not exist`;
}

const doubtMembers = {
  id: [text, ({ attempt }) => attempt],
  account: [text, ({ intent }) => intent.account],
  kind: [kind, ({ intent }) => intent.kind],
  supplier: the(partyShape, ({ intent }) => intent.supplier),
  document_number: [maybe, ({ intent }) => intent.documentNumber],
  issue_date: [text, ({ intent }) => intent.issueDate],
  currency: [text, ({ intent }) => intent.currency],
  totals: [texts, ({ intent }) => intent.totals],
  sent_at: [text, ({ sentAt }) => sentAt],
  status: [maybe, ({ result }) => (result?.status === undefined ? undefined : String(result.status))],
  said: [listOf(text), ({ result }) => result?.said ?? []],
  file: [text, ({ intent }) => intent.file],
} satisfies Record<string, Source<Doubt>>;

const candidateShape = shape<Candidate>({
  id: [text, ({ id }) => id],
  document_number: [maybe, ({ documentNumber }) => documentNumber],
  issue_date: [maybe, ({ issueDate }) => issueDate],
  supplier: [maybe, ({ supplier }) => supplier],
  payable_amount: [maybe, ({ payable }) => payable],
  currency: [maybe, ({ currency }) => currency],
  equal: [listOf(text), ({ equal }) => equal],
  different: [listOf(text), ({ different }) => different],
  why: [text, ({ why }) => why],
});

interface OfCompany {
  /** Set if several companies are listed. */
  readonly company: string | undefined;
}

export const doubtShape = shape<OfCompany & { readonly doubt: Doubt; readonly candidates: readonly Candidate[] }>({
  ...membersOf(doubtMembers, ({ doubt }) => doubt),
  candidates: all(candidateShape, ({ candidates }) => candidates),
  // Present with --all-companies.
  company: [text.optional(), ({ company }) => company],
});

export const settledShape = shape<OfCompany & Settled>({
  ...membersOf(doubtMembers, ({ doubt }) => doubt),
  document_number: [maybe, ({ doubt, resolution }) => resolution.documentNumber ?? doubt.intent.documentNumber],
  verdict: [text, ({ resolution }) => resolution.verdict],
  created_id: [maybe, ({ resolution }) => resolution.id],
  how: [text, ({ resolution }) => resolution.how],
  by: [text, ({ resolution }) => resolution.by],
  company: [text.optional(), ({ company }) => company],
});
