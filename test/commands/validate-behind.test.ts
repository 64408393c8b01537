import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { check } from "../../src/library/index.ts";
import { prepare } from "../../src/prepare/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { invoice, line } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";
import { runValidate as run } from "../support/run-validate.ts";
import { shop } from "../support/shop.ts";
import { testFiles } from "../support/test-files.ts";
import { discount, freight, lineOf, standard, zeroRated } from "../support/vat-lines.ts";

const { file } = testFiles();
const yaml = (document: SelfBilledDocument): string => writeYaml(document, "invoice");

interface Found {
  readonly id: string;
  readonly path: string | null;
  readonly flag: string;
}

async function judged(document: object) {
  const { out, report } = await run([file("a.json", JSON.stringify(document))], { format: "json" });
  const [{ findings, not_checked: notChecked }] = JSON.parse(out).results;
  const errors = (findings as Found[]).filter(({ flag }) => flag === "fatal").map(({ id, path }) => `${id} ${path}`);
  const inLibrary = check(document as SelfBilledDocument);
  const own = inLibrary.findings
    .filter(({ severity }) => severity === "error")
    .map(({ code, path }) => `${code} ${path}`);
  expect(own.sort()).toEqual([...errors].sort());
  expect([...inLibrary.notChecked].sort()).toEqual([...notChecked].sort());
  const ids = (findings as Found[]).map(({ id }) => id);
  return { errors, ids, notChecked: notChecked as string[], report };
}

const rate = "document_lines[0].classified_tax_category.percent";
const zeroAtS = line({ classified_tax_category: { ...standard, percent: "0" } });
const supplier = invoice().accounting_supplier_party ?? {};

describe("an error behind a typing error is named in the same run", () => {
  test.each<[string, string, object, string]>([
    [
      "a unit in words",
      "document_lines[0].unit_code",
      { document_lines: [{ ...zeroAtS, unit_code: "boxes" }] },
      `ALIGNED-IBRP-S-05 ${rate}`,
    ],
    [
      "an amount with signs for thousands",
      "document_lines[0].price.base_amount",
      { document_lines: [{ ...zeroAtS, price: { base_amount: "1,250.00" } }] },
      `ALIGNED-IBRP-S-05 ${rate}`,
    ],
    [
      "a date in another form",
      "issue_date",
      { issue_date: "15/06/2026", document_lines: [zeroAtS] },
      `ALIGNED-IBRP-S-05 ${rate}`,
    ],
    [
      "a rate with a sign",
      rate,
      { document_lines: [line({ classified_tax_category: { ...standard, percent: "9 %" } })] },
      `IBR-190-AE ${rate}`,
    ],
    [
      "a currency in small letters",
      "document_currency_code",
      { document_currency_code: "usd" },
      "missing-field tax_exchange_rate",
    ],
    [
      "a TIN with blanks",
      "accounting_supplier_party.tin",
      { accounting_supplier_party: { ...supplier, tin: "1002 345 674", telephone: "" } },
      "missing-field accounting_supplier_party.telephone",
    ],
    [
      "a country in words",
      "accounting_supplier_party.postal_address.country_code",
      {
        accounting_supplier_party: {
          ...supplier,
          telephone: undefined,
          postal_address: { ...supplier.postal_address, country_code: "United Arab Emirates" },
        },
      },
      "missing-field accounting_supplier_party.telephone",
    ],
    [
      "flags with a blank",
      "profile_execution_id",
      { profile_execution_id: "00010000 " },
      "scenario-field-missing invoice_period",
    ],
  ])("%s", async (_, path, change, behind) => {
    const { errors, report } = await judged(invoice(change as Partial<SelfBilledDocument>));
    expect(errors).toContain(`wrong-value ${path}`);
    expect(errors).toContain(behind);
    expect(report.outcome).toBe("invalid");
  });

  test("what follows only from the typing error is not named", async () => {
    const change = { document_currency_code: "aed", tax_currency_code: undefined };
    expect((await judged(invoice(change))).errors).toEqual(["wrong-value document_currency_code"]);
  });
});

