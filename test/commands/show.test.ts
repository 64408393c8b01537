import { describe, expect, test } from "vitest";
import { get } from "../../src/commands/get.ts";
import { history } from "../../src/commands/history.ts";
import { show } from "../../src/commands/show.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { supplierAnswerNote } from "../../src/journal/index.ts";
import { correctionNote, doneNote } from "../../src/life/index.ts";
import { makeStyle, renderJson, renderReport } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote, invoice, line } from "../support/documents.ts";
import { given } from "../support/journal-file.ts";
import { runCommand } from "../support/run-command.ts";
import { type ServiceDesk, serviceDesk } from "../support/service-desk.ts";
import { ask, create, from, shop, wrongTrn } from "../support/shop.ts";

const numbered = (document_number: string, change: Partial<SelfBilledDocument> = {}): SelfBilledDocument =>
  invoice({ document_number, ...change });

function run(desk: ServiceDesk, name: string, offline = false): Promise<Report> {
  return runCommand(show, desk, [name], { offline });
}

/** The facts that `show` prints about a document, by label. */
async function factsOf(desk: ServiceDesk, name: string, offline = false): Promise<Record<string, string>> {
  const report = await run(desk, name, offline);
  expect(report.problems).toEqual([]);
  if (report.view.view !== "facts") throw new Error(JSON.stringify(report));
  return Object.fromEntries(report.view.facts.filter(([label]) => label !== ""));
}

const only = (report: Report) => (renderJson(report).documents as Record<string, unknown>[])[0];

async function noteOn(
  desk: ServiceDesk,
  id: string,
  made: (name: { account: string; id: string }) => { type: string; data: object },
) {
  const past = given(await desk.openedJournal.tries.last("id", id, () => true));
  const { type, data } = made({ account: past?.intent.account ?? "", id });
  given(await desk.openedJournal.note(type, data as Record<string, unknown>));
}

