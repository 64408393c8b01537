import type { Desk } from "../../desk/index.ts";
import { daysBetween, gulfDay, isRecord, valueAt } from "../../document/index.ts";
import { type Problem, problem, suggest } from "../../problem/index.ts";
import { safe } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import {
  type AgreementState,
  agreementProblems,
  agreementState,
  bookText,
  groupDoubt,
  missingIn,
  missingWords,
  outsideSays,
  reachOf,
  reachWords,
  type Supplier,
  type SupplierBook,
  sharedAccounts,
  trnCheckState,
  trnCheckWords,
} from "../../suppliers/index.ts";
import { tableView } from "../answer/columns.ts";
import { type Reaches, reachesOf } from "../answer/reaches.ts";
import { succeeded } from "../answer/stopped-by.ts";

export async function listReport(book: SupplierBook, practice: boolean, desk: Desk): Promise<Report> {
  const { suppliers, path } = book;
  const today = gulfDay(desk.now());
  const { reaches, problems } = await knownReaches(book, practice, desk);
  const shown = tableView(suppliers, {
    Supplier: "supplier",
    Name: nameOf,
    TRN: trnOf,
    Account: (each) => accountsOf(each).join(", "),
    Agreement: (each) => each.agreement_number,
    Until: (each) => each.agreement_expiry,
    State: (each) => [incompleteWords(each), agreementWords(each, today)].filter((words) => words !== "").join("; "),
    "TRN checked": (each) => trnCheckWords(each, today),
    "On the network": (each) => reachWords(reaches(each.accounting_supplier_party)),
  });
  const data = { path, suppliers: suppliers.map((each) => supplierJson(each, today, reaches)) };
  const empty = `The supplier book is empty: ${suggest`suppliers add NAME`}, or ${suggest`suppliers import FILE`}.`;
  return succeeded({ ...shown, data, empty }, false, problems);
}

/**
 * Returns which suppliers the network delivers to. If the journal cannot be read, judges by the addresses alone and
 * returns warnings.
 */
async function knownReaches(
  book: SupplierBook,
  practice: boolean,
  desk: Desk,
): Promise<{ readonly reaches: Reaches; readonly problems: readonly Problem[] }> {
  const found = await reachesOf(book, practice, desk);
  if (found.ok) return { reaches: found.value, problems: [] };
  const problems = found.problems.map((each): Problem => ({ ...each, severity: "warning" }));
  return { reaches: (party) => reachOf(party, {}), problems };
}

/** Shows an entry, with remarks about its agreement. */
export async function showReport(
  supplier: Supplier,
  book: SupplierBook,
  practice: boolean,
  desk: Desk,
): Promise<Report> {
  const today = gulfDay(desk.now());
  const { reaches, problems } = await knownReaches(book, practice, desk);
  const said = [
    ...groupProblems(supplier),
    ...agreementProblems(supplier, today, today, {}),
    ...sharedAccounts(book.suppliers, [supplier]),
    ...problems,
  ];
  const checked = trnCheckWords(supplier, today);
  const reach = reaches(supplier.accounting_supplier_party);
  const text = bookText(
    [supplier],
    [...(checked === "" ? [] : [`TRN checked: ${checked}`]), safe(`On the network: ${reach.answer}; ${reach.ground}`)],
  );
  const data = { supplier: supplierJson(supplier, today, reaches) };
  return succeeded({ view: "raw", text, data, foreign: true }, false, said);
}

/** Reports a saved entry, with the values that the supplier's documents will still lack. */
export function savedReport(title: string, supplier: Supplier, problems: readonly Problem[], today: string): Report {
  const facts: [string, string][] = [
    ["Supplier", supplier.supplier],
    ["Name", nameOf(supplier)],
    ["TRN", trnOf(supplier)],
    ["TIN", textAt(supplier, "accounting_supplier_party.tin")],
    ["VAT group", supplier.vat_group === "yes" ? "member: the TRN is the group's" : ""],
    ["Peppol address", outsideSays(supplier.accounting_supplier_party) ?? ""],
    ["TRN checked", trnCheckWords(supplier, today)],
    ["Account", accountsOf(supplier).join(", ")],
    ["Agreement", agreementWords(supplier, today)],
    ["In a document", `supplier: ${supplier.supplier}`],
  ];
  const said = [...groupProblems(supplier), ...agreementProblems(supplier, today, today, {})];
  return succeeded(
    {
      view: "facts",
      title,
      facts: facts.filter(([, value]) => value !== ""),
      data: { supplier: supplierJson(supplier, today) },
    },
    false,
    [...problems, ...said],
  );
}

/** Warns about a TIN and a TRN that do not match. */
function groupProblems(supplier: Supplier): Problem[] {
  const doubt = groupDoubt(supplier);
  if (doubt === undefined) return [];
  const hint = `If it is: ${suggest`suppliers edit ${supplier.supplier} --set vat_group=yes`}; if not, correct it with --set tin=… or --set trn=…`;
  return [problem("wrong-value", `${supplier.supplier}: ${doubt}`, hint, { severity: "warning" })];
}

const stateWords: Readonly<Record<AgreementState, string>> = {
  missing: "NO AGREEMENT",
  "not-yet": "BEGINS LATER",
  expired: "EXPIRED",
  "to-check": "AGREEMENT TO CHECK",
  ending: "ends soon",
  valid: "valid",
};

function agreementWords(supplier: Supplier, today: string): string {
  const state = agreementState(supplier, today);
  if (state !== "ending") return stateWords[state];
  const left = daysBetween(today, supplier.agreement_expiry ?? today);
  return left === 0 ? "ENDS TODAY" : `ends in ${left} ${left === 1 ? "day" : "days"}`;
}

/** Returns text about missing values that every document needs; empty if there are none. */
function incompleteWords(supplier: Supplier): string {
  const missing = missingWords(supplier);
  return missing.length === 0 ? "" : `INCOMPLETE: ${missing.join(", ")}`;
}

function supplierJson(supplier: Supplier, today: string, reaches?: Reaches): Record<string, unknown> {
  const states = { agreement_state: agreementState(supplier, today), trn_check_state: trnCheckState(supplier, today) };
  const reach = reaches && { reach: reaches(supplier.accounting_supplier_party) };
  return { ...supplier, ...states, ...reach, missing: missingIn(supplier) };
}

function nameOf(supplier: Supplier): string {
  return textAt(supplier, "accounting_supplier_party.party_name") || textAt(supplier, "accounting_supplier_party.name");
}

function trnOf(supplier: Supplier): string {
  return textAt(supplier, "accounting_supplier_party.party_tax_scheme.company_id");
}

function accountsOf({ payment_means: means = [] }: Supplier): string[] {
  return means.flatMap((each) => {
    const account: unknown = each.payee_financial_account;
    return isRecord(account) && typeof account.id === "string" ? [account.id] : [];
  });
}

function textAt(supplier: Supplier, path: string): string {
  const value = valueAt(supplier, path);
  return typeof value === "string" ? value : "";
}
