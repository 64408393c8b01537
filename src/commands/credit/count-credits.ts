import type { Connection, Desk } from "../../desk/index.ts";
import {
  type Calculation,
  type CountedInvoice,
  countedDocument,
  countedTogether,
  type EarlierCredit,
  invoiceNumbersOf,
  type NamedCredit,
  namesOfInvoices,
  overCredited,
  type SelfBilledDocument,
  seenFrom,
} from "../../document/index.ts";
import { type Crediting, takesBack } from "../../journal/index.ts";
import { contentHash, type Prepared } from "../../prepare/index.ts";
import { type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { journalIfAny } from "../answer/journal-head.ts";
import { creditsOnAll, differingInvoices, namedInvoices } from "./compare-invoice.ts";
import { notFollowing } from "./follow-invoices.ts";

/**
 * Compares each credit note with the invoices it names, as they were sent, and counts earlier credit notes and those in
 * the same run against them. An invoice that is not in the journal cannot be counted; a warning (`credits-uncounted`)
 * says so. `sendAnyway` turns refusals into warnings.
 */
export function creditCounter(
  connection: Result<Connection>,
  desk: Desk,
  sendAnyway: boolean,
): (prepared: Prepared) => Promise<readonly Problem[]> {
  const inThisRun = new Map<string, NamedCredit[]>();
  return async (prepared) => {
    const { document, calculation, spot, file } = prepared;
    const numbers = document ? invoiceNumbersOf(document) : [];
    if (!connection.ok || !document || !calculation || numbers.length === 0) return [];
    const before = [...new Set(numbers.flatMap((each) => inThisRun.get(each) ?? []))];
    const own = thisOne(file, document, calculation, numbers);
    for (const each of numbers) inThisRun.set(each, [...(inThisRun.get(each) ?? []), own]);
    const journal = await journalIfAny(desk);
    if (!journal.ok) return [];
    const where = spot?.("billing_reference");
    const sources = { connection: connection.value, journal: journal.value, desk, sendAnyway };
    if (!journal.value)
      return [...(await notFollowing(prepared, [], sources)), ...uncountedOf(numbers, [], calculation, where)];
    const named = await namedInvoices(numbers, connection.value, journal.value);
    if (!named.ok) return named.problems;
    const { invoices, creditNotes } = named.value;
    const others = differingInvoices(prepared, named.value, sendAnyway);
    if (others.some(({ severity }) => severity === "error")) return others;
    const differing = [...others, ...(await notFollowing(prepared, invoices, sources))];
    const called = numbers.filter((each) => !creditNotes.includes(each));
    const uncounted = [...differing, ...uncountedOf(called, invoices, calculation, where)];
    if (invoices.length < numbers.length) return uncounted;
    const credits = await creditsOnAll(invoices, connection.value, journal.value);
    if (!credits.ok) return credits.problems;
    // A recorded credit note with the same content is this document itself, which is not sent twice.
    const hash = contentHash(prepared);
    const here = credits.value.filter((each) => takesBack(each) && each.contentHash !== hash);
    const earlier = [...here, ...before.map((each) => seenFrom(numbers, each))];
    const names = earlier.map(nameOf).join(", ");
    const hint = `${names === "" ? "" : `Counted: ${names}. `}Correct it; if it is correct as it is, add --send-anyway.`;
    const severity = sendAnyway ? "warning" : "error";
    const found = overCredited(document, countedTogether(invoices), earlier).map(({ path, message, isRounding }) =>
      problem("over-credited", message, isRounding ? `${takesRest(numbers)} ${hint}` : hint, {
        severity,
        where: spot?.(path, path === "document_lines" ? "name" : "value"),
      }),
    );
    return [...found, ...uncounted];
  };
}

/** Rounded VAT cannot be written in a file: a note of the command has an allowance that takes the rounding out. */
const takesRest = ([number = "NUMBER"]: readonly string[]): string =>
  `To have the rounding taken out: ${suggest`create-credit-note --from ${number} --reason CODE --line LINE=QUANTITY`}.`;

/** Says why a credit note cannot be counted against its invoices, or only in part. */
function uncountedOf(
  numbers: readonly string[],
  invoices: readonly CountedInvoice[],
  { currency }: Calculation,
  where: Problem["where"],
): Problem[] {
  const missing = numbers.filter((number) => !invoices.some((each) => each.number === number));
  const foreign = invoices.flatMap((each) => (each.currency === currency ? [] : [each.number]));
  const [uncounted, why] =
    missing.length > 0
      ? [missing, "not in this journal, so it is not known whether more is credited than is left"]
      : [foreign, "in another currency, so only quantities are counted, not amounts"];
  if (uncounted.length === 0) return [];
  const are = uncounted.length === 1 ? "is" : "are";
  const names = numbers.length > 1 ? "The credit note names several invoices, and" : "The invoice";
  const message = `${names} ${namesOfInvoices(uncounted)} ${are} ${why}.`;
  const hint = "Check yourself that no more is credited than was invoiced.";
  return [problem("credits-uncounted", message, hint, { severity: "warning", where })];
}

function nameOf(each: EarlierCredit | Crediting): string {
  const open = "state" in each && each.state !== "created";
  return open ? `${each.number} (in doubt: ${suggest`resolve ${each.attempt} --check`})` : each.number;
}

function thisOne(
  file: string,
  document: SelfBilledDocument,
  calculation: Calculation,
  invoiceNumbers: readonly string[],
): NamedCredit {
  return {
    number: document.document_number ?? file,
    reason: document.discrepancy_response,
    status: undefined,
    invoiceNumbers,
    shared: invoiceNumbers.length > 1,
    ...countedDocument(calculation),
  };
}
