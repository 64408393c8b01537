import { describe, expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { officialRules, rulesOf } from "../../src/check/registry.ts";
import type { Rule } from "../../src/check/rule.ts";
import { UblElement as Element, readXml, toXml, type UblElement } from "../../src/ubl/index.ts";
import { invoice } from "../support/documents.ts";
import { add, make, remove, set } from "../support/edit-tree.ts";
import { treeOf } from "../support/rule-cases.ts";

const seller = "cac:AccountingSupplierParty/cac:Party";
const idsOf = (root: UblElement) => check(root).map(({ id }) => id);

function ruleOf(id: string): Rule {
  const rule = officialRules.find((one) => one.id === id);
  if (!rule) throw new Error(`There is no rule ${id}`);
  return rule;
}

describe("contexts", () => {
  test("a right document has no findings", () => {
    expect(check(treeOf(invoice()))).toEqual([]);
  });

  test("an element goes to the first context of its pattern and to no later one", () => {
    const root = treeOf(invoice());
    // The endpoint matches two contexts: its format is checked because of scheme 0088, so the later check for an empty
    // endpoint does not run.
    set(root, `${seller}/cbc:EndpointID`, "");
    (root.find(...seller.split("/"), "cbc:EndpointID") as UblElement).attributes = { schemeID: "0088" };
    expect(idsOf(root)).toContain("IBR-068");
    expect(idsOf(root)).not.toContain("IBR-079");
  });

  test("leaving rules out changes nothing about the order of contexts", () => {
    const root = treeOf(invoice());
    set(root, `${seller}/cbc:EndpointID`, "");
    expect(check(root, { rules: [ruleOf("IBR-079")] })).toEqual([]);
  });

  test("a path from the root matches nowhere else", () => {
    const root = treeOf(invoice());
    const nested = make("Invoice", [make("cac:TaxTotal", [make("cbc:TaxAmount", "1.234", { currencyID: "AED" })])]);
    add(root, "cac:InvoiceLine", nested);
    expect(idsOf(root)).not.toContain("IBR-124");
  });

  test("every rule names a context that stands in a pattern of its layer", () => {
    const listed = new Set(rulesOf("1.0.4").patterns.flat());
    expect(officialRules.filter((rule) => !listed.has(rule.of)).map(({ id }) => id)).toEqual([]);
  });
});

describe("findings", () => {
  test("come in document order, the document's own first", () => {
    const root = treeOf(
      invoice({ document_lines: [{}, {}].map(() => ({ ...invoice().document_lines?.[0], name: "" })) }),
    );
    remove(root, "cbc:UUID");
    expect(check(root).map(({ id, location }) => [id, location])).toEqual([
      ["IBR-193-AE", "/Invoice"],
      ["IBR-025", "/Invoice/cac:InvoiceLine[1]"],
      ["IBR-025", "/Invoice/cac:InvoiceLine[2]"],
    ]);
  });

  test("of lines stand between those of the elements around them, and no more than asked for are told", () => {
    const root = treeOf(
      invoice({ document_lines: [{}, {}].map(() => ({ ...invoice().document_lines?.[0], name: "" })) }),
    );
    remove(root, "cbc:UUID");
    root.append(new Element("cbc:Note", ""));
    const rules = officialRules;
    const all = check(root, { rules }).map(({ location }) => location);
    expect(all.slice(0, 3)).toEqual(["/Invoice", "/Invoice/cac:InvoiceLine[1]", "/Invoice/cac:InvoiceLine[2]"]);
    expect(all.slice(3)).toContain("/Invoice/cbc:Note");
    expect(check(root, { rules, most: 2 }).map(({ location }) => location)).toEqual(all.slice(0, 2));
  });

  test("point at the field of the document, and at the context itself in their location", () => {
    const [finding] = check(treeOf(invoice({ invoice_period: { start_date: "2026-06-30", end_date: "2026-06-01" } })));
    expect(finding).toMatchObject({
      id: "IBR-029",
      location: "/Invoice/cac:InvoicePeriod",
      path: "invoice_period.end_date",
    });
    expect(finding).not.toHaveProperty("line");
  });

  test("point at the line and column of an XML file", () => {
    const root = treeOf(invoice());
    set(root, "cbc:IssueDate", "2026-02-30");
    const xml = toXml(root);
    const read = readXml(new TextEncoder().encode(xml), "in.xml");
    if (!read.ok) throw new Error("It was not read.");
    const [finding] = check(read.value);
    expect(finding).toMatchObject({ id: "IBR-073", location: "/Invoice/cbc:IssueDate" });
    const line = xml.split("\n")[(finding?.line ?? 0) - 1] ?? "";
    expect(line.slice((finding?.column ?? 0) - 1)).toMatch(/^<cbc:IssueDate>2026-02-30/);
    expect(finding).not.toHaveProperty("path");
  });

  test("are the same when a tree is changed and asked again", () => {
    const root = treeOf(invoice());
    expect(check(root)).toEqual([]);
    set(root, "cac:LegalMonetaryTotal/cbc:PayableAmount", "10500.01");
    expect(idsOf(root)).toEqual(["IBR-CO-16"]);
    set(root, "cac:LegalMonetaryTotal/cbc:PayableAmount", "10500.00");
    expect(check(root)).toEqual([]);
  });

  test("never throw on a tree of nothing but a root", () => {
    for (const name of ["Invoice", "CreditNote", "Order", "{urn:x}Invoice"]) {
      expect(() => check(new Element(name, ""))).not.toThrow();
    }
  });
});