describe("a value without a single meaning", () => {
  const unclear = line({ quantity: "some", classified_tax_category: { ...standard, percent: "0" } });

  test("hides no error that does not depend on it, and what depends on it is said once", async () => {
    const { errors, notChecked } = await judged(invoice({ document_lines: [unclear, zeroAtS] }));
    expect(errors).toEqual([
      "wrong-value document_lines[0].quantity",
      `ALIGNED-IBRP-S-05 ${rate}`,
      "ALIGNED-IBRP-S-05 document_lines[1].classified_tax_category.percent",
    ]);
    expect(notChecked.length).toBeLessThan(60);
    const { desk } = await run([file("b.json", JSON.stringify(invoice({ document_lines: [unclear, zeroAtS] })))]);
    expect(desk.said.join("").match(/not checked by all rules/g)).toHaveLength(1);
  });

  test("a remark on an amount is left out, too, if it would not be there for a large one", async () => {
    const advance = { prepaid_amount: "9000000", billing_reference: [{ id: "INV-1", issue_date: "2026-05-01" }] };
    const idsOf = async (quantity: string) =>
      (await judged(invoice({ ...advance, document_lines: [line({ quantity })] }))).ids;
    expect([await idsOf("1"), await idsOf("some")].map((ids) => ids.includes("SB-0710"))).toEqual([true, false]);
  });

  test("rules whose answer differs with it are not applied", async () => {
    const advance = { prepaid_amount: "9000", billing_reference: [{ id: "INV-1", issue_date: "2026-05-01" }] };
    const sure = await judged(invoice({ ...advance, document_lines: [line({ quantity: "1" })] }));
    const { errors, notChecked } = await judged(invoice({ ...advance, document_lines: [line({ quantity: "some" })] }));
    expect(errors).toEqual(["wrong-value document_lines[0].quantity"]);
    expect(sure.notChecked.length).toBeLessThan(notChecked.length);
  });

  test.each<[string, object, string]>([
    ["lines that are not a list", { document_lines: "none" }, "wrong-value document_lines"],
    ["a line that is not a group", { document_lines: ["tiles"] }, "wrong-value document_lines[0]"],
    [
      "a supplier that is not a group",
      { accounting_supplier_party: "Desert Lime" },
      "wrong-value accounting_supplier_party",
    ],
    [
      "texts that are not texts",
      { payment_means: [{ ...invoice().payment_means?.[0], payment_id: [{ id: "1" }] }] },
      "wrong-value payment_means[0].payment_id[0]",
    ],
  ])("%s: other errors are named, and none that follows from it", async (_, change, own) => {
    const charges = [freight({ ...standard, percent: "0" })];
    const { errors } = await judged({ ...invoice({ charges }), ...change });
    expect(errors.toSorted()).toEqual(["ALIGNED-IBRP-S-07 charges[0].tax_category.percent", own]);
  });
});

describe("one error is one finding", () => {
  test.each<[string, Partial<SelfBilledDocument>, string[]]>([
    ["0 % at S", { document_lines: [zeroAtS] }, [`ALIGNED-IBRP-S-05 ${rate}`]],
    [
      "0 % at S in a charge",
      { charges: [freight({ ...standard, percent: "0" })] },
      ["ALIGNED-IBRP-S-07 charges[0].tax_category.percent"],
    ],
    [
      "0 % at S in an allowance",
      { allowances: [discount({ ...standard, percent: "0" })] },
      ["ALIGNED-IBRP-S-06 allowances[0].tax_category.percent"],
    ],
    ["5 % at Z", { document_lines: [lineOf({ ...zeroRated, percent: "5" })] }, [`ALIGNED-IBRP-Z-05 ${rate}`]],
    [
      "9 % at S beside 0 % at S",
      { document_lines: [zeroAtS, lineOf({ ...standard, percent: "9" })] },
      [`ALIGNED-IBRP-S-05 ${rate}`, "IBR-190-AE document_lines[1].classified_tax_category.percent"],
    ],
    [
      "9 % at S beside a charge of 0 %",
      { document_lines: [lineOf({ ...standard, percent: "9" })], charges: [freight({ ...standard, percent: "0" })] },
      [`IBR-190-AE ${rate}`, "ALIGNED-IBRP-S-07 charges[0].tax_category.percent"],
    ],
  ])("%s", async (_, change, errors) => {
    expect((await judged(invoice(change))).errors.toSorted()).toEqual(errors.toSorted());
  });
});

