import type { Desk } from "../../desk/index.ts";
import { type Amount, countedOf, type DocumentKind, type Party } from "../../document/index.ts";
import { contentHash, type Prepared, type PrepareOptions, prepare, type Sendable } from "../../prepare/index.ts";
import { byPlace, fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { WrittenDocument } from "../../read/index.ts";
import type { SubmissionResult } from "../../report/index.ts";
import { keyIn } from "../../submit/index.ts";
import { Checking } from "../answer/checking.ts";
import { isWrong } from "../answer/submission-results.ts";

/** A document to check: a file, or a part of one. */
export interface Checkable {
  /** The file, or a name for a document without its own file. */
  readonly file: string;
  /** The file that the document is part of. */
  readonly source?: string;
  /** The document itself, if it has no file of its own. */
  readonly content?: Uint8Array | WrittenDocument;
  /** The kind of the document, if documents of both kinds are checked together. */
  readonly kind?: DocumentKind;
  /** Errors that were known before the check. */
  readonly known?: readonly Problem[];
  /** Returns the problems of the checks, with their places in `source`. */
  readonly placed?: (problems: readonly Problem[]) => Problem[];
  /** Removes findings that only repeat others; `again` checks another content in place of the document's. */
  readonly sifted?: (
    problems: readonly Problem[],
    again: (content: WrittenDocument) => Promise<readonly Problem[]>,
  ) => Promise<readonly Problem[]>;
  /** Whether there are only known errors, and no document to check. */
  readonly unread?: true;
  /** Whether the rows may belong to any document of the file: then nothing is sent until they are corrected. */
  readonly stopsAll?: true;
}

/** The part of a checked document that a run keeps: neither lines nor tree, so that ten thousand of them need little memory. */
export interface Checked {
  readonly file: string;
  readonly subject: Checkable;
  /** The result to report while the document is not sent. */
  readonly held: SubmissionResult;
  readonly wrong: boolean;
  /** Hash of the body, so that only the content that was checked can be sent. */
  readonly hash: string | undefined;
  /** Key of the content in the account of the profile, by `intentKey`; undefined if content or account is unknown. */
  readonly key: string | undefined;
  /** The document's total in its currency, and with VAT in AED. */
  readonly sums?: {
    readonly net: Amount;
    readonly vat: Amount;
    readonly gross: Amount;
    readonly netInAed: Amount;
    readonly grossInAed: Amount /** The amount that counts towards limits, AED with VAT. */;
    readonly counted: Amount;
  };
  /** The document's issue date, as written in it. */
  readonly issued?: string | undefined;
  /** The supplier's address on the network. */
  readonly to?: Pick<Party, "endpoint_id" | "endpoint_scheme_id"> | undefined;
  /** The document itself, if it is the only one of the run or cannot be read again. */
  readonly kept?: Prepared;
}

/** A function that returns the problems that a command finds in addition to those of the checks. */
export type Remarks = (prepared: Prepared) => Promise<readonly Problem[]> | readonly Problem[];

/** Options for checking files, in addition to the rules. */
interface Manner {
  readonly remarks?: Remarks | undefined;
  /** Returns the result to report for a document that is not sent. */
  readonly told: (prepared: Prepared) => SubmissionResult | Promise<SubmissionResult>;
  /** Whether the documents are needed later; otherwise each is released after its check. */
  readonly keep: boolean;
}

/** Checks documents, one after another. */
export async function checkDocuments(
  subjects: readonly Checkable[],
  how: PrepareOptions,
  { remarks, told, keep }: Manner,
  desk: Desk,
): Promise<Checked[]> {
  const checked: Checked[] = [];
  const account = await desk.account(how.profile);
  const progress = new Checking(subjects.length, desk);
  for (const subject of subjects) {
    const { file, unread } = subject;
    const read = unread
      ? { file, kind: how.kind ?? "invoice", problems: [] }
      : await prepare(file, howOf(subject, how), desk);
    const again = async (content: WrittenDocument) =>
      (await prepare(file, { ...howOf(subject, how), content }, desk)).problems;
    const sifted = (await subject.sifted?.(read.problems, again)) ?? read.problems;
    const said = unread ? [] : ((await remarks?.(read)) ?? []);
    const prepared = { ...read, problems: inPlace([...sifted, ...said], subject) };
    checked.push({
      ...remembered(prepared, { ...(await told(prepared)), ...sourceOf(subject) }, keep || file === "-", subject),
      key: confirmOf(prepared, account),
    });
    progress.count();
  }
  progress.end();
  return checked;
}

const howOf = ({ content, kind }: Checkable, how: PrepareOptions): PrepareOptions => ({
  ...how,
  ...(content ? { content } : {}),
  ...(kind ? { kind } : {}),
});

/** Returns the member `source` of a result: the file that the document is part of; no member if the document has its own file. */
export function sourceOf({ source }: Checkable): { source?: string } {
  return source === undefined ? {} : { source };
}

function inPlace(problems: readonly Problem[], { known = [], placed }: Checkable): readonly Problem[] {
  if (placed === undefined) return [...known, ...problems];
  return [...known, ...placed(problems)].sort(byPlace);
}

/** Returns the identity of a document in an account, which `--expect` compares; undefined if document or account cannot be identified. */
export function confirmOf({ kind, body, corrects }: Prepared, account: string | undefined): string | undefined {
  return account === undefined || body === undefined
    ? undefined
    : keyIn({ kind, body, ...(corrects === undefined ? {} : { corrects }) })(account);
}

function remembered(
  prepared: Prepared,
  held: SubmissionResult,
  keep: boolean,
  subject: Checkable,
): Omit<Checked, "key"> {
  const { file, bodyText, calculation, document } = prepared;
  const totals = calculation?.totals;
  const { endpoint_id, endpoint_scheme_id } = document?.accounting_supplier_party ?? {};
  return {
    file,
    subject,
    held,
    wrong: isWrong(prepared),
    hash: bodyText === undefined ? undefined : contentHash(prepared),
    ...(totals && {
      sums: {
        net: totals.tax_exclusive_amount,
        vat: totals.tax_amount,
        gross: totals.tax_inclusive_amount,
        netInAed: calculation.netInAed,
        grossInAed: calculation.taxInclusiveAmountInAed,
        counted: countedOf(calculation),
      },
    }),
    issued: document?.issue_date,
    to: { endpoint_id, endpoint_scheme_id },
    ...(keep ? { kept: prepared } : {}),
  };
}

/** Returns the document to send, exactly as it was checked. Problem: `changed-since-check`. */
export async function asChecked(checked: Checked, how: PrepareOptions, desk: Desk): Promise<Result<Sendable>> {
  if (checked.kept) return ok(checked.kept as Sendable);
  const again = await prepare(checked.file, howOf(checked.subject, how), desk);
  const { problems } = checked.held;
  if (again.bodyText !== undefined && contentHash(again) === checked.hash && !isWrong(again))
    return ok({ ...(again as Sendable), problems });
  const message = "Not sent now: the file changed after it was checked.";
  const hint = "Run the same command again: it checks the file as it is now.";
  return fail(problem("changed-since-check", message, hint, { where: { file: checked.file } }));
}
