import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DocumentKind, SelfBilledDocument } from "../../src/document/index.ts";
import { readDocument } from "../../src/read/index.ts";
import type { Supplier } from "../../src/suppliers/index.ts";
import { creditNote, inDollars, invoice, line, muscat } from "../support/documents.ts";
import {
  byDryRun,
  byImport,
  byValidate,
  byWizard,
  filesOf,
  type Rates,
  type Said,
  sheetOfDocuments,
} from "../support/doors.ts";
import { scenarioInvoices } from "../support/scenarios.ts";
import { desertLime } from "../support/suppliers.ts";

const supplierOf = (document: SelfBilledDocument) => document.accounting_supplier_party ?? {};
const account = (id: string) => [{ payment_means_code: "30", payee_financial_account: { id } }];

/** Valid invoices that lead to remarks. */
const doubtful: Readonly<Record<string, SelfBilledDocument>> = {
  "a prepaid amount without its invoice": invoice({ prepaid_amount: "100.00" }),
  "an issue date that has not come": invoice({ issue_date: "2026-06-25", due_date: "2026-07-25" }),
  "a supplier abroad with an emirate and a TRN": invoice({
    accounting_supplier_party: {
      ...supplierOf(invoice()),
      postal_address: { ...muscat, country_subentity: "DXB" },
    },
  }),
  "another account than the book": invoice({
    supplier: "desert-lime",
    payment_means: account("AE070331234567890123456"),
  } as object),
  "a name that looks like one of the book": invoice({
    accounting_supplier_party: {
      ...supplierOf(invoice()),
      party_name: "Desert Line Trading LLC",
    },
  }),
};
/** Invoices that must not be sent. */
const wrong: Readonly<Record<string, SelfBilledDocument>> = {
  "no date": invoice({ issue_date: undefined }),
  "a TRN that is none": invoice({
    accounting_supplier_party: {
      ...supplierOf(invoice()),
      party_tax_scheme: { company_id: "123", tax_scheme: "VAT" },
    },
  }),
  "a summary without its period": invoice({ profile_execution_id: "00010000" }),
  "an unknown supplier of the book": invoice({ supplier: "nobody" } as object),
  "dollars without a rate": invoice({ document_currency_code: "USD" }),
  "a missing attachment": invoice({ attachments: [{ file_path: "nothing.pdf" }] } as object),
  "wrong, and doubtful too": invoice({ prepaid_amount: "5", issue_date: "2027-01-01", due_date: "2020-01-01" }),
};
const credits: Readonly<Record<string, SelfBilledDocument>> = {
  returned: creditNote(),
  "a volume discount": creditNote({ discrepancy_response: "VD" }),
  "in US dollars": creditNote(inDollars),
  "without an invoice": creditNote({ billing_reference: undefined }),
  "a volume discount of tomorrow": creditNote({ discrepancy_response: "VD", issue_date: "2026-06-21" }),
};
/**
 * The supplier book; its entry has the party and account of `invoice()`, because only a document file could give
 * others.
 */
const book: readonly Supplier[] = [desertLime()];

async function agree(kind: DocumentKind, document: SelfBilledDocument, rates: Rates = {}): Promise<Said> {
  const files = filesOf(kind, [document]);
  const said = await byValidate(files, rates, book);
  expect(await byDryRun(kind, files, rates, book)).toEqual(said);
  if (!rates.exchangeRate) expect(await byWizard(kind, document, rates.rateDate, book)).toEqual(said);
  return said;
}

const codesOf = ({ findings }: Said): string[] => findings.flat().map((each) => each.replace(/^\S+ /, ""));

describe("of one document validate, a dry run and the review of the wizard say the same", () => {
  test.each(Object.entries({ ...scenarioInvoices, ...doubtful, ...wrong }))(
    "an invoice: %s",
    async (_name, document) => {
      await agree("invoice", document);
    },
  );

  test.each(Object.entries(credits))("a credit note: %s", async (_name, document) => {
    await agree("credit-note", document);
  });

  test("what is doubtful is said, so that the agreement is not of silence", async () => {
    const all = await Promise.all([
      ...Object.values(doubtful).map((each) => agree("invoice", each)),
      agree("credit-note", credits["a volume discount"] as SelfBilledDocument),
      agree("invoice", invoice({ ...inDollars }), { rateDate: "2026-05-01" }),
    ]);
    expect([...new Set(all.flatMap(codesOf))].sort()).toEqual([
      "date-ahead",
      "name-look-alike",
      "prepayment-unnamed",
      "rate-date-off",
      "reference-not-needed",
      "supplier-changed",
      "wrong-value",
    ]);
    expect(new Set(all.map(({ outcome }) => outcome))).toEqual(new Set(["done"]));
  });

  test("a rate beside the document", async () => {
    const quoted = invoice({ document_currency_code: "EUR" });
    const said = await agree("invoice", quoted, { exchangeRate: ["4.280610"], rateDate: "2026-06-01" });
    expect(codesOf(said)).toEqual(["rate-date-off"]);
  });

  test.each(["templates", "test/fixtures/broken"])("every file of %s", async (folder) => {
    const files = readdirSync(folder).filter((name) => /\.(?:ya?ml|json)$/.test(name));
    expect(files.length).toBeGreaterThan(30);
    for (const name of files) {
      const file = join(folder, name);
      const read = readDocument(readFileSync(file), name);
      const kind = read.ok && read.value.kindHint === "credit-note" ? "credit-note" : "invoice";
      const [checked, tried] = [await byValidate([file], {}, book), await byDryRun(kind, [file], {}, book)];
      expect([name, tried]).toEqual([name, checked]);
    }
  });
});

