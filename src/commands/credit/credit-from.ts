import {
  type CreditWish,
  calculate,
  codes,
  countedDocument,
  creditInvoice,
  gulfDay,
  type LineChoice,
  type SelfBilledDocument,
} from "../../document/index.ts";
import type { CreditCap } from "../../journal/index.ts";
import { fail, failAll, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { writeYaml } from "../../read/index.ts";
import { repetitionWarnings, type SameCredits, sameCredits, withPartNote } from "./another-part.ts";
import { type CreditedInvoice, findInvoice, type Sources } from "./credited-invoice.ts";
import type { CreditedStates } from "./credited-state.ts";
import { earlierCredits, type KnownCredits } from "./earlier-credits.ts";

export interface FromWords {
  readonly from: string;
  readonly reason: string | undefined;
  readonly reasonText: string | undefined;
  readonly line: readonly string[];
  readonly issueDate: string | undefined;
  readonly documentNumber: string | undefined;
  readonly partOf?: readonly string[];
}

export interface PreparedCredit {
  readonly invoiceNumber: string;
  readonly yaml: string;
  readonly document: SelfBilledDocument;
  /** Numbers of earlier partial credit notes. */
  readonly before: readonly string[];
  readonly same: SameCredits;
  /** Problems with the status of the invoice, such as a rejection. */
  readonly stood: readonly Problem[];
  readonly remarks: readonly Problem[];
  readonly excess: Problem | undefined;
  /** The invoice, and those of its credit notes that are not in this journal; the check before sending needs both. */
  readonly cap: CreditCap;
}

interface Choices extends Omit<CreditWish, "invoiceNumber"> {
  /** Numbers or ids of credit notes besides which this one is another part. */
  readonly partOf: readonly string[];
}

/** Part of the comment at the top of the generated file. */
const byItself = "Check it, change what you need, then run selfbill create-credit-note with the name of this file.";

/** Returns the values of the options, or all errors at once (`bad-usage`). The default date is today in UAE time. */
export function wishOf(words: FromWords, now: Date): Result<Choices> {
  const lines = words.line.map(lineChoice);
  const positions = lines.map((each) => (each.ok ? each.value.position : 0));
  const twice = positions.find((each, at) => each > 0 && positions.indexOf(each) !== at);
  const problems = [
    ...reasonProblems(words.reason),
    ...lines.flatMap((each) => (each.ok ? [] : each.problems)),
    ...(twice === undefined
      ? []
      : [usage(`Line ${twice} appears twice.`, "Name each line once, with its whole quantity.")]),
  ];
  if (problems.length > 0) return failAll(problems);
  return ok({
    issueDate: words.issueDate ?? gulfDay(now),
    reason: words.reason ?? "",
    reasonText: words.reasonText,
    documentNumber: words.documentNumber,
    partOf: words.partOf ?? [],
    lines: lines.flatMap((each) => (each.ok ? [each.value] : [])),
  });
}

function reasonProblems(reason: string | undefined): Problem[] {
  if (reason !== undefined && Object.hasOwn(codes.discrepancyReasons, reason)) return [];
  const list = Object.entries(codes.discrepancyReasons).map(([code, says]) => `${code} ${says}`);
  const message = reason === undefined ? "A credit note needs its reason." : `${reason} is not a credit note reason.`;
  return [usage(message, `Add --reason with one of: ${list.join("; ")}.`)];
}

/** `2=4` means a quantity of 4 from line 2; `2` alone means all that is left of that line. */
function lineChoice(text: string): Result<LineChoice> {
  const found = /^([1-9]\d{0,5})(?:=((?:0|[1-9]\d{0,13})(?:\.\d{1,12})?))?$/.exec(text.trim());
  const [, position, quantity] = found ?? [];
  if (position === undefined || (quantity !== undefined && !/[1-9]/.test(quantity))) {
    return fail(
      usage(
        `--line ${text} does not name a line and a quantity.`,
        "Write --line 1=4 (line 1, quantity 4) or --line 1.",
      ),
    );
  }
  return ok({ position: Number(position), quantity });
}

/**
 * Prepares a credit note of an invoice. With `offline`, credit notes that cannot be looked up cause only a warning,
 * because nothing is sent.
 */
export async function prepareCredit(
  from: string,
  choices: Choices,
  sources: Sources,
  offline: boolean,
  states: CreditedStates,
  next = byItself,
): Promise<Result<PreparedCredit>> {
  const found = await findInvoice(from, sources);
  if (!found.ok) return found;
  const invoice = found.value;
  states.heard(invoice.number, invoice.status);
  const stood = await states.ofInvoice(invoice.number);
  const never = stood.filter(({ severity, code }) => severity === "error" && !(offline && code === "invoice-rejected"));
  if (never.length > 0) return failAll(never);
  const known = await knownCredits(invoice.number, sources, offline);
  if (!known.ok) return known;
  const wish = { ...choices, invoiceNumber: invoice.number };
  const credit = creditInvoice(invoice.document, wish, known.value.credits);
  const isTooMuch = credit.ok ? credit.value.excess : credit.problems.some(({ code }) => code === "over-credited");
  const inDoubt = isTooMuch ? perhapsItself(invoice.number, known.value) : undefined;
  if (inDoubt) return fail(inDoubt);
  if (!credit.ok) return failAll(credit.problems.map(unsent));
  const same = sameCredits(invoice.document, credit.value.document, wish, known.value.all);
  const repeated = offline ? repetitionWarnings(same) : [];
  const remarks = [...known.value.remarks, ...credit.value.remarks, ...repeated];
  const document = withPartNote(credit.value.document, same);
  const yaml = writeYaml(document, "credit-note", {
    head: headOf(invoice, next, [...stood, ...remarks, ...(credit.value.excess ? [credit.value.excess] : [])]),
    above: {
      discrepancy_response: `Why the invoice is corrected: ${reasonSays(wish.reason)}`,
      billing_reference: "The invoice that is corrected, by its number",
      document_lines: "What is taken back. Quantities and amounts are positive; net, VAT and totals are calculated.",
    },
  });
  const counted = { number: invoice.number, ...countedDocument(calculate(invoice.document)) };
  const cap = { invoice: counted, elsewhere: known.value.elsewhere };
  const before = known.value.credits.map((each) => each.number);
  const { excess } = credit.value;
  return ok({ invoiceNumber: invoice.number, yaml, document, before, same, stood, remarks, excess, cap });
}

/** Returns a problem if the service shows a credit note that may be the one in doubt: it would be counted twice. */
function perhapsItself(invoiceNumber: string, { doubt, elsewhere }: KnownCredits): Problem | undefined {
  if (doubt === undefined || elsewhere.length === 0) return undefined;
  const message = `Nothing was sent: an earlier run sent a credit note of ${invoiceNumber}, and it may or may not have been created. The service shows ${elsewhere.map(({ number }) => number).join(", ")}.`;
  return problem("still-in-doubt", message, `Resolve it first: ${suggest`resolve ${doubt} --check`}`);
}

/** Looks up earlier credit notes. If that fails and `offline` is set, counts none and adds a warning. */
export async function knownCredits(
  number: string,
  { connection, desk }: Sources,
  offline: boolean,
): Promise<Result<KnownCredits>> {
  const known = connection.ok ? await earlierCredits(number, connection.value, desk) : connection;
  if (known.ok || !offline) return known;
  const [first] = known.problems;
  const message = `Earlier credit notes of ${number} are not counted: ${first.message}`;
  return ok({
    credits: [],
    all: [],
    elsewhere: [],
    remarks: [problem("credits-uncounted", message, first.hint, { severity: "warning" })],
  });
}

/** Says in an `over-credited` problem that nothing was sent. */
function unsent(found: Problem): Problem {
  if (found.code !== "over-credited") return found;
  return { ...found, message: `Nothing was sent: ${found.message.charAt(0).toLowerCase()}${found.message.slice(1)}` };
}

function headOf(invoice: CreditedInvoice, next: string, remarks: readonly Problem[]): string[] {
  return [
    `Self-billed credit note (261) for the invoice ${invoice.number}, prepared by selfbill.`,
    next,
    ...remarks.map((each) => `Note: ${each.message}`),
  ];
}

function reasonSays(reason: string): string {
  return codes.discrepancyReasons[reason as keyof typeof codes.discrepancyReasons] ?? "";
}

function usage(message: string, hint: string): Problem {
  return problem("bad-usage", message, hint);
}
