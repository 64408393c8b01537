import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openApprovalFile, type Policy } from "../../../src/approval/index.ts";
import { previewOf } from "../../../src/commands/preview.ts";
import { partsFor } from "../../../src/extra.ts";
import { extras } from "../../../src/extras.ts";
import type { Report } from "../../../src/report/index.ts";
import type { Supplier } from "../../../src/suppliers/index.ts";
import { line } from "../../support/documents.ts";
import { given } from "../../support/journal-file.ts";
import { runCommand } from "../../support/run-command.ts";
import type { ServiceDeskFacts } from "../../support/service-desk.ts";
import { ibanOf, nth } from "../../support/thirty.ts";
import { codes, fileIn, twoDesks, yaml } from "../../support/two-desks.ts";

const preview = previewOf(await partsFor("preview", extras));

/** Requests approval of `count` documents; the n-th has the number AP-2026-000n and an amount of n times 1,050.00. */
async function asked(count: number, facts: ServiceDeskFacts = {}, change: Parameters<typeof twoDesks>[0] = {}) {
  const desks = await twoDesks(change, undefined, facts);
  const files = Array.from({ length: count }, (_, at) => {
    const lines = [line({ quantity: String(at + 1), price: { base_amount: "1000" } })];
    return yaml(desks.desk, `${at + 1}.yaml`, nth(at + 1, { document_lines: lines }));
  });
  const request = fileIn(await desks.requested(files));
  const approve = (more: object = {}): Promise<Report> => desks.approved(request, desks.omar, more);
  const send = (n: number, ...approval: string[]): Promise<Report> =>
    desks.send(files[n - 1] ?? "", approval, { allowSimilar: true });
  return { ...desks, files, request, approve, send };
}

const number = (n: number): string => `AP-2026-${String(n).padStart(4, "0")}`;
const messages = (report: Report): string => report.problems.map(({ message }) => message).join("\n");

function decisionOf(report: Report) {
  const { decisions = [] } = (report.view as { data: { decisions?: Decision[] } }).data;
  const [decision] = decisions;
  if (!decision) throw new Error(JSON.stringify(report.problems));
  return decision;
}

interface Listed {
  readonly number: string;
  readonly new_by: string[];
  readonly changed_by: string[];
}
interface Decision {
  readonly documents: Listed[];
  readonly left_out: (Listed & { readonly why: string })[];
  readonly page_sha256: string | null;
  readonly sha256: string;
}

test("what is left out with --except is not sent, the rest is, and the same request has it approved later", async () => {
  const { approve, send, sent, desk } = await asked(3);
  const report = await approve({ except: [number(2)] });
  const part = fileIn(report);
  const numbers = (of: Listed[]): string[] => of.map((each) => each.number);
  const decision = decisionOf(report);
  expect([numbers(decision.documents), numbers(decision.left_out)]).toEqual([[number(1), number(3)], [number(2)]]);
  const stopped = await send(2, part);
  expect([stopped.outcome, codes(stopped)]).toEqual(["usage", ["approval-missing"]]);
  expect(JSON.stringify(stopped)).toContain("Omar approved the request of Aisha without this document.");
  expect(await sent()).toBe(0);
  for (const n of [1, 3]) expect((await send(n, part)).outcome).toBe("done");
  const later = await approve({ except: [number(1), number(3)] });
  expect((await send(2, part, fileIn(later))).outcome).toBe("done");
  expect(await sent()).toBe(3);
  expect(given(await desk.openedJournal.policies.unapproved({ bodies: true }))).toEqual([]);
});

test("an approval of everything is what earlier versions write and read: it names neither documents nor a page", async () => {
  const { approve } = await asked(2);
  const { decision } = openApprovalFile(readFileSync(fileIn(await approve()), "utf8")) ?? {};
  expect(Object.keys(decision ?? {}).sort()).toEqual(["at", "by", "decision", "policy", "request"]);
});

test("a number that is in no request, or all of them, approves nothing", async () => {
  const { approve } = await asked(2);
  const stray = await approve({ except: [number(1), "AP-9"] });
  expect([stray.outcome, messages(stray)]).toEqual(["usage", expect.stringContaining('is called "AP-9"')]);
  const none = await approve({ except: [number(1), number(2)] });
  expect([none.outcome, messages(none)]).toEqual(["usage", expect.stringContaining("leaves out every document")]);
});

/** A change of the policy: Omar may approve up to 2,500.00 per document. */
const limited = (people: Policy["people"]): Partial<Policy> => ({
  people: people.map((each) => (each.name === "Omar" ? { ...each, per_document: "2500" } : each)),
});

