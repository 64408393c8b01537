// From the text of a document to a body that you send yourself, and from the service's answer back: every digit is kept on the way.
import { readFileSync } from "node:fs";
import { check, compareTotals, creditFrom, fromAnswer, readDocument, toRequest, type ValidDocument } from "selfbill";
import { startSandbox } from "selfbill/sandbox";

const source = readDocument(readFileSync(process.argv[2] ?? "invoice.json", "utf8"));
if (!source.ok) throw new Error(source.findings[0]?.message);
const verdict = check(source.value);
for (const { code, line, message } of verdict.findings) console.log(`line ${line}: ${code} ${message}`);
if (!verdict.ok) process.exit(1);

const text = await create(verdict.document);
const answer = fromAnswer(text);
if (!answer.ok) throw new Error(answer.findings[0]?.message);
console.log(`Created as ${answer.value.document_number}`);

const compared = compareTotals(verdict.document, answer.value);
if (compared.ok) console.log(compared.value.same ? "The totals are ours." : compared.value.differences);

const credit = creditFrom(answer.value, { issue_date: "2026-06-20", reason: "DL8.61.1.D" });
if (credit.ok) console.log(check(credit.value).ok ? "Its credit note is valid." : "Its credit note is not valid.");

/** Only what was checked gets here: the type demands it. A real client keeps a record before it sends, and looks before it sends again. */
async function create(document: ValidDocument): Promise<string> {
  const body = toRequest(document);
  if (!body.ok) throw new Error(body.findings[0]?.message);
  const sandbox = await startSandbox();
  const url = `${sandbox.baseUrl}/api/purchase-invoices/${sandbox.businessProfileId}`;
  const headers = {
    authorization: `Bearer ${sandbox.token}`,
    "content-type": "application/json",
    "x-service-version": "20260101",
  };
  const answered = await fetch(url, { method: "POST", headers, body: body.value });
  const answer = await answered.text();
  for (const problem of sandbox.verify().problems) console.log(problem);
  await sandbox.close();
  return answer;
}
