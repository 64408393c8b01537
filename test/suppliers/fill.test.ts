import { describe, expect, test } from "vitest";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { prepare } from "../../src/prepare/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { missingIn, type Supplier } from "../../src/suppliers/index.ts";
import { creditNote, invoice, palmLedger } from "../support/documents.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { desertLime } from "../support/suppliers.ts";

/** A document that names its supplier, as a clerk with a supplier book would write it. */
function named(change: object = {}, document: SelfBilledDocument = invoice()): SelfBilledDocument {
  const { accounting_supplier_party: _, payment_means: __, ...rest } = document;
  return { supplier: "desert-lime", ...rest, ...change } as SelfBilledDocument;
}

async function judged(
  document: SelfBilledDocument,
  suppliers: Supplier[] = [desertLime()],
  today = "2026-06-19T08:00:00Z",
) {
  const kind = document.credit_note_type_code === undefined ? "invoice" : "credit-note";
  const content = Buffer.from(writeYaml(document, kind));
  const desk = { ...offlineDesk({ suppliers }), now: () => new Date(today) };
  return prepare("march.yaml", { version: "20260101", profile: await profile(), content }, desk);
}

async function profile() {
  const found = await offlineDesk({ buyer: palmLedger }).profile({
    sandbox: false,
    profile: undefined,
    businessProfile: undefined,
    serviceVersion: undefined,
  });
  return found.ok ? found.value : undefined;
}

const said = (problems: readonly { code: string; message: string; where?: object }[]) =>
  problems.map(({ code, message }) => `${code}: ${message}`);

describe("a document that names its supplier", () => {
  test("carries party and account of the book, and never the name", async () => {
    const { document, body, bodyText, problems, supplier } = await judged(named());
    expect(said(problems)).toEqual([]);
    expect(document?.accounting_supplier_party).toEqual(invoice().accounting_supplier_party);
    expect(document?.payment_means).toEqual(invoice().payment_means);
    expect(body).not.toHaveProperty("supplier");
    expect(bodyText).not.toContain('desert-lime"');
    expect(supplier).toBe("desert-lime");
  });

  test("keeps a way to pay of its own, and gets the account for it", async () => {
    const { document } = await judged(named({ payment_means: [{ payment_means_code: "30", payment_id: ["PO-1"] }] }));
    const [account] = invoice().payment_means ?? [];
    expect(document?.payment_means).toEqual([{ ...account, payment_id: ["PO-1"] }]);
    const cash = await judged(named({ payment_means: [{ payment_means_code: "10" }] }));
    expect(cash.document?.payment_means).toEqual([{ payment_means_code: "10" }]);
  });

  test("gets no account as a credit note or a deemed supply: nobody is paid", async () => {
    expect((await judged(named({}, creditNote()))).document?.payment_means).toBeUndefined();
    const deemed = await judged(named({ profile_execution_id: "01000000" }));
    expect(deemed.document?.payment_means).toBeUndefined();
  });

  test("is judged by every check, at the line of the name", async () => {
    const party = {
      ...invoice().accounting_supplier_party,
      party_tax_scheme: { company_id: "100234567400001", tax_scheme: "VAT" },
    };
    const { problems } = await judged(named(), [desertLime({ accounting_supplier_party: party })]);
    expect(problems.map(({ code }) => code)).toContain("IBR-132-AE");
    for (const { where } of problems)
      expect(where).toMatchObject({ line: 1, column: 11, excerpt: "supplier: desert-lime" });
  });

  test("says what the book does not have, together with everything else", async () => {
    const { problems, bodyText } = await judged(named({ supplier: "dessert-lime", issue_date: "2026-02-30" }));
    expect(bodyText).toBeUndefined();
    expect(problems.map(({ code, hint, where }) => [code, where?.line, hint])).toEqual([
      ["no-supplier", 1, "Did you mean desert-lime?"],
      ["wrong-value", 3, expect.any(String)],
    ]);
  });
});

