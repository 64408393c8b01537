import { allRules, check, officialRules } from "../../src/check/index.ts";
import { calculate, customerPartyOf, type SelfBilledDocument } from "../../src/document/index.ts";
import { readXml, toUbl, toXml, type UblElement } from "../../src/ubl/index.ts";
import { invoice, line, palmLedger } from "../support/documents.ts";
import { measure } from "./measure.ts";

const customer = customerPartyOf(palmLedger);
const uuid = "68205910-ac6b-4e35-9fe7-d1f0a3e3ae72";
const withLines = (count: number): SelfBilledDocument =>
  invoice({ document_lines: Array.from({ length: count }, (_, index) => line({ quantity: String(1 + (index % 9)) })) });
const tree = (document: SelfBilledDocument): UblElement => toUbl(document, { kind: "invoice", customer, uuid });

const two = withLines(2);
const calculation = calculate(two);
const xml = Buffer.from(toXml(tree(two)));

/** What it costs to ask the 302 published rules, and what with our own checks beside them, on one core. */
export function benchCheck(): void {
  for (const { name, rules } of [
    { name: "published rules", rules: officialRules },
    { name: "with own checks", rules: allRules },
  ]) {
    const small = { kind: "invoice", customer, uuid } as const;
    measure(`2-line invoice, tree + rules (${name})`, () => check(toUbl(two, { ...small, calculation }), { rules }));
    measure(`the same, VAT and totals too (${name})`, () => check(toUbl(two, small), { rules }));
    measure(`${xml.length} bytes of XML + rules (${name})`, () => {
      const read = readXml(xml, "bench.xml");
      if (!read.ok) throw new Error(read.problems[0].message);
      return check(read.value, { rules });
    });
  }
  // Made only now: once V8 has seen trees that live long, it puts every tree into its old space, the short-lived ones above too.
  const thousand = tree(withLines(1000));
  measure("1,000 lines (published rules)", () => check(thousand, { rules: officialRules }));
  measure("1,000 lines (with own checks)", () => check(thousand));
  const many = tree(withLines(20_000));
  measure("20,000 lines (published rules)", () => check(many, { rules: officialRules }));
  measure("20,000 lines (with own checks)", () => check(many));
}