describe("of several files", () => {
  const sets: Readonly<Record<string, readonly SelfBilledDocument[]>> = {
    "all right": [invoice(), invoice({ document_number: "SB-2026-0002" })],
    "some wrong": [invoice(), invoice({ document_number: "SB-2026-0002", issue_date: "x" })],
    "all wrong": [invoice({ issue_date: "x" }), invoice({ issue_date: undefined })],
    "one number twice": [invoice(), invoice({ note: "another one" })],
    "the same twice": [invoice(), invoice()],
    "an account that changes within the run": [
      invoice({ document_number: "SB-1" }),
      invoice({ document_number: "SB-2", payment_means: account("AE070331234567890123456") }),
    ],
  };

  test.each(Object.entries(sets))(
    "%s: validate and a dry run say the same, and end with the same code",
    async (name, documents) => {
      const files = filesOf("invoice", documents);
      const said = await byValidate(files, {}, []);
      expect(await byDryRun("invoice", files, {}, [])).toEqual(said);
      if (name === "one number twice") expect(codesOf(said)).toContain("number-taken");
      if (name.includes("account")) expect(codesOf(said)).toContain("supplier-changed");
    },
  );

  test("a file that is missing beside one that is right", async () => {
    const files = [...filesOf("invoice", [invoice()]), "nothing-there.yaml"];
    expect(await byDryRun("invoice", files, {}, book)).toEqual(await byValidate(files, {}, book));
    expect(await byDryRun("invoice", ["nothing-there.yaml"], {}, book)).toEqual(
      await byValidate(["nothing-there.yaml"], {}, book),
    );
  });
});

describe("a spreadsheet made from documents", () => {
  /** All findings of all documents, and the outcome. */
  const flat = ({ findings, outcome }: Said) => ({ findings: findings.flat().sort(), outcome });

  async function alike(kind: DocumentKind, documents: readonly SelfBilledDocument[]): Promise<void> {
    const { file, map } = sheetOfDocuments(documents);
    const said = flat(await byValidate(filesOf(kind, documents), {}, book));
    expect(flat(await byImport(file, map, kind, book))).toEqual(said);
    expect(flat(await byDryRun(kind, [file], {}, book, map))).toEqual(said);
  }
  const numbered = (documents: readonly SelfBilledDocument[]) =>
    documents.map((each, at) => ({ ...each, document_number: `SB-2026-${at}` }));

  test("of every scenario", async () => {
    // A spreadsheet has no columns for attachments or item properties.
    const held = Object.values(scenarioInvoices).filter(
      ({ attachments, document_lines = [] }) =>
        !attachments && !document_lines.some((each) => each.additional_item_property),
    );
    expect(held.length).toBeGreaterThan(10);
    await alike("invoice", numbered(held));
  });

  test("of doubtful ones, one by one", async () => {
    const { "another account than the book": _, ...plain } = doubtful;
    for (const each of Object.values(plain)) await alike("invoice", [each]);
  });

  test("of credit notes", async () => {
    const { "without an invoice": _, ...plain } = credits;
    await alike("credit-note", numbered(Object.values(plain)));
  });
});

describe("drawn changes of a document", () => {
  const amounts = fc.constantFrom("0", "0.00", "1", "100.25", "-3", "1,5", "x", "99999999999");
  const dates = fc.constantFrom("2026-06-15", "2026-06-21", "2027-01-01", "15.06.2026", "", "2020-01-01");
  const change = fc.record(
    {
      prepaid_amount: amounts,
      payable_rounding_amount: amounts,
      issue_date: dates,
      due_date: dates,
      document_number: fc.constantFrom("", "SB-9", "SB 9", "é"),
      document_currency_code: fc.constantFrom("AED", "USD", "XXX"),
      profile_execution_id: fc.constantFrom("00000000", "00010000", "11111111", "2", "00000001"),
      discrepancy_response: fc.constantFrom("VD", "DL8.61.1.D", "??"),
      billing_reference: fc.constantFrom(undefined, [], [{ id: "SB-1", issue_date: "2026-06-01" }], [{ id: " " }]),
      payment_means: fc.constantFrom(undefined, account("AE070331234567890123456"), account("AE1")),
      tax_exchange_rate: fc.constantFrom(undefined, inDollars.tax_exchange_rate),
      document_lines: fc.constantFrom([], [line({ quantity: "0" })], [line(), line({ price: { base_amount: "-1" } })]),
      note: fc.constantFrom("a", "\u202e"),
    },
    { requiredKeys: [] },
  );
  const countries = fc.constantFrom("AE", "OM", "ZZ");
  const parties = fc.constantFrom("Desert Lime Trading LLC", "Desert Line Trading LLC", "Palm");

  test("say the same at every door", async () => {
    const kinds = fc.constantFrom("invoice" as const, "credit-note" as const);
    await fc.assert(
      fc.asyncProperty(kinds, change, countries, parties, async (kind, changes, country_code, party_name) => {
        const made = (kind === "invoice" ? invoice : creditNote)(changes as unknown as Partial<SelfBilledDocument>);
        const party = supplierOf(made);
        await agree(kind, {
          ...made,
          accounting_supplier_party: {
            ...party,
            party_name,
            postal_address: { ...party.postal_address, country_code },
          },
        });
      }),
      { numRuns: 120, seed: 26 },
    );
  });
});
