import type { Desk } from "../../desk/index.ts";
import { type Amount, countedOf, type DocumentKind, type Party } from "../../document/index.ts";
import { contentHash, type Prepared, type PrepareOptions, prepare, type Sendable } from "../../prepare/index.ts";
import { byPlace, fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { WrittenDocument } from "../../read/index.ts";
import type { SubmissionResult } from "../../report/index.ts";
import { keyIn } from "../../submit/index.ts";
import { Checking } from "../answer/checking.ts";
import { isWrong } from "../answer/submission-results.ts";

/** A document that is to be checked: a file, or a part of one. */
export interface Checkable {
  /** The file, or a name for what stands in none of its own. */
  readonly file: string;
  /** The file that it is a part of. */
  readonly source?: string;
  /** The document itself, where it stands in no file of its own. */
  readonly content?: Uint8Array | WrittenDocument;
  /** What it is, where documents of both kinds are checked together. */
  readonly kind?: DocumentKind;
  /** What is known to be wrong with it before it is checked. */
  readonly known?: readonly Problem[];
  /** The problems of the checks at their place in `source`. */
  readonly placed?: (problems: readonly Problem[]) => Problem[];
  /** Leaves out what only echoes other findings; `again` checks another content in its place. */
  readonly sifted?: (
    problems: readonly Problem[],
    again: (content: WrittenDocument) => Promise<readonly Problem[]>,
  ) => Promise<readonly Problem[]>;
  /** There is no document to be checked, only what is known to be wrong. */
  readonly unread?: true;
  /** Rows that may belong to any document of the file: nothing is sent before they are corrected, not even the others. */
  readonly stopsAll?: true;
}

/** What a run remembers of a document that was checked: no lines, no tree, so that ten thousand of them weigh little. */
export interface Checked {
  readonly file: string;
  readonly subject: Checkable;
  /** What is told of it as long as it is not sent. */
  readonly held: SubmissionResult;
  readonly wrong: boolean;
  /** Of the body, so that no other one is sent than the one that was checked. */
  readonly hash: string | undefined;
  /** Of the content in the account of the profile, by `intentKey`; undefined where either is not known. */
  readonly key: string | undefined;
  /** What it comes to in its currency, and with VAT in AED. */
  readonly sums?: {
    readonly net: Amount;
    readonly vat: Amount;
    readonly gross: Amount;
    readonly netInAed: Amount;
    readonly grossInAed: Amount /** To limits, AED with VAT. */;
    readonly counted: Amount;
  };
  /** The supplier's address on the network. */
  readonly to?: Pick<Party, "endpoint_id" | "endpoint_scheme_id"> | undefined;
  /** The document itself, where the run has no other or where it cannot be read again. */
  readonly kept?: Prepared;
}

/** A problem that a command finds beside those of the checks. */
export type Remarks = (prepared: Prepared) => Promise<readonly Problem[]> | readonly Problem[];

/** How files are checked beside the rules. */
interface Manner {
  readonly remarks?: Remarks | undefined;
  /** What is told of a document that is not sent. */
  readonly told: (prepared: Prepared) => SubmissionResult | Promise<SubmissionResult>;
  /** The documents are needed afterwards; else each is let go. */
  readonly keep: boolean;
}

/** Checks documents, one after the other. */
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

/** The file that a result speaks of, beside the name of the document. */
export function sourceOf({ source }: Checkable): { source?: string } {
  return source === undefined ? {} : { source };
}

function inPlace(problems: readonly Problem[], { known = [], placed }: Checkable): readonly Problem[] {
  if (placed === undefined) return [...known, ...problems];
  return [...known, ...placed(problems)].sort(byPlace);
}

/** What a document is known by in an account, and what `--expect` holds it to; undefined where either is not known. */
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
    to: { endpoint_id, endpoint_scheme_id },
    ...(keep ? { kept: prepared } : {}),
  };
}

/** The document, to be sent: as it was checked, or not at all. Problem: `changed-since-check`. */
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