describe("nothing is sent with a value that was not written", () => {
  const slip = yaml(invoice({ due_date: "25/07/2026", document_lines: [line({ quantity: "4 0" })] }));

  test("create-invoice ends with 20 and asks the service nothing", async () => {
    const { desk, sandbox } = await shop();
    const written = desk.file("a.yaml", slip);
    const report = await runCommand(createInvoice, desk, [written], { yes: true });
    expect(report.outcome).toBe("invalid");
    expect((await sandbox.call("GET", "/api/purchase-invoices")).body.total_elements).toBe(0);
    expect(readFileSync(written, "utf8")).toBe(slip);
  });

  test("tree, amounts and body are those of the document as it is written", async () => {
    const { desk } = await shop();
    const found = await prepare(desk.file("a.yaml", slip), { version: "20260101" }, desk);
    expect(found.problems.filter(({ severity }) => severity === "error").map(({ where }) => where?.path)).toEqual([
      "document_lines[0].quantity",
      "due_date",
    ]);
    expect(found.body).toMatchObject({ due_date: "25/07/2026" });
    expect(found.tree?.first("cbc:DueDate")?.text).toBe("25/07/2026");
    expect(found.bodyText).not.toContain("2026-07-25");
  });

  test("with --send-anyway no value stands in for another", async () => {
    const { desk } = await shop();
    const path = desk.file("a.yaml", yaml(invoice({ document_currency_code: "usd" })));
    const found = await prepare(path, { version: "20260101", sendAnyway: true }, desk);
    expect(found.body).toMatchObject({ document_currency_code: "usd" });
    expect(found.isPartly).toBeUndefined();
  });
});

describe("a value with blanks around it is shown in quotes, and what to write is said", () => {
  const supplierWith = (change: object) => ({ accounting_supplier_party: { ...supplier, ...change } });
  test.each<[string, object, string, string]>([
    [
      "a TIN",
      supplierWith({ tin: "1002345674 " }),
      '"1002345674 " is not a TIN.',
      "Write 1002345674, without blanks around it.",
    ],
    [
      "a time",
      { issue_time: " 11:30:00" },
      '" 11:30:00" is not a time of day.',
      "Write 11:30:00, without blanks around it.",
    ],
    [
      "an e-mail address",
      supplierWith({ email: "a@desertlime.example " }),
      '"a@desertlime.example "',
      "Write a@desertlime.example, without blanks around it.",
    ],
    ["a currency", { document_currency_code: "AED " }, '"AED " is not a currency code.', "Write AED"],
    ["a date", { issue_date: "2026-06-15 " }, '"2026-06-15 " is not written', "Write 2026-06-15."],
    [
      "an emirate",
      supplierWith({ postal_address: { ...supplier.postal_address, country_subentity: "DXB " } }),
      '"DXB " is not an emirate code.',
      "DXB (Dubai)",
    ],
    ["a scheme", supplierWith({ endpoint_scheme_id: "0235 " }), '"0235 " is not', 'Write "0235".'],
    [
      "a number",
      { document_lines: [line({ quantity: "\u00a0four" })] },
      '"\u00a0four" is not a number.',
      "Write digits",
    ],
  ])("%s", (_, change, message, hint) => {
    const [found, ...more] = check(invoice(change)).findings.filter(({ severity }) => severity === "error");
    expect([more, found?.message, found?.hint]).toEqual([
      [],
      expect.stringContaining(message),
      expect.stringContaining(hint),
    ]);
  });

  test("a value without is not in quotes", () => {
    const { findings } = check(invoice(supplierWith({ tin: "2002345674" })));
    expect(findings.find(({ path }) => path?.endsWith("tin"))?.message).toBe("2002345674 is not a TIN.");
  });
});