describe("the life of a document on one screen", () => {
  test("an approved invoice: both legs, the supplier's answer, nothing open", async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    const id = await create(desk, numbered("SB-1"));
    clock.advance(10);
    expect(await factsOf(desk, "SB-1")).toMatchObject({
      Document: "self-billed invoice SB-1",
      Lines:
        "1. Ceramic floor tile (Ceramic floor tile 60x60 cm, box of 4): 40 boxes (XBX) × 250.00 = 10,000.00 net, VAT 500.00 (S 5%)",
      Id: id,
      State: "delivered over Peppol; reported to the tax authority (APPROVED)",
      Delivery: expect.stringContaining("delivered"),
      "Tax report": expect.stringContaining("received"),
      "Supplier's answer": "none recorded; that it was delivered does not mean that the supplier accepted it",
      Open: "nothing",
    });
    expect(only(await runCommand(show, desk, ["SB-1"]))?.lines).toMatchObject([
      {
        ...{ name: "Ceramic floor tile", quantity: "40", unit_code: "XBX" },
        ...{ price: "250.00", price_base_quantity: "1", net: "10000.00", vat: "500.00" },
      },
    ]);
    await noteOn(desk, id, (name) =>
      supplierAnswerNote(name, { answer: "accepted", on: "2026-06-20", how: "e-mail", by: "mona", recordedAt: "" }),
    );
    expect((await factsOf(desk, "SB-1"))["Supplier's answer"]).toBe("accepted by the supplier on 2026-06-20 (e-mail)");
  });

  test("a line states the quantity that its price is for, and its own allowances and charges", async () => {
    const { desk } = await shop();
    const entry = (amount: string, reason: string, reason_code: string) => [{ amount, reason, reason_code }];
    const price = { base_amount: "12.50", base_quantity: "1000" };
    const more = { allowances: entry("2", "Discount", "95"), charges: entry("700.50", "Packing", "AAC") };
    await create(desk, numbered("SB-1", { document_lines: [line({ quantity: "5000", price, ...more })] }));
    expect((await factsOf(desk, "SB-1")).Lines).toContain(
      "5000 boxes (XBX) × 12.50 per 1000 − 2.00 (Discount) + 700.50 (Packing) = 761.00 net",
    );
  });

  test("one that was not delivered is not approved by Peppol, and its supplier needs a copy", async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    await create(desk, numbered("SB-1", from("1999999988")));
    clock.advance(20);
    expect(await factsOf(desk, "SB-1")).toMatchObject({
      State: "reported to the tax authority; not delivered over Peppol (APPROVED)",
      Open: expect.stringContaining("NOT DELIVERED"),
      Next: expect.stringContaining("selfbill preview SB-1 --pdf SB-1.pdf"),
    });
  });

  test("a rejected one: by whom, what is next, and until when; a word ends it", async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    const id = await create(desk, numbered("SB-1", from("1999999921")));
    clock.advance(10);
    const facts = await factsOf(desk, "SB-1");
    expect(facts).toMatchObject({
      State: "rejected; this is final (REJECTED)",
      "Tax report": expect.stringMatching(/^rejected \(REJECTED\): rule violation \(BV\)/),
      Open: expect.stringMatching(/^REJECTED; a new document is to be issued by 2026-\d\d-\d\d \(14 days after/),
      Next: expect.stringContaining("selfbill status SB-1 --verbose"),
    });
    await noteOn(desk, id, (name) => doneNote(name, { what: "rejected", reason: "reversed in the books", by: "mona" }));
    expect(await factsOf(desk, "SB-1")).toMatchObject({
      "Dealt with": expect.stringMatching(/^REJECTED: reversed in the books \(mona, /),
      Open: "nothing",
    });
  });

  test("credit notes: what was taken back and what is left, those that were rejected too", async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    await create(desk, numbered("SB-1"));
    clock.advance(10);
    const part = { billing_reference: [{ id: "SB-1", issue_date: "2026-06-15" }] };
    await create(desk, creditNote({ ...part, document_number: "SBC-1" }));
    await create(desk, creditNote({ ...part, document_number: "SBC-2", ...from("1999999921") }));
    clock.advance(10);
    await run(desk, "SBC-2");
    expect(only(await run(desk, "SB-1"))).toMatchObject({ credited: "0" });
    await run(desk, "SBC-1");
    const report = await run(desk, "SB-1");
    const shown = only(report);
    expect(shown).toMatchObject({
      credited_by: expect.arrayContaining([
        { document_number: "SBC-1", stage: "approved", gross: "1050" },
        { document_number: "SBC-2", stage: "rejected", gross: "1050" },
      ]),
      credited: "1050",
    });
    expect(Number(shown?.left) + 1050).toBe(Number(shown?.gross));
    expect(only(await run(desk, "SBC-1"))).toMatchObject({ kind: "credit-note", takes_back_from: ["SB-1"] });
  });

  test("failed in validation; a correction that was begun; by file, id and attempt", async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    const id = await create(desk, numbered("SB-1", wrongTrn()));
    clock.advance(10);
    expect(await factsOf(desk, "SB-1")).toMatchObject({
      State: "failed the Peppol validation and was not delivered (VALIDATION_FAILED)",
      Open: expect.stringMatching(/^FAILED/),
    });
    const other = await create(desk, numbered("SB-2"));
    clock.advance(10);
    await noteOn(desk, other, (name) =>
      correctionNote(name, { withCopy: true, why: "amount", files: { credit: "/c.yaml" }, by: "mona" }),
    );
    expect((await factsOf(desk, "SB-2")).Open).toMatch(/^CORRECTION NOT FINISHED/);
    const past = given(await desk.openedJournal.tries.last("id", id, () => true));
    for (const name of [id, past?.attempt ?? "", `${desk.folder}/SB-1.yaml`])
      expect(only(await run(desk, name, true))).toMatchObject({ document_number: "SB-1", id });
  });

  test("offline the journal alone is read, and the state says of when it is", async () => {
    const { desk } = await shop({}, { sameClock: true });
    await create(desk, numbered("SB-1"));
    const facts = await factsOf(desk, "SB-1", true);
    expect(facts.State).toMatch(/^pending: Peppol is still processing it \(PENDING\), as of 2026-/);
    expect(facts.Delivery).toBeUndefined();
  });

  test("what this journal does not have is asked of the service, and not called unknown without that", async () => {
    const { desk, sandbox, clock } = await shop({}, { sameClock: true });
    const id = await create(desk, numbered("SB-9"));
    const colleague = serviceDesk(sandbox, { clock });
    for (const name of [id, "SB-9"]) {
      const report = await run(colleague, name);
      expect([report.outcome, report.problems]).toEqual(["done", []]);
      expect(renderJson(report)).toMatchObject({ documents: [], at_service: { id, document_number: "SB-9" } });
    }
    expect((await run(colleague, "SB-7")).problems.map(({ code }) => code)).toEqual(["not-found"]);
    const offline = await run(colleague, id, true);
    expect([offline.outcome, offline.problems[0]?.message]).toEqual([
      expect.not.stringMatching("done"),
      expect.stringContaining("The service was not asked."),
    ]);
  });

  test("fits 80 columns", async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    await create(desk, numbered("SB-1", from("1999999921")));
    clock.advance(10);
    const style = makeStyle({ isTerminal: true, columns: 80, environment: {}, noColor: true });
    const text = renderReport(await run(desk, "SB-1"), style, style).data;
    expect(text.split("\n").filter((line) => line.length > 80 && !/\/\S{40}/.test(line))).toEqual([]);
  });
});

test("get, status and history of one document lead a person at a screen to show", async () => {
  const { desk } = await shop({}, { sameClock: true });
  await create(desk, numbered("SB-1"));
  const style = makeStyle({ isTerminal: true, columns: 80, environment: {}, noColor: true });
  const atScreen = { ...desk, dataStyle: style };
  await runCommand(get, atScreen, ["SB-1"], { invoice: true });
  await ask(atScreen, ["SB-1"], { invoice: true });
  await runCommand(history, atScreen, ["SB-1"]);
  expect(desk.said.filter((each) => each === "Its whole life: selfbill show SB-1")).toHaveLength(3);
});
