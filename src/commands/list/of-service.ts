import {
  asObject,
  hasUnreadStatus,
  idOf,
  objectNamed,
  overallStatusOf,
  type ToldMember,
  textNamed,
  toldOf,
  totalsShown,
  unknownIn,
} from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import { type Amount, amount, type DocumentKind, isDecimalText, money } from "../../document/index.ts";
import { isJsonObject, type JsonObject, type JsonValue, numbersAsText } from "../../json/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import type { ListFilter, ShownList } from "../../send/index.ts";
import { cellsOf, tableView } from "../answer/columns.ts";
import { type DayRange, isIn } from "../answer/period.ts";
import { plainMoney, type Section } from "../answer/section.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";
import { tableReport } from "../answer/table-answer.ts";
import { isTooLong, readAgain } from "../follow/read-again.ts";
import type { ListWords } from "./words.ts";

/** Maximum number of pages; each costs a request. */
const mostPages = 500;
/** Documents per page when all pages are read; the next smaller size is used if the answer was too long. */
const wholeSizes = [100, 20, 5, 1] as const;

export interface ServiceWish {
  readonly kind: DocumentKind;
  readonly filter: ListFilter;
  readonly period: DayRange | undefined;
  readonly given: ListWords;
}

/** Shows the documents as the service returns them. */
export async function listOfService({ kind, filter, period, given }: ServiceWish, desk: Desk): Promise<Report> {
  const connection = await desk.connect(given);
  if (!connection.ok) return stoppedBy(connection.problems);
  const { sandbox, extras } = connection.value.profile;
  if (!extras)
    return stoppedBy([
      problem("not-found", "The service of this profile has no lists.", `${suggest`status ID`} shows one document.`),
    ]);
  const whole = given.all || period !== undefined;
  const sizes = whole && given.size === undefined ? wholeSizes : [filter.size];
  const pages = await read(kind, filter, { whole, sizes }, connection.value, desk);
  if (!pages.ok) return stoppedBy(pages.problems, sandbox);
  const { output, out } = given;
  const documents = pages.value.flatMap((each) => each.entries).filter((each) => isMeant(each, period));
  if (output === undefined && out.length === 0)
    return reportOf({ kind, documents, pages: pages.value }, period, sandbox, desk);
  return tableReport({ section: sectionOf(documents), data: dataOf(documents, pages.value), sandbox }, given, desk);
}

/** Turns the options into the service's filter. Problem: `bad-usage`. */
export function serviceFilter(given: ListWords, kind: DocumentKind): Result<ListFilter> {
  if (given.invoiceNumber !== undefined && kind === "invoice")
    return fail(problem("bad-usage", "--invoice-number is for credit notes.", "Use --number for an invoice."));
  return ok({
    document_number: given.number,
    invoice_number: given.invoiceNumber,
    billed_by_name: given.supplier,
    billed_by_vat: given.trn,
    status: given.status,
    document_date: given.date,
    page: (given.page ?? 1) - 1,
    size: given.size ?? 20,
  });
}

/** How much to read: one page or all pages, and the page sizes to try in order. */
interface Extent {
  readonly whole: boolean;
  readonly sizes: readonly (number | undefined)[];
}

async function read(
  kind: DocumentKind,
  filter: ListFilter,
  { whole, sizes }: Extent,
  { service }: Pick<Connection, "service">,
  desk: Desk,
): Promise<Result<readonly ShownList[]>> {
  const [size, ...smaller] = sizes;
  const pages: ShownList[] = [];
  for (let page = whole ? 0 : (filter.page ?? 0); pages.length < mostPages; page += 1) {
    const answer = await readAgain(() => service.shownList(kind, { ...filter, page, size }), desk);
    if (!answer.ok && smaller.length > 0 && isTooLong(answer))
      return read(kind, filter, { whole, sizes: smaller }, { service }, desk);
    if (!answer.ok) return answer;
    pages.push(answer.value);
    const total = answer.value.page?.total_pages;
    const last = total === undefined || page + 1 >= total;
    if (!whole || last || answer.value.entries.length === 0) return ok(pages);
  }
  desk.say(`The service has more: the newest ${pages.length} pages were read, and the list ends there.`);
  return ok(pages);
}

/** Whether the entry is in the period. An entry without a date counts, because it may belong to the period. */
function isMeant(entry: JsonValue, period: DayRange | undefined): boolean {
  const day = isJsonObject(entry) ? textNamed(entry, "issueDate")?.slice(0, 10) : undefined;
  return period === undefined || day === undefined || isIn(period, day);
}

interface Listed {
  readonly kind: DocumentKind;
  readonly documents: readonly JsonValue[];
  readonly pages: readonly ShownList[];
}

