import type { Desk } from "../../desk/index.ts";
import { type Amount, countedOf, type DocumentKind, type Party } from "../../document/index.ts";
import { contentHash, type Prepared, type PrepareOptions, prepare, type Sendable } from "../../prepare/index.ts";
import { byPlace, fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { WrittenDocument } from "../../read/index.ts";
import type { SubmissionResult } from "../../report/index.ts";
import { keyIn } from "../../submit/index.ts";
import { Checking } from "../answer/checking.ts";
import { isWrong } from "../answer/submission-results.ts";

export interface Checkable {
  /** The file, or a name for a document without a file. */
  readonly file: string;
  /** The file that contains the document. */
  readonly source?: string;
  /** Set if the document has no file of its own. */
  readonly content?: Uint8Array | WrittenDocument;
  /** Set if documents of both kinds are checked together. */
  readonly kind?: DocumentKind;
  /** Errors found before the check. */
  readonly known?: readonly Problem[];
  /** Moves problems to their places in `source`. */
  readonly placed?: (problems: readonly Problem[]) => Problem[];
  /** Removes findings that repeat others; `again` checks different content. */
  readonly sifted?: (
    problems: readonly Problem[],
    again: (content: WrittenDocument) => Promise<readonly Problem[]>,
  ) => Promise<readonly Problem[]>;
  /** Set if there is no document to check, only errors. */
  readonly unread?: true;
  /** Set for rows that may belong to any document in the file; nothing is sent until they are corrected. */
  readonly stopsAll?: true;
}

/** What a run keeps of a checked document. Lines and tree are dropped, so that ten thousand documents fit in memory. */
export interface Checked {
  readonly file: string;
  readonly subject: Checkable;
  /** The result to report if the document is not sent. */
  readonly held: SubmissionResult;
  readonly wrong: boolean;
  /** Hash of the body, to ensure that the checked content is sent. */
  readonly hash: string | undefined;
  /** The `intentKey` in the profile's account; undefined if the content or account is unknown. */
  readonly key: string | undefined;
  readonly sums?: {
    readonly net: Amount;
    readonly vat: Amount;
    readonly gross: Amount;
    readonly netInAed: Amount;
    readonly grossInAed: Amount;
    /** Amount that counts towards limits, in AED with VAT. */
    readonly counted: Amount;
  };
  /** The issue date as written in the document. */
  readonly issued?: string | undefined;
  /** The supplier's network address. */
  readonly to?: Pick<Party, "endpoint_id" | "endpoint_scheme_id"> | undefined;
  /** Kept only if it is the run's only document or cannot be read again. */
  readonly kept?: Prepared;
}

export type Remarks = (prepared: Prepared) => Promise<readonly Problem[]> | readonly Problem[];

interface Manner {
  readonly remarks?: Remarks | undefined;
  readonly told: (prepared: Prepared) => SubmissionResult | Promise<SubmissionResult>;
  /** If false, each document is released after its check. */
  readonly keep: boolean;
}

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
    const prepared = await preparedSubject(subject, how, remarks, desk);
    const keeps = keep || subject.file === "-";
    checked.push({
      ...remembered(prepared, { ...(await told(prepared)), ...sourceOf(subject) }, keeps, subject),
      key: confirmOf(prepared, account),
    });
    progress.count();
  }
  progress.end();
  return checked;
}

/** Prepares a document, with its problems at their places; errors of rows without a document are problems alone. */
export async function preparedSubject(
  subject: Checkable,
  how: PrepareOptions,
  remarks: Remarks | undefined,
  desk: Desk,
): Promise<Prepared> {
  const { file, unread } = subject;
  const read: Prepared = unread
    ? { file, kind: how.kind ?? "invoice", problems: [] }
    : await prepare(file, howOf(subject, how), desk);
  const again = async (content: WrittenDocument) =>
    (await prepare(file, { ...howOf(subject, how), content }, desk)).problems;
  const sifted = (await subject.sifted?.(read.problems, again)) ?? read.problems;
  const said = unread ? [] : ((await remarks?.(read)) ?? []);
  return { ...read, problems: inPlace([...sifted, ...said], subject) };
}

const howOf = ({ content, kind }: Checkable, how: PrepareOptions): PrepareOptions => ({
  ...how,
  ...(content ? { content } : {}),
  ...(kind ? { kind } : {}),
});

/** Returns an empty object if the document has its own file. */
export function sourceOf({ source }: Checkable): { source?: string } {
  return source === undefined ? {} : { source };
}

function inPlace(problems: readonly Problem[], { known = [], placed }: Checkable): readonly Problem[] {
  if (placed === undefined) return [...known, ...problems];
  return [...known, ...placed(problems)].sort(byPlace);
}

/** Returns the hash with which the value of `--expect` is compared; undefined if the document or account is unknown. */
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

/** Reads the document again and compares its hash. Problem: `changed-since-check`. */
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
