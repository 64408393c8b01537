import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { ruleSetOf, rulesOf } from "../../src/check/index.ts";
import { newestEdition } from "../../src/document/index.ts";
import { numbersAsText, parseJson } from "../../src/json/index.ts";
import type { Finding, InvoiceDocument, SelfBilledDocument, UblTree } from "../../src/library/index.ts";
import * as library from "../../src/library/index.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

const { calculate, check, creditFrom, explain, fromUbl, ruleSet, schemas, toTaxData, toUbl, toXml, validateXml } =
  library;
const uuid = "6b1f0c52-4d0e-4a7e-9c55-0f3a8f6f1d02";
const template = (name: string): SelfBilledDocument => {
  const parsed = parseJson(readFileSync(join(top, "templates", `${name}.json`), "utf8"));
  if (!parsed.ok) throw new Error(parsed.problems[0].message);
  return numbersAsText(parsed.value) as SelfBilledDocument;
};
const got = <T>(result: library.Result<T>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.findings));
  return result.value;
};
const invoice = template("standard-invoice") as InvoiceDocument;
const changed = (change: object): SelfBilledDocument => ({ ...invoice, ...change });
const facts = (findings: readonly Finding[]) => findings.map(({ code, path }) => [code, path]);

/** All kinds of errors, each as a change to the standard invoice. */
const faulty: Record<string, object> = {
  "no-date": { issue_date: "" },
  "bad-flags": { profile_execution_id: "00010000", colour: "red" },
  "bad-amount": { prepaid_amount: "1.250,00" },
  "no-lines": { document_lines: [] },
  "not-a-list": { document_lines: "none" },
  "sent-totals": { totals: { payable_amount: "5" }, issue_date: "yesterday" },
  "no-supplier": { accounting_supplier_party: {} },
  foreign: { document_currency_code: "USD" },
  "not-a-code": { payment_means: [{ payment_means_code: "300" }] },
};

test("a document is judged as selfbill validate judges it, finding by finding", async () => {
  const home = temporaryFolder();
  const names = readdirSync(join(top, "templates")).filter((name) => name.endsWith(".json") && !/attach/.test(name));
  const files = names.map((name) => join(top, "templates", name));
  for (const [name, change] of Object.entries(faulty)) {
    files.push(join(home, `${name}.json`));
    writeFileSync(join(home, `${name}.json`), JSON.stringify(changed(change)));
  }
  const { stdout } = await runSelfbill(["validate", ...files, "--format", "jsonl"], { home });
  const told = stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  for (const file of files) {
    const parsed = parseJson(readFileSync(file, "utf8"));
    if (!parsed.ok) throw new Error(file);
    const { findings, notChecked } = check(numbersAsText(parsed.value) as SelfBilledDocument);
    const own = told.find((each) => each.file === file);
    // An account that several suppliers share is told of many documents alone.
    const ofOne = own.findings.filter(({ id }: { id: string }) => id !== "account-shared");
    const found = ofOne.map((each: Record<string, string>) => {
      const severity = each.flag === "fatal" ? "error" : "warning";
      return { ...each, code: each.id, severity, message: each.text } as unknown as Finding;
    });
    expect([file, shortened(findings)]).toEqual([file, shortened(found)]);
    expect([...notChecked].sort()).toEqual([...own.not_checked].sort());
  }
});

const shortened = (found: readonly Finding[]): string[] =>
  found.map(({ code, severity, message, hint, path }) => [code, severity, message, hint, path].join(" | ")).sort();

test("a document with faults: all of them at once, in the shape of --json", () => {
  const verdict = check(changed({ issue_date: "tomorrow", profile_execution_id: "00010000", colour: "red" }));
  expect(verdict).toMatchObject({ ok: false, kind: "invoice", edition: newestEdition.id });
  expect(facts(verdict.findings)).toEqual([
    ["unknown-field", "colour"],
    ["wrong-value", "issue_date"],
    ["scenario-field-missing", "invoice_period"],
  ]);
  expect(Object.keys(verdict.findings[0] as object)).toEqual(
    "code severity message hint file line column path sheet cell location fix".split(" "),
  );
  expect(verdict.notChecked).toContain("IBR-135-AE");
  const buyer = { name: "Palm Ledger", tin: "1009876549", postal_address: { country_code: "AE" } };
  const asked = check(invoice, { buyer });
  expect([asked.notChecked, asked.ok]).toEqual([[], false]);
});

test("a value that cannot be read is told with its place, and so is what comes after it", () => {
  const thrown = () => {
    throw new Error("no");
  };
  const trap = Object.assign(() => "", { toString: thrown });
  const party = {
    get id() {
      return thrown();
    },
  };
  const lines = [{ item: { name: trap }, id: () => 5 }, Symbol("7")];
  const given = { accounting_supplier_party: { party }, document_lines: lines } as unknown as Partial<InvoiceDocument>;
  expect(facts(check(changed(given)).findings)).toEqual([
    ["wrong-value", "accounting_supplier_party.party"],
    ["wrong-value", "document_lines[0].item.name"],
    ["wrong-value", "document_lines[0].id"],
    ["wrong-value", "document_lines[1]"],
  ]);
});

