// Judges a UBL XML, whoever wrote it, and reads it back into a document. Give the XML file as the argument.
import { readFileSync } from "node:fs";
import { explain, fromUbl, validateXml } from "selfbill";

const xml = readFileSync(process.argv[2] ?? "invoice.xml");

const verdict = validateXml(xml);
for (const { code, line, message } of verdict.findings) {
  const rule = explain(code);
  const fields = rule.ok && rule.value.is === "rule" ? rule.value.fields.join(", ") : "";
  console.log(`line ${line}: ${code} ${message} ${fields}`);
}
console.log(`${verdict.findings.length} findings by edition ${verdict.edition}`);

const read = fromUbl(xml);
if (read.ok) console.log(`Read: ${read.value.kind} of ${read.value.document.issue_date}`);
else console.log(read.findings[0]?.message);
