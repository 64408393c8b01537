import type { Passing } from "./passing.ts";
import type { TestSandbox } from "./start-sandbox.ts";

// biome-ignore lint/suspicious/noExplicitAny: a service changes documents of any shape
export type Told = Record<string, any>;

type Behind = Pick<TestSandbox, "call">;

/** What services are known to do to a document that they store; each changes what they show of it. */
export const rewritings: Readonly<Record<string, (document: Told) => void>> = {
  "texts are cut": (each) => {
    for (const line of each.document_lines) line.description = line.description?.slice(0, 255);
  },
  "signs are kept as entities": (each) => {
    for (const line of each.document_lines) line.name = line.name.replaceAll("&", "&amp;");
  },
  "Arabic is lost": (each) => {
    for (const line of each.document_lines) line.name = line.name.replace(/[؀-ۿ]/gu, "?");
  },
  "units are rewritten": (each) => {
    for (const line of each.document_lines) line.unit_code = line.unit_code === "XBX" ? "BX" : "PCE";
  },
  "telephones are rewritten": (each) => {
    each.accounting_supplier_party.telephone = "04 200 0111";
  },
  "the supplier is taken from a register": (each) => {
    for (const name of ["name", "party_name"]) each.accounting_supplier_party[name] = "DESERT LIME TRADING L.L.C";
  },
  "quantities are rounded": (each) => {
    for (const line of each.document_lines) line.quantity = Math.round(line.quantity);
    recalculated(each);
  },
  "prices are rounded": (each) => {
    for (const { price } of each.document_lines) price.base_amount = price.price_amount = Math.round(price.base_amount);
    recalculated(each);
  },
  "every number is cut to whole units": (each) => {
    for (const { price, ...line } of each.document_lines) {
      line.quantity = Math.floor(line.quantity);
      price.base_amount = price.price_amount = Math.floor(price.base_amount);
    }
    recalculated(each, Math.floor);
  },
  "equal lines are merged": (each) => {
    const [first, ...others] = each.document_lines as Told[];
    if (first === undefined) return;
    for (const line of others) first.quantity += line.quantity;
    each.document_lines = [first];
  },
  "lines are cut": (each) => {
    each.document_lines = each.document_lines.slice(0, 1);
    recalculated(each);
  },
  "allowances are left out": (each) => {
    each.allowances = [];
    recalculated(each);
  },
  "charges are doubled": (each) => {
    for (const charge of each.charges ?? []) charge.amount *= 2;
    recalculated(each);
  },
  "numbers are its own": (each) => {
    each.document_number = `PI-${String(each.id).slice(0, 8).toUpperCase()}`;
  },
  "the day of creation is the issue date": (each) => {
    each.issue_date = "2026-07-03";
  },
};

function recalculated(document: Told, shown = (sum: number) => Math.round(sum * 100) / 100): void {
  const { document_lines: lines, allowances, charges } = document;
  const sumOf = (list: Told[] | null | undefined): number =>
    (list ?? []).reduce((sum, each) => sum + Number(each.amount), 0);
  const net = lines.reduce((sum: number, { quantity, price }: Told) => sum + quantity * price.base_amount, 0);
  const payable = shown((net + sumOf(charges) - sumOf(allowances)) * 1.05);
  document.payable_amount = payable;
  document.totals = { ...document.totals, payable_amount: payable };
}

/** What a service may do with its lists; each hides documents. */
export interface ListHabits {
  /** Filters that find nothing. */
  readonly blind?: readonly string[];
  /** Failed documents are not listed. */
  readonly hidesFailed?: boolean | "unless asked";
  /** No list shows more entries than this; its counts are those of what it shows. */
  readonly most?: number;
  /** Calls that the service does not offer. */
  readonly lacks?: readonly ("ids" | "status")[];
  /** The members of a list's entry; all if absent. */
  readonly members?: readonly string[];
}

/** What such a service does to its answers; its filters find what it shows. */
export function rewriting(
  sandbox: Behind,
  rewrite: (document: Told) => void,
  habits: ListHabits,
): (passing: Passing) => Promise<void> {
  return async (passing) => {
    const { method, path } = passing;
    if (method !== "GET" || passing.status !== 200) return;
    if (path.endsWith("/uuids") && habits.lacks?.includes("ids")) passing.status = 404;
    else if (/\/purchase-[a-z-]+\/[0-9a-f-]{36}$/.test(path)) rewrite(passing.body);
    else if (/\/purchase-[a-z-]+$/.test(path)) await list(passing, sandbox, rewrite, habits);
  };
}

async function list(
  passing: Passing,
  sandbox: Behind,
  rewrite: (document: Told) => void,
  { blind = [], hidesFailed, most, lacks, members }: ListHabits,
): Promise<void> {
  const { path, query } = passing;
  const [page, size] = [Number(query.get("page") ?? 0), Number(query.get("size") ?? 10)];
  const all: Told[] = [];
  for (let at = 0; ; at += 1) {
    const { body } = await sandbox.call("GET", `${path}?page=${at}&size=100`);
    all.push(...body.content);
    if (at + 1 >= body.total_pages) break;
  }
  for (const each of all) rewrite(each);
  const statusOf = (each: Told): string => each.meta_info?.peppol_status?.overall_status;
  const filters: Record<string, (each: Told) => unknown> = {
    document_number: (each) => each.document_number,
    document_date: (each) => each.issue_date,
    billed_by_vat: (each) => each.accounting_supplier_party?.party_tax_scheme?.company_id,
    status: statusOf,
  };
  if (query.has("status") && lacks?.includes("status")) {
    Object.assign(passing, { status: 400, body: { errors: { status: "unknown" } } });
    return;
  }
  const hides = hidesFailed === "unless asked" ? !query.has("status") : hidesFailed === true;
  const found = all
    .filter((each) => !hides || statusOf(each) !== "VALIDATION_FAILED")
    .filter((each) =>
      Object.entries(filters).every(
        ([name, read]) => !query.has(name) || (!blind.includes(name) && read(each) === query.get(name)),
      ),
    )
    .slice(0, most);
  const shown = found
    .slice(page * size, (page + 1) * size)
    .map((each) => (members ? Object.fromEntries(members.map((name) => [name, each[name]])) : each));
  passing.body = {
    content: shown,
    page_number: page,
    total_pages: Math.max(1, Math.ceil(found.length / size)),
    total_elements: found.length,
  };
}