test("a member called __proto__ is an unknown field, as any other", () => {
  const given = JSON.parse(`${JSON.stringify(invoice).slice(0, -1)},"__proto__":{"invoice_type_code":"1"}}`);
  expect(facts(check(given).findings)).toContainEqual(["unknown-field", "__proto__"]);
});

test("what a caller does to a verdict is not in the next one", () => {
  const first = check(invoice).notChecked as string[];
  const said = [...first];
  first.length = 0;
  expect(check(invoice).notChecked).toEqual(said);
});

test("calculate gives the sums as exact texts, under the names of the service", () => {
  const { currency, totals, tax_breakdown, document_lines } = got(calculate(template("foreign-currency-invoice")));
  expect([currency, Object.values(totals).every((each) => /^-?\d+(?:\.\d+)?$/.test(each))]).toEqual(["USD", true]);
  expect(tax_breakdown[0]).toMatchObject({ tax_category_code: "S", tax_percentage: "5" });
  expect(document_lines[0]).toHaveProperty("total_amount_in_aed");
  const wrong = calculate(changed({ prepaid_amount: "1.250,00" }));
  expect([wrong.ok, facts(wrong.findings)]).toEqual([false, [["wrong-value", "prepaid_amount"]]]);
});

test.each(["s", "SR", "S ", "standard", "5"])(
  "calculate takes no VAT category %j, which would be VAT 0 without a word",
  (id) => {
    const line = template("standard-invoice").document_lines?.[0];
    const wrong = calculate(changed({ document_lines: [{ ...line, classified_tax_category: { id, percent: "5" } }] }));
    expect([wrong.ok, facts(wrong.findings)]).toEqual([
      false,
      [["wrong-value", "document_lines[0].classified_tax_category.id"]],
    ]);
  },
);

test("document → UBL → XML → document: nothing gets lost, and the XML is judged like the document", () => {
  for (const name of ["standard-invoice", "detailed-invoice", "credit-note"]) {
    const document = template(name);
    const xml = got(toXml(got(toUbl(document, { uuid }))));
    expect(validateXml(xml).findings.filter(({ code }) => !/^(?:IBR-\d+-AE|IBR-|SB-)/.test(code))).toEqual([]);
    const { findings, value } = fromUbl(xml) as Extract<ReturnType<typeof fromUbl>, { ok: true }>;
    expect(findings.filter(({ message }) => !/DRAFT/.test(message))).toEqual([]);
    const payable = (given: SelfBilledDocument) => got(calculate(given)).totals.payable_amount;
    expect(payable(value.document)).toBe(payable(document));
  }
  const broken = validateXml("<Invoice>");
  expect([broken.ok, broken.findings[0]]).toEqual([false, expect.objectContaining({ code: "bad-syntax", line: 1 })]);
});

test("a tree is plain data, and one that is none is refused", () => {
  const tree = got(toUbl(invoice, { uuid }));
  expect(JSON.parse(JSON.stringify(tree))).toEqual(tree);
  for (const bad of [
    { name: "cbc:ID><evil" },
    { name: "cbc:ID", text: 5 },
    { name: "Invoice", attributes: { 'a="b"': "c" } },
    { name: "cbc:ID", text: "\u0000" },
    null,
  ]) {
    expect(toXml(bad as unknown as UblTree).ok).toBe(false);
  }
  expect(toUbl(invoice, {} as { uuid: string }).findings[0]?.message).toBe("The uuid of the document is missing.");
});

test("the report to the tax authority is made of a document's tree", () => {
  const tree = got(toUbl(invoice, { uuid, number: "SB-1" }));
  const options = {
    reporter: "sender",
    transportId: "e1",
    issuedAt: "2026-06-15T08:00:00Z",
    receiverEndpoint: "0242:000001",
    representative: "0242:000002",
  } as const;
  expect(got(toXml(got(toTaxData(tree, options))))).toContain("TaxData");
  expect(toTaxData(tree, { ...options, issuedAt: "soon", representative: "me" }).findings).toHaveLength(2);
});

test("creditFrom takes back what is left, and refuses more", () => {
  const wish = { invoice_number: "SB-1", issue_date: "2026-06-20", reason: "DL8.61.1.D" };
  const [line] = invoice.document_lines ?? [];
  const part = got(creditFrom(invoice, { ...wish, lines: [{ line: 1, quantity: "1" }] }));
  expect(part.document_lines?.map(({ quantity }) => quantity)).toEqual(["1"]);
  expect(check(part).findings.filter(({ severity }) => severity === "error")).toEqual([]);
  const again = { ...wish, lines: [{ line: 1, quantity: line?.quantity }], earlier: [part] };
  const more = creditFrom(invoice, again);
  expect([more.ok, more.findings[0]?.code]).toEqual([false, "over-credited"]);
  expect(creditFrom(invoice, {} as typeof wish).findings).toHaveLength(3);
});