function dataOf(documents: readonly JsonValue[], pages: readonly ShownList[]): Record<string, unknown> {
  return {
    total_elements: pages[0]?.page?.total_elements ?? null,
    documents: documents.map((each) => numbersAsText(asObject(each))),
    beside: Object.fromEntries(pages.flatMap(({ beside }) => beside)),
  };
}

function reportOf(listed: Listed, period: DayRange | undefined, sandbox: boolean, desk: Desk): Report {
  const { documents, pages } = listed;
  const total = pages[0]?.page?.total_elements;
  if (period === undefined && total !== undefined && total > documents.length)
    desk.say(`${documents.length} of ${total} documents; --page N or --all shows the others.`);
  const isAsDescribed = pages.every(({ page }) => page !== undefined);
  return succeeded(
    {
      ...tableView(documents.map(entryOf), {
        ...{ Number: "number", "Issue date": "date", Supplier: "supplier" },
        VAT: ["money", ({ sums }) => written(sums.tax_amount, money.forPeople)],
        Payable: [
          "money",
          ({ sums, currency = "" }) => `${written(sums.payable_amount, money.forPeople)} ${currency}`.trim(),
        ],
        ...{ Status: ({ status, noStatus }) => status ?? noStatus, Id: "id" },
      }),
      data: dataOf(documents, pages),
      empty: isAsDescribed ? "No document matches." : "The service's answer holds a list, which is empty.",
      told: toldBeside(listed),
    },
    sandbox,
  );
}

const mostNames = 20;

/**
 * Returns the members that the service sent outside its lists, and the names of document members that only --json
 * shows.
 */
function toldBeside({ kind, documents, pages }: Listed): ToldMember[] {
  const names = new Set(
    documents.flatMap((each) =>
      isRead(each) ? unknownIn(each, kind).map(([name]) => name.replace(/\[\d+\]/g, "[]")) : [],
    ),
  );
  const shown = [...names].slice(0, mostNames).join(", ");
  const more = names.size > mostNames ? ` and ${names.size - mostNames} more` : "";
  const beside = pages.flatMap(({ beside }) => beside);
  return names.size === 0 ? beside : [...beside, ["members that only --json shows", `${shown}${more}`]];
}

function isRead(entry: JsonValue): entry is JsonObject {
  return isJsonObject(entry) && (textNamed(entry, "documentNumber") ?? idOf(entry)) !== undefined;
}

function asItCame(entry: JsonValue): string {
  const told = toldOf(entry).map(([name, value]) => (name === "" ? value : `${name}: ${value}`));
  return told.join("; ") || "an empty entry";
}

interface Entry
  extends Partial<Record<"number" | "date" | "supplier" | "trn" | "currency" | "status" | "id", string | undefined>> {
  readonly sums: Partial<ReturnType<typeof totalsShown>>;
  /** Shown in place of the status if the document has none. */
  readonly noStatus?: string;
}

function entryOf(entry: JsonValue): Entry {
  // Show an entry without a number or id as received.
  if (!isRead(entry)) return { number: asItCame(entry), sums: {} };
  const supplier = objectNamed(entry, "accountingSupplierParty") ?? {};
  return {
    number: textNamed(entry, "documentNumber"),
    date: textNamed(entry, "issueDate"),
    supplier: textNamed(supplier, "partyName") ?? textNamed(supplier, "name"),
    trn: textNamed(objectNamed(supplier, "partyTaxScheme") ?? {}, "companyId"),
    currency: textNamed(entry, "documentCurrencyCode"),
    sums: totalsShown(entry),
    status: overallStatusOf(entry),
    noStatus: hasUnreadStatus(entry) ? "not understood" : "no status yet",
    id: idOf(entry)?.id,
  };
}

const written = (text: string | undefined, write: (sum: Amount) => string): string =>
  text !== undefined && isDecimalText(text) ? write(amount(text)) : "";

function sectionOf(documents: readonly JsonValue[]): Section {
  const sum = (name: keyof Entry["sums"]) => ["money", ({ sums }: Entry) => written(sums[name], plainMoney)] as const;
  const cells = cellsOf(documents.map(entryOf), {
    ...{ Number: "number", "Issue date": ["day", "date"], Supplier: "supplier", TRN: "trn", Currency: "currency" },
    ...{ Net: sum("tax_exclusive_amount"), VAT: sum("tax_amount"), Gross: sum("tax_inclusive_amount") },
    ...{ Payable: sum("payable_amount"), "VAT AED": sum("tax_amount_in_aed") },
    ...{ "Payable AED": sum("payable_amount_in_aed"), Status: "status", Id: "id" },
  });
  return { name: "Documents", title: "Documents", ...cells };
}