test("what is above a limit is named, and does not send back the rest once that is asked for", async () => {
  const { approve, send, sent, other } = await asked(4, {}, limited);
  const stopped = await approve();
  expect([stopped.outcome, codes(stopped)]).toEqual(["usage", ["approval-invalid"]]);
  expect(messages(stopped)).toContain(
    "2 of 4 documents are above the limit of Omar: AP-2026-0003 (AED 3,150.00), AP-2026-0004 (AED 4,200.00).",
  );
  const report = await approve({ withinLimit: true });
  expect(decisionOf(report).left_out).toMatchObject([
    { number: number(3), why: expect.stringContaining("the limit of Omar is AED 2,500.00 per document") },
    { number: number(4) },
  ]);
  expect((await send(2, fileIn(report))).outcome).toBe("done");
  expect(codes(await send(3, fileIn(report)))).toEqual(["approval-missing"]);
  expect(await sent()).toBe(1);
  const one = await approve({ except: [number(3), number(4)], out: join(other.folder, "again") });
  expect(decisionOf(one).documents).toHaveLength(2);
});

test("a person at a terminal is asked about what is within the limit, and sees what is not", async () => {
  const { approve, other } = await asked(4, { answer: true }, limited);
  const report = await approve({ yes: false });
  expect(decisionOf(report).left_out.map((each) => each.number)).toEqual([number(3), number(4)]);
  const said = other.said.join("\n");
  expect(said).toContain("Left out, 2 of 4, which stay in the request:");
  expect(said).toMatch(/AP-2026-0004\t.*ABOVE YOUR LIMIT/);
});

test("a script approves more than ten documents only when it says what was looked at", async () => {
  const { approve, other } = await asked(11);
  const stopped = await approve();
  expect([stopped.outcome, codes(stopped)]).toEqual(["usage", ["needs-answer"]]);
  for (let n = 1; n <= 11; n += 1) expect(other.said.join("\n")).toContain(`${number(n)}\t`);
  const wrong = await approve({ total: "69300.01" });
  expect([wrong.outcome, messages(wrong)]).toEqual([
    "usage",
    expect.stringContaining("come to AED 69,300.00 with VAT"),
  ]);
  expect(decisionOf(await approve({ total: "69300" })).documents).toHaveLength(11);
  expect(decisionOf(await approve({ except: [number(11)] })).documents).toHaveLength(10);
  expect(codes(await approve({ except: [number(11)], total: "69300" }))).toEqual(["bad-usage"]);
});

test("a page that was there before can be approved by a script, one that was not is written first; its hash is signed", async () => {
  const { approve, other, request, desk, send } = await asked(11);
  const html = join(other.folder, "request.html");
  const first = await approve({ html });
  expect([first.outcome, codes(first)]).toEqual(["usage", ["needs-answer"]]);
  const page = readFileSync(html);
  const hash = createHash("sha256").update(page).digest("hex");
  const report = await approve({ html });
  expect(decisionOf(report).page_sha256).toBe(hash);
  expect(openApprovalFile(readFileSync(fileIn(report), "utf8"))?.decision.page).toBe(hash);
  const options = { html: join(other.folder, "again.html") };
  const shown = await runCommand(preview, other, [request], options);
  expect(shown).toMatchObject({ outcome: "done", view: { data: { page_sha256: hash, documents: { length: 11 } } } });
  expect(readFileSync(join(other.folder, "again.html"))).toEqual(page);
  writeFileSync(html, `${page} `);
  expect(codes(await approve({ html, out: join(other.folder, "x") }))).toEqual(["file-exists"]);
  expect((await send(1, fileIn(report))).outcome).toBe("done");
  const [record] = given(await desk.openedJournal.records(0, 1));
  expect(record?.data).toMatchObject({ approval: { approved: [{ name: "Omar", page: hash }] } });
  expect(readdirSync(other.folder).filter((each) => each.startsWith("approval-"))).toHaveLength(1);
});

test("the approver's own records mark an account that the requester's computer takes for known", async () => {
  const known = (n: number, account: string) => {
    const { accounting_supplier_party } = nth(n);
    const holder = accounting_supplier_party?.name ?? "";
    return { supplier: `supplier ${n}`, accounting_supplier_party, payment_means: pays(account, holder) };
  };
  const suppliers = [known(2, ibanOf(900)), known(3, ibanOf(3))] as readonly Supplier[];
  const { approve, other } = await asked(3, { suppliers });
  const { documents } = decisionOf(await approve());
  const by = documents.map((each) => [each.number, each.changed_by, each.new_by]);
  expect(by).toEqual([
    [number(1), [], ["requester", "approver"]],
    [number(2), ["approver"], ["requester"]],
    [number(3), [], ["requester"]],
  ]);
  const said = other.said.join("\n");
  expect(said).toMatch(/AP-2026-0002\t.*ACCOUNT CHANGED by your records; NEW ACCOUNT by the records of Aisha/);
  expect(said).toMatch(/By your own records: THE ACCOUNT OF .* HAS CHANGED: .* in your supplier book/);
  const order = [...said.matchAll(/^(AP-2026-000\d)\t/gm)].map(([, each]) => each);
  expect(order).toEqual([number(2), number(3), number(1)]);
  expect(said).toContain("compared with your own records and with those of Aisha");
});

const pays = (id: string, name = "X") => [{ payment_means_code: "30", payee_financial_account: { id, name } }];
