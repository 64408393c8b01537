import type { Connection } from "../../desk/index.ts";
import { foldedName } from "../../document/index.ts";
import type { Crediting, Journal, Past } from "../../journal/index.ts";
import { documentGross, pastOfCredit } from "../../life/index.ts";
import type { Prepared } from "../../prepare/index.ts";
import { mapAll, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { identityOf } from "../../suppliers/index.ts";

/** The invoices that a credit note names, as they were sent, and the named numbers that belong to credit notes. */
export interface NamedInvoices {
  readonly invoices: ReadonlyMap<string, Past>;
  readonly creditNotes: readonly string[];
}

export async function namedInvoices(
  numbers: readonly string[],
  { account }: Connection,
  journal: Journal,
): Promise<Result<NamedInvoices>> {
  const invoices = new Map<string, Past>();
  const creditNotes: string[] = [];
  for (const number of numbers) {
    const found = await journal.find(account, number);
    if (!found.ok) return found;
    const named = found.value.filter(({ documentNumber }) => documentNumber === number);
    const id = named.find(({ kind }) => kind === "invoice")?.id;
    if (id === undefined && named.length > 0) creditNotes.push(number);
    const past =
      id === undefined ? ok(undefined) : await journal.tries.last("id", id, ({ state }) => state === "created");
    if (!past.ok) return past;
    if (past.value) invoices.set(number, past.value);
  }
  return ok({ invoices, creditNotes });
}

/**
 * Reports an invoice of another supplier, and a number that belongs to a credit note: the credit note would reduce
 * what another document still owes. Warns about another date of issue (IBT-026). Problem: `invoice-differs`.
 */
export function differingInvoices(
  { document = {}, spot, corrects }: Prepared,
  { invoices, creditNotes }: NamedInvoices,
  sendAnyway: boolean,
): Problem[] {
  const severity = sendAnyway ? "warning" : "error";
  const hint = "Correct the number or the supplier. If both are correct as they are, add --send-anyway.";
  return (document.billing_reference ?? []).flatMap(({ id = "", issue_date: date }, at): Problem[] => {
    const where = (member: string) => spot?.(`billing_reference[${at}].${member}`);
    const number = id.trim();
    const past = invoices.get(number);
    if (creditNotes.includes(number)) {
      const message = `${number} is a credit note, and a credit note names the invoice that it corrects.`;
      return [problem("invoice-differs", message, hint, { severity, where: where("id") })];
    }
    if (past === undefined) return [];
    const { supplier, issueDate } = past.intent;
    const own = identityOf(document);
    if (!isSame(supplier, own)) {
      const message = `${number} is an invoice of ${named(supplier)}, and this credit note is for ${named(own)}.`;
      // A corrected copy may be for another supplier than the rejected document.
      const copied = corrects === undefined ? severity : "warning";
      return [problem("invoice-differs", message, hint, { severity: copied, where: where("id") })];
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

/** Adds the total with VAT to each credit note, as the service stated it or as it was sent. */
export function withGross(credits: readonly Crediting[], journal: Journal): Promise<Result<Crediting[]>> {
  return mapAll(credits, async (each) => {
    const past = await pastOfCredit(each, journal);
    return past.ok ? ok({ ...each, gross: past.value && documentGross(past.value) }) : past;
  });
}