describe("a document that names its supplier and describes it too", () => {
  test("is taken when both agree", async () => {
    const { problems, document } = await judged(named({ accounting_supplier_party: { tin: "1002345674" } }));
    expect(said(problems)).toEqual([]);
    expect(document?.accounting_supplier_party).toEqual(invoice().accounting_supplier_party);
  });

  test("is refused at the field that differs or that the book has not", async () => {
    const party = { tin: "1002345682", company_legal_form: "LLC" };
    const { problems } = await judged(named({ accounting_supplier_party: party }));
    expect(problems.map(({ code, message, where }) => [code, message, where?.path])).toEqual([
      [
        "supplier-differs",
        "The supplier's TIN (tin) is “1002345682” in this self-billed invoice and “1002345674” in the supplier book (desert-lime).",
        "accounting_supplier_party.tin",
      ],
      [
        "supplier-differs",
        "company_legal_form is “LLC” in this self-billed invoice, and the supplier book (desert-lime) has none.",
        "accounting_supplier_party.company_legal_form",
      ],
    ]);
  });
});

describe("the agreement", () => {
  test.each([
    [
      "none is known",
      { agreement_number: undefined, agreement_date: undefined, agreement_expiry: undefined },
      "2026-06-19",
      "agreement-missing",
    ],
    ["it ended before the document", { agreement_expiry: "2026-06-14" }, "2026-06-19", "agreement-not-valid"],
    ["it begins after the document", { agreement_date: "2026-06-16" }, "2026-06-19", "agreement-not-valid"],
    ["it ends within 30 days", { agreement_expiry: "2026-07-19" }, "2026-06-19", "agreement-ending"],
  ])("is warned about when %s", async (_, change, today, code) => {
    const { problems, document } = await judged(named(), [desertLime(change)], `${today}T08:00:00Z`);
    expect(problems.map((each) => [each.code, each.severity, each.where?.line])).toEqual([[code, "warning", 1]]);
    expect(document).toBeDefined();
  });

  test("is warned about for a document that describes its supplier in full, at its TRN", async () => {
    const none = { agreement_number: undefined, agreement_date: undefined, agreement_expiry: undefined };
    const book = [desertLime(none)];
    const { problems, supplier } = await judged(invoice(), book, "2026-06-19T08:00:00Z");
    expect(problems.map((each) => [each.code, each.severity, each.where?.path])).toEqual([
      ["agreement-missing", "warning", "accounting_supplier_party.party_tax_scheme.company_id"],
    ]);
    expect(supplier).toBeUndefined();
    const another = {
      ...desertLime(none),
      supplier: "somebody-else",
      accounting_supplier_party: { tin: "1009876549" },
    };
    expect(said((await judged(invoice(), [another])).problems)).toEqual([]);
    const twice = [...book, desertLime({ supplier: "desert-lime-2" })];
    expect(said((await judged(invoice(), twice)).problems)).toEqual([]);
  });

  test("is not worth a word when it ends in 31 days", async () => {
    const { problems } = await judged(named(), [desertLime({ agreement_expiry: "2026-07-20" })]);
    expect(said(problems)).toEqual([]);
  });
});

test("an entry is complete when a document can use it: each field of the party is left out once", async () => {
  const { accounting_supplier_party: party = {} } = desertLime();
  const without = [
    ...Object.keys(party).map((name) => ({ ...party, [name]: undefined })),
    ...Object.keys(party.postal_address ?? {}).map((name) => ({
      ...party,
      postal_address: { ...party.postal_address, [name]: undefined },
    })),
  ];
  for (const each of without) {
    const entry = desertLime({ accounting_supplier_party: JSON.parse(JSON.stringify(each)) });
    const { problems } = await judged(named(), [entry]);
    const told = problems.filter(({ severity }) => severity === "error").map(({ message }) => message);
    expect([JSON.stringify(each), missingIn(entry).length > 0, told]).toEqual([
      JSON.stringify(each),
      told.length > 0,
      told,
    ]);
  }
});
