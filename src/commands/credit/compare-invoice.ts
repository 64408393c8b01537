import type { Connection } from "../../desk/index.ts";
import { type CountedInvoice, documentName, foldedName } from "../../document/index.ts";
import { type Crediting, eachOnce, type Journal, type Past } from "../../journal/index.ts";
import { documentSums, pastOfCredit } from "../../life/index.ts";
import type { Prepared } from "../../prepare/index.ts";
import { mapAll, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { identityOf } from "../../suppliers/index.ts";

/** An invoice that a credit note names, and the attempt that created it, which journals of earlier versions may lack. */
export interface NamedInvoice extends CountedInvoice {
  readonly past: Past | undefined;
}

/** The invoices that a credit note names, and the named numbers that belong to credit notes. */
export interface NamedInvoices {
  readonly invoices: readonly NamedInvoice[];
  readonly creditNotes: readonly string[];
}

/** Looks the numbers up in the journal; a number that it does not have is in neither list. */
export async function namedInvoices(
  numbers: readonly string[],
  { account }: Connection,
  journal: Journal,
): Promise<Result<NamedInvoices>> {
  const invoices: NamedInvoice[] = [];
  const creditNotes: string[] = [];
  for (const number of numbers) {
    const found = await journal.find(account, number);
    if (!found.ok) return found;
    const named = found.value.filter((each) => documentName(each) === number);
    const invoice = named.find(({ kind }) => kind === "invoice");
    if (invoice === undefined && named.length > 0) creditNotes.push(number);
    if (invoice === undefined) continue;
    const past = await journal.tries.last("id", invoice.id, ({ state }) => state === "created");
    if (!past.ok) return past;
    invoices.push({ ...invoice, number, past: past.value, sums: past.value && documentSums(past.value) });
  }
  return ok({ invoices, creditNotes });
}

/**
 * Reports an invoice of another supplier, and a number that belongs to a credit note: the credit note would reduce
 * what another document still owes. Warns about another date of issue (IBT-026). Problem: `invoice-differs`.
 */
export function differingInvoices(
  { document = {}, spot }: Prepared,
  { invoices, creditNotes }: NamedInvoices,
  sendAnyway: boolean,
): Problem[] {
  const severity = sendAnyway ? "warning" : "error";
  const hint = "Correct the number or the supplier. If both are correct as they are, add --send-anyway.";
  return (document.billing_reference ?? []).flatMap(({ id = "", issue_date: date }, at): Problem[] => {
    const where = (member: string) => spot?.(`billing_reference[${at}].${member}`);
    const number = id.trim();
    const past = invoices.find((each) => each.number === number)?.past;
    if (creditNotes.includes(number)) {
      const message = `${number} is a credit note, and a credit note names the invoice that it corrects.`;
      return [problem("invoice-differs", message, hint, { severity, where: where("id") })];
    }
    if (past === undefined) return [];
    const { supplier, issueDate } = past.intent;
    const own = identityOf(document);
    if (!isSame(supplier, own)) {
      const message = `${number} is an invoice of ${named(supplier)}, and this credit note is for ${named(own)}.`;
      return [problem("invoice-differs", message, hint, { severity, where: where("id") })];
    }
    if (date === undefined || date.trim() === "" || date === issueDate) return [];
    const message = `${number} was issued on ${issueDate}, not on ${date}.`;
    const change = `Write ${issueDate}.`;
    return [problem("invoice-differs", message, change, { severity: "warning", where: where("issue_date") })];
  });
}

type Named = Pick<Past["intent"]["supplier"], "name" | "trn">;

/** A supplier may have a new TRN or a new name, but hardly both at once. */
function isSame(one: Named, other: Named): boolean {
  return (one.trn !== "" && one.trn === other.trn) || foldedName(one.name) === foldedName(other.name);
}

const named = ({ name, trn }: Named): string => (trn === "" ? name : `${name} (${trn})`);

/** Returns all credit notes on the invoices, with their totals as the service stated them or as they were sent. */
export async function creditsOnAll(
  invoices: readonly NamedInvoice[],
  { account }: Connection,
  journal: Journal,
): Promise<Result<Crediting[]>> {
  const found = await mapAll(invoices, ({ number }) => journal.creditsOn(account, number));
  if (!found.ok) return found;
  const numbers = invoices.map(({ number }) => number);
  return mapAll(eachOnce(found.value.flat(), numbers), async (each) => {
    const past = await pastOfCredit(each, journal);
    return past.ok ? ok({ ...each, sums: past.value && documentSums(past.value) }) : past;
  });
}
