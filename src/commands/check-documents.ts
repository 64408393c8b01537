import type { Desk } from "../desk.ts";
import type { Amount } from "../document/index.ts";
import { contentHash, type Prepared, type PrepareOptions, prepare, type Sendable } from "../flow.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import type { SubmissionResult } from "../render/index.ts";
import { isWrong } from "./submission-results.ts";

/** What a run remembers of a document that was checked: no lines, no tree, so that ten thousand of them weigh little. */
export interface Checked {
  readonly file: string;
  /** What is told of it as long as it is not sent. */
  readonly held: SubmissionResult;
  readonly wrong: boolean;
  /** Of the body, so that no other one is sent than the one that was checked. */
  readonly hash: string | undefined;
  /** What it comes to in its currency, and with VAT in AED. */
  readonly sums?: { readonly net: Amount; readonly vat: Amount; readonly gross: Amount; readonly grossInAed: Amount };
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

/** Checks files, one after the other. */
export async function checkDocuments(
  files: readonly string[],
  how: PrepareOptions,
  { remarks, told, keep }: Manner,
  desk: Desk,
): Promise<Checked[]> {
  const checked: Checked[] = [];
  for (const file of files) {
    const read = await prepare(file, how, desk);
    const prepared = { ...read, problems: [...read.problems, ...((await remarks?.(read)) ?? [])] };
    checked.push(remembered(prepared, await told(prepared), keep || file === "-"));
  }
  return checked;
}

function remembered(prepared: Prepared, held: SubmissionResult, keep: boolean): Checked {
  const { file, bodyText, calculation } = prepared;
  const totals = calculation?.totals;
  return {
    file,
    held,
    wrong: isWrong(prepared),
    hash: bodyText === undefined ? undefined : contentHash(bodyText),
    ...(totals && {
      sums: {
        net: totals.tax_exclusive_amount,
        vat: totals.tax_amount,
        gross: totals.tax_inclusive_amount,
        grossInAed: calculation.taxInclusiveAmountInAed,
      },
    }),
    ...(keep ? { kept: prepared } : {}),
  };
}

/** The document, to be sent: as it was checked, or not at all. Problem: `changed-since-check`. */
export async function asChecked(checked: Checked, how: PrepareOptions, desk: Desk): Promise<Result<Sendable>> {
  if (checked.kept) return ok(checked.kept as Sendable);
  const again = await prepare(checked.file, how, desk);
  const { problems } = checked.held;
  if (again.bodyText !== undefined && contentHash(again.bodyText) === checked.hash && !isWrong(again))
    return ok({ ...(again as Sendable), problems });
  const message = "Nothing was sent for it: the file changed after it was checked.";
  const hint = "Run the same command again: it checks the file as it stands now.";
  return fail(problem("changed-since-check", message, hint, { where: { file: checked.file } }));
}