test("creditFrom starts from an invoice, and counts only credit notes of that invoice", () => {
  const wish = { invoice_number: "SB-1", issue_date: "2026-06-20", reason: "DL8.61.1.D" };
  const part = got(creditFrom(invoice, { ...wish, lines: [{ line: 1, quantity: "1" }] }));
  const said = (result: ReturnType<typeof creditFrom>) => [result.ok, ...result.findings.map(({ message }) => message)];
  expect(said(creditFrom(part as unknown as typeof invoice, wish))).toEqual([false, "The document is a credit note."]);
  const other = { ...part, billing_reference: [{ id: "SB-2" }] };
  expect(said(creditFrom(invoice, { ...wish, earlier: [other] }))).toEqual([
    false,
    "An earlier credit note is for SB-2, not for SB-1.",
  ]);
});

test.each<[string, object, string, string]>([
  [
    "an option that there is not",
    { linez: [{ line: 1, quantity: "4" }] },
    "linez is not an option of creditFrom.",
    "Did you mean lines?",
  ],
  [
    "a member of a line that there is not",
    { lines: [{ line: 1, qty: "4" }] },
    "qty is not a member of a line.",
    "The members are line, quantity.",
  ],
  ["no line at all", { lines: [] }, "lines names no line.", "Leave lines out to credit all of the invoice."],
  [
    "a line that the invoice has not",
    { lines: [{ line: 9 }] },
    "The invoice SB-1 has no line 9; it has 2 lines.",
    "Count its lines from 1.",
  ],
])("creditFrom credits nothing where the options name %s", (_, change, message, hint) => {
  const wish = { invoice_number: "SB-1", issue_date: "2026-06-20", reason: "DL8.61.1.D", ...change };
  const credit = creditFrom(invoice, wish);
  expect([credit.ok, credit.findings.map((each) => [each.code, each.message, each.hint])]).toEqual([
    false,
    [["bad-usage", message, hint]],
  ]);
});

test("explain, ruleSet and schemas tell what the program tells", () => {
  expect(got(explain("ibr-138-ae"))).toMatchObject({ is: "rule", id: "IBR-138-AE", fails: { form: "yaml" } });
  expect(got(explain("missing-field"))).toMatchObject({ is: "code", text: expect.any(String) });
  expect(explain("nothing").ok).toBe(false);
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const { id } = newestEdition;
  const { hash, rules } = got(ruleSet({ sha256 }));
  expect([hash, rules.length]).toEqual([ruleSetOf(rulesOf(id).all, id).hash, rulesOf(id).all.length]);
  expect([got(ruleSet()).hash, ruleSet({ edition: "9" }).ok]).toEqual([null, false]);
  expect(schemas.invoice).toMatchObject({ title: expect.stringContaining("389") });
});

test("whatever is given, nothing is thrown", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.document_lines = [cyclic];
  const trap = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error("no");
      },
    },
  );
  const functions = Object.values(library).filter((each) => typeof each === "function" && each !== library.findCodes);
  const ask = (...given: unknown[]) => {
    for (const each of functions as ((...words: unknown[]) => { ok: boolean })[])
      expect(typeof each(...given).ok).toBe("boolean");
  };
  for (const value of [undefined, null, 1, "", [], cyclic, trap, new Date(), { document_lines: [null] }, new Map()])
    ask(value, { uuid });
  const names = ["document_lines", "accounting_supplier_party", "charges", "payment_means", "billing_reference"];
  const field = fc.constantFrom(...names, "issue_date", "__proto__", "price", "quantity", "id");
  fc.assert(
    fc.property(fc.dictionary(field, fc.anything({ key: field })), (given) => ask({ ...invoice, ...given }, { uuid })),
    { numRuns: 100 },
  );
});

test("without an edition everything is that of the edition in force on this day in the Emirates", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const [former, later] = [rulesOf("1.0.3").all, rulesOf("1.0.4").all];
  const changes = former.find(({ id, says }) => later.some((each) => each.id === id && each.says !== says));
  for (const [instant, edition] of [
    ["2026-05-27T19:59:59Z", "1.0.3"],
    ["2026-05-27T20:00:00Z", "1.0.4"],
  ] as const) {
    vi.setSystemTime(new Date(instant));
    expect([check(changed({})).edition, validateXml("<a/>").edition]).toEqual([edition, edition]);
    expect([got(ruleSet()).edition, validateXml(null as unknown as string).edition]).toEqual([edition, edition]);
    expect(got(explain(changes?.id ?? "")).text === changes?.says).toBe(edition === "1.0.3");
  }
});
