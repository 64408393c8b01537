import { objectNamed, overallStatusOf, textNamed, totalsOf } from "../contract/index.ts";
import type { Connection, Desk } from "../desk/index.ts";
import { amount, type DocumentKind, isDecimalText, money } from "../document/index.ts";
import { type JsonObject, numbersAsText } from "../json/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import type { ListFilter, Page } from "../send/index.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { defineCommand, flag, type Input, serviceOptions, text } from "./command.ts";
import { readAgain } from "./follow/read-again.ts";

const options = {
  ...serviceOptions,
  number: text("--number <number>", "only this document number"),
  invoiceNumber: text("--invoice-number <number>", "credit notes: only those that correct this invoice"),
  supplier: text("--supplier <name>", "only this supplier's"),
  trn: text("--trn <trn>", "only those of the supplier with this TRN"),
  status: text("--status <status>", "only this overall status: PENDING, APPROVED, REJECTED, VALIDATION_FAILED"),
  date: text("--date <YYYY-MM-DD>", "only this issue date"),
  page: text("--page <number>", "which page, from 1 (default 1)"),
  size: text("--size <number>", "documents a page (default 20)"),
  all: flag("--all", "all pages"),
} as const;

const kinds: Readonly<Record<string, DocumentKind>> = { invoices: "invoice", "credit-notes": "credit-note" };
/** More documents than a person reads; each page costs a request. */
const mostPages = 500;

export const list = defineCommand({
  words: "list <invoices|credit-notes>",
  summary: "the documents that the service has",
  options,
  examples: [
    { type: "selfbill list credit-notes --status VALIDATION_FAILED", does: "what has to be corrected" },
    { type: "selfbill list invoices --all --json", does: "everything, for scripts" },
  ],
  async run(input, desk): Promise<Report> {
    const kind = kinds[input.words[0] ?? ""];
    if (kind === undefined)
      return stoppedBy([
        problem("bad-usage", "list shows invoices or credit-notes.", "Type: selfbill list invoices, or credit-notes."),
      ]);
    const filter = filterOf(input, kind);
    if (!filter.ok) return stoppedBy(filter.problems);
    const connection = await desk.connect(input.options);
    if (!connection.ok) return stoppedBy(connection.problems);
    const { sandbox, extras } = connection.value.profile;
    if (!extras)
      return stoppedBy([
        problem("not-found", "This profile's service has no lists.", "selfbill status ID looks at one."),
      ]);
    const pages = await read(kind, filter.value, input.options.all, connection.value, desk);
    if (!pages.ok) return stoppedBy(pages.problems, sandbox);
    return reportOf(pages.value, sandbox, desk);
  },
});

function filterOf({ options: given }: Input<typeof options>, kind: DocumentKind): Result<ListFilter> {
  const page = /^[1-9]\d{0,5}$/.test(given.page ?? "1") ? Number(given.page ?? 1) - 1 : undefined;
  const size = /^[1-9]\d{0,2}$/.test(given.size ?? "20") ? Number(given.size ?? 20) : undefined;
  if (page === undefined || size === undefined) {
    const hint = "--page counts from 1; --size is at most 999.";
    return fail(problem("bad-usage", "--page and --size are whole numbers.", hint));
  }
  if (given.invoiceNumber !== undefined && kind === "invoice")
    return fail(problem("bad-usage", "--invoice-number is for credit notes.", "Use --number for an invoice."));
  return ok({
    document_number: given.number,
    invoice_number: given.invoiceNumber,
    billed_by_name: given.supplier,
    billed_by_vat: given.trn,
    status: given.status,
    document_date: given.date,
    page,
    size,
  });
}

async function read(
  kind: DocumentKind,
  filter: ListFilter,
  all: boolean,
  { service }: Connection,
  desk: Desk,
): Promise<Result<readonly Page[]>> {
  const pages: Page[] = [];
  for (let page = all ? 0 : (filter.page ?? 0); pages.length < mostPages; page += 1) {
    const answer = await readAgain(() => service.list(kind, { ...filter, page }), desk);
    if (!answer.ok) return answer;
    pages.push(answer.value);
    const last = answer.value.total_pages === undefined || page + 1 >= answer.value.total_pages;
    if (!all || last || answer.value.content.length === 0) break;
  }
  return ok(pages);
}

function reportOf(pages: readonly Page[], sandbox: boolean, desk: Desk): Report {
  const documents = pages.flatMap((each) => each.content);
  const [first] = pages;
  const total = first?.total_elements;
  if (total !== undefined && total > documents.length)
    desk.say(`${documents.length} of ${total} documents; --page N or --all shows the others.`);
  return {
    outcome: "done",
    sandbox,
    view: {
      view: "table",
      columns: ["Number", "Issue date", "Supplier", "Payable", "Status", "Id"],
      right: [3],
      rows: documents.map(row),
      data: { total_elements: total ?? null, documents: documents.map(numbersAsText) },
      empty: "There is no such document.",
    },
    problems: [],
  };
}

function row(document: JsonObject): string[] {
  const supplier = objectNamed(document, "accountingSupplierParty") ?? {};
  const payable = totalsOf(document).payable_amount;
  const shown = payable !== undefined && isDecimalText(payable) ? money.forPeople(amount(payable)) : "";
  return [
    textNamed(document, "documentNumber") ?? "",
    textNamed(document, "issueDate") ?? "",
    textNamed(supplier, "partyName") ?? textNamed(supplier, "name") ?? "",
    shown === "" ? "" : `${shown} ${textNamed(document, "documentCurrencyCode") ?? ""}`.trim(),
    overallStatusOf(document) ?? "no status yet",
    textNamed(document, "id") ?? "",
  ];
}
