// Makes the credit note of an invoice, as a document and as UBL. Give the invoice (JSON, amounts as texts) as the argument.
import { readFileSync } from "node:fs";
import { check, creditFrom, toUbl, toXml } from "selfbill";

const invoice = JSON.parse(readFileSync(process.argv[2] ?? "invoice.json", "utf8"));

const credit = creditFrom(invoice, {
  invoice_number: "SB-2026-0001",
  issue_date: "2026-06-20",
  reason: "DL8.61.1.D",
  lines: [{ line: 1, quantity: "4" }],
});
if (!credit.ok) {
  console.log(credit.findings.map(({ message }) => message).join("\n"));
  process.exit(1);
}
console.log(`${check(credit.value).findings.length} findings`);

const tree = toUbl(credit.value, { uuid: "6b1f0c52-4d0e-4a7e-9c55-0f3a8f6f1d02" });
const xml = tree.ok ? toXml(tree.value) : tree;
if (xml.ok) console.log(xml.value.split("\n").slice(0, 3).join("\n"));
