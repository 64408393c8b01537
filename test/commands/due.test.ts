import { describe, expect, test } from "vitest";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { makeStyle, renderJson } from "../../src/render/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { numbered, rowsOf, run, shown, what } from "../support/due-desk.ts";
import { runCommand } from "../support/run-command.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { create, from, shop, wrongTrn } from "../support/shop.ts";

const day = 24 * 3600;

describe("what was sent", () => {
  test("is not due while it is fresh, nor when it is approved", async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    await create(desk, numbered("SB-1"));
    expect(await what(desk)).toEqual([]);
    clock.advance(10);
    expect(await what(desk, { check: true })).toEqual([]);
    clock.advance(2 * day);
    expect(await what(desk)).toEqual([]); // --check recorded that the document is approved
  });

  test("is not called settled while its service was not asked", async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    await create(desk, numbered("SB-1"));
    const open = "1 document has no final status, and its service was not asked now. Ask it: selfbill due --check";
    const terminal = {
      ...desk,
      dataStyle: makeStyle({ isTerminal: true, columns: 120, environment: {}, noColor: true }),
    };
    expect(shown(await run(terminal))).toMatch(new RegExp(`^${open}\nNothing else is due.\n`));
    expect(shown(await run(terminal, ["SB-1"]))).toBe(`${open}\nNothing else is due.\n`);
    clock.advance(10);
    expect(shown(await run(terminal, [], { check: true }))).toMatch(/^Nothing is due\.\n/);
    expect(shown(await run(terminal))).toMatch(/^Nothing is due\.\n/);
    await create(desk, numbered("SB-2"));
    clock.advance(2 * day);
    expect(shown(await run(terminal))).toMatch(new RegExp(`^${open}\n\nMONEY`));
    expect(renderJson(await run(desk)).not_asked).toBe(1);
  });

  test("is due when it is pending for more than a day, and --check asks what became of it", async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    await create(desk, numbered("SB-1"));
    await create(desk, numbered("SB-2", from("1999999939")));
    clock.advance(day - 60);
    expect(await what(desk)).toEqual([]);
    clock.advance(120);
    const rows = rowsOf(await run(desk));
    expect(rows.map((each) => [each.due, each.document_number])).toEqual([
      ["pending", "SB-1"],
      ["pending", "SB-2"],
    ]);
    expect(rows[0]?.todo).toEqual(["Ask the service for its status: selfbill due --check"]);
    const [left, ...more] = rowsOf(await run(desk, [], { check: true }));
    expect([left?.document_number, more]).toEqual(["SB-2", []]);
    expect(left?.todo[0]).toContain(`name the id ${left?.id}`);
  });

  test("failed in validation: the reason at its line, and how it is sent again", async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    await create(desk, numbered("SB-1", wrongTrn()));
    clock.advance(10);
    const [row] = rowsOf(await run(desk, [], { check: true }));
    expect(row).toMatchObject({
      due: "failed",
      overall_status: "VALIDATION_FAILED",
      why: [expect.stringMatching(/SB-1\.yaml:\d+: IBR-132-AE {2}\S/)],
      todo: [
        expect.stringMatching(/^Correct what is shown above in .*SB-1\.yaml\.$/),
        "Send it again under its number: selfbill resubmit SB-1",
        'If you dealt with it in another way: selfbill due SB-1 --done "HOW"',
      ],
    });
    expect(rowsOf(await run(desk))[0]?.todo[0]).toBe(
      "See which field is wrong, and at which line: selfbill status SB-1",
    );
  });

  test("rejected: by whom, and the three steps; who credited a part of it still sees it", async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    await create(desk, numbered("SB-1", from("1999999921")));
    clock.advance(10);
    const [row] = rowsOf(await run(desk, [], { check: true }));
    expect(row).toMatchObject({
      due: "rejected",
      why: [
        "Rejected by the tax authority (C5); this is final.",
        "The tax authority (C5): rule violation (BV): The buyer's registration is not active on the date of issue.",
      ],
    });
    expect(row?.todo).toEqual([
      expect.stringContaining("selfbill status SB-1 --verbose"),
      expect.stringContaining("it needs no credit note"),
      expect.stringContaining("a number of its own: selfbill correct SB-1"),
      'If you dealt with it in another way: selfbill due SB-1 --done "HOW"',
    ]);
    const note = creditNote({ billing_reference: [{ id: "SB-1", issue_date: "2026-06-15" }], ...from("1999999921") });
    const file = desk.file("note.yaml", writeYaml(note, "credit-note"));
    const options = { yes: true, sendAnyway: true, creditRejected: true };
    expect((await runCommand(createCreditNote, desk, [file], options)).outcome).toBe("done");
    const [first] = await what(desk);
    expect(first).toEqual(["rejected", "SB-1"]); // the credit note covers only a part, and is not approved
  });

  test("rejected after it was approved: --check finds it in the service's lists, and asks about no other document", async () => {
    const { desk, clock, sandbox } = await shop({}, { sameClock: true });
    await create(desk, numbered("SB-1", from("1999999962")));
    await create(desk, numbered("SB-2"));
    clock.advance(8);
    expect(await what(desk, { check: true })).toEqual([]);
    clock.advance(60);
    expect(await what(desk)).toEqual([]);
    await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "status", status: 403 }] });
    const unread = await run(desk, [], { check: true });
    expect([rowsOf(unread), unread.problems[0]?.severity]).toEqual([[], "warning"]);
    const [row] = rowsOf(await run(desk, [], { check: true }));
    expect(row).toMatchObject({ due: "rejected", document_number: "SB-1", overall_status: "REJECTED" });
    expect(row?.why.join(" ")).toContain("could not be delivered to the supplier's system");
    expect(await what(desk)).toEqual([["rejected", "SB-1"]]);
  });

  test("in doubt: not to be sent again", async () => {
    const { desk, sandbox } = await shop({}, { sameClock: true });
    await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed: true }] });
    await expect(create(desk, numbered("SB-1"))).rejects.toThrow("answer-lost");
    const [row] = rowsOf(await run(desk));
    expect(row).toMatchObject({ due: "in-doubt", document_number: "SB-1", id: null });
    expect(row?.todo[0]).toBe(`Do not send it again. Ask the service: selfbill resolve ${row?.attempt} --check`);
  });

  test("before a day is left out with --since", async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    await create(desk, numbered("SB-1"));
    clock.advance(3 * day);
    expect(await what(desk)).toEqual([["pending", "SB-1"]]);
    const tomorrow = new Date(clock.now()).toISOString().slice(0, 10);
    expect(await what(desk, { since: tomorrow })).toEqual([]);
  });

  test("without an answer of the service what is known stays, with a warning", async () => {
    const { desk, clock, sandbox } = await shop({}, { sameClock: true });
    await create(desk, numbered("SB-1"));
    clock.advance(2 * day);
    const forbidden = { fault: "status", status: 403 };
    // The service refuses three requests: for the two lists of rejected documents, and for the document itself.
    await sandbox.call("POST", "/sandbox/faults", { faults: [forbidden, forbidden, forbidden] });
    const report = await run(desk, [], { check: true });
    expect(rowsOf(report)[0]).toMatchObject({
      due: "pending",
      todo: ["Ask the service for its status: selfbill due --check"],
    });
    expect(report.problems.map(({ severity }) => severity)).toEqual(["warning", "warning", "warning"]);
    expect(report.problems[2]?.message).toMatch(/^SB-1: /);
  });
});

describe("files", () => {
  /** Opens a desk on 2026-06-20, in UAE time. */
  const desk = async () => (await shop({}, { sameClock: true })).desk;
  const file = (at: ServiceDesk, name: string, document: SelfBilledDocument): string =>
    at.file(name, writeYaml(document, "invoice"));
  const supplied = (actual_delivery_date: string) => ({ delivery: { actual_delivery_date } });

  test.each([
    ["the delivery", supplied("2026-06-07"), "2026-06-07", "2026-06-21", 1, "not-issued"],
    ["the delivery, on the last day", supplied("2026-06-06"), "2026-06-06", "2026-06-20", 0, "not-issued"],
    ["the delivery, too late", supplied("2026-06-05"), "2026-06-05", "2026-06-19", -1, "overdue"],
    [
      "the end of the period",
      { invoice_period: { start_date: "2026-05-01", end_date: "2026-05-31" } },
      "2026-05-31",
      "2026-06-14",
      -6,
      "overdue",
    ],
    ["the document", {}, "2026-06-15", "2026-06-29", 9, "not-issued"],
  ])("count 14 days from the day of %s", async (_, change, from, last, left, kind) => {
    const at = { ...(await desk()), now: () => new Date("2026-06-19T21:30:00Z") };
    const [row] = rowsOf(await run(at, [file(at, "march.yaml", invoice(change))]));
    expect([row?.due, row?.supplied, row?.last_day, row?.days_left]).toEqual([kind, from, last, left]);
    expect(row?.todo[0]).toMatch(/selfbill create-invoice .*march\.yaml$/);
  });

  test("a file whose number exists, or whose account changed, is not offered to be sent as it is", async () => {
    const at = await desk();
    await create(at, numbered("SB-1"));
    const means = {
      payment_means_code: "30",
      payee_financial_account: { id: "AE070331234567890123456", name: "Desert Lime" },
    };
    const rows = rowsOf(
      await run(at, [
        file(at, "again.yaml", numbered("SB-1", { note: "Corrected" })),
        file(at, "new-account.yaml", numbered("SB-2", { payment_means: [means], buyer_reference: "other" })),
      ]),
    );
    expect(rows.map(({ why }) => why.join(" "))).toEqual([
      expect.stringContaining("Its number belongs to a document that exists"),
      expect.stringMatching(/^THE ACCOUNT OF .* HAS CHANGED/),
    ]);
    expect(rows[0]?.todo.join(" ")).toContain("another number");
    expect(rows[1]?.todo.at(-1)).toMatch(/^Only if it is: selfbill create-invoice .* --accept-changed-supplier$/);
  });

  test("that were sent as they stand are not due; changed ones and wrong ones are", async () => {
    const at = await desk();
    await create(at, numbered("SB-1"));
    expect(await what(at, {}, [`${at.folder}/SB-1.yaml`])).toEqual([]);
    file(at, "SB-1.yaml", numbered("SB-1", { buyer_reference: "other" }));
    file(at, "wrong.yaml", numbered("SB-2", { issue_date: "2026-02-30" }));
    const rows = rowsOf(await run(at, [at.folder]));
    expect(rows.map((each) => each.document_number)).toEqual(["SB-1", "SB-2"]);
    expect(rows[1]?.todo[0]).toMatch(/selfbill validate .*wrong\.yaml$/);
    expect(rows[1]?.why[0]).toContain("2026-02-30");
  });

  test("a file that was sent and then edited names its document, and is not offered to be sent", async () => {
    const at = await desk();
    await create(at, numbered("SB-1"));
    // The edited file has first the same document, then one for another supply; both would be overdue.
    file(at, "SB-1.yaml", numbered("SB-1", { note: "Corrected", ...supplied("2026-05-20") }));
    const [same] = rowsOf(await run(at, [at.folder]));
    file(at, "SB-1.yaml", numbered("SB-2", { note: "Another supply", ...supplied("2026-05-20") }));
    const [other] = rowsOf(await run(at, [at.folder]));
    for (const row of [same, other]) {
      expect(row?.why).toEqual(["This file was sent as SB-1 and changed since."]);
      expect(row?.todo).toEqual([
        "To correct that document: selfbill correct SB-1",
        "If this is another supply, give it its own file and reference.",
      ]);
    }
  });

  test("a file that was sent and edited while its document is in doubt: that one is resolved first", async () => {
    const { desk: at, sandbox } = await shop({}, { sameClock: true });
    await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed: true }] });
    await expect(create(at, numbered("SB-1"))).rejects.toThrow("answer-lost");
    file(at, "SB-1.yaml", numbered("SB-2"));
    const [doubt, row] = rowsOf(await run(at, [at.folder]));
    expect(row?.why).toEqual([
      "This file was sent as SB-1 and changed since. The document that was sent may or may not exist.",
    ]);
    expect(row?.todo[0]).toBe(`Resolve that document first: selfbill resolve ${doubt?.attempt} --check`);
    expect(row?.todo.join(" ")).not.toContain("create-invoice");
  });

  test("a late file that was never sent is to be created", async () => {
    const at = await desk();
    const [row] = rowsOf(await run(at, [file(at, "late.yaml", invoice(supplied("2026-05-20")))]));
    expect([row?.due, row?.todo]).toEqual([
      "overdue",
      [
        expect.stringMatching(
          /^The last day has passed; a late invoice can be fined\. Create it: selfbill create-invoice .*late\.yaml$/,
        ),
      ],
    ]);
  });

  test("that cannot be found are an error and no row", async () => {
    const at = await desk();
    const there = file(at, "march.yaml", invoice());
    const report = await run(at, [there, `${at.folder}/april.yaml`]);
    expect(report).toMatchObject({ outcome: "invalid", problems: [{ code: "file-unreadable" }] });
    expect(rowsOf(report)).toHaveLength(1);
  });

  test.each([
    ["no delivery date", {}, null, null],
    ["that of the supply", supplied("2026-06-01"), null, null],
    ["one after the invoice", supplied("2026-06-10"), "2026-06-10", 9],
    ["one that is long ago", supplied("2026-05-20"), "2026-05-20", -12],
  ])("a credit note with %s counts 14 days from the event that it names", async (_, change, event, left) => {
    const at = await desk();
    const issue_date = event === "2026-05-20" ? "2026-05-01" : "2026-06-05";
    const note = creditNote({ ...change, billing_reference: [{ id: "SB-1", issue_date }] });
    const [row] = rowsOf(await run(at, [at.file("note.yaml", writeYaml(note, "credit-note"))]));
    const late = (left ?? 0) < 0;
    expect([row?.due, row?.event, row?.days_left]).toEqual([late ? "overdue" : "not-issued", event, left]);
  });

  test("a delivery date that the credit note has from its invoice is no event", async () => {
    const at = await desk();
    await create(at, numbered("SB-1", { ...supplied("2026-06-18") }));
    const note = creditNote({
      ...supplied("2026-06-18"),
      billing_reference: [{ id: "SB-1", issue_date: "2026-06-15" }],
    });
    const [row] = rowsOf(await run(at, [at.file("note.yaml", writeYaml(note, "credit-note"))]));
    expect([row?.due, row?.event]).toEqual(["not-issued", null]);
  });
});

describe("how it is written", () => {
  async function twoThings() {
    const place = await shop({}, { sameClock: true });
    await create(place.desk, numbered("SB-1", wrongTrn()));
    place.clock.advance(10);
    await run(place.desk, [], { check: true });
    place.desk.file("march.yaml", writeYaml(numbered("=1+1"), "invoice"));
    return { ...place, words: [`${place.desk.folder}/march.yaml`] };
  }

  test("the most urgent first; a screen in blocks, with what to do", async () => {
    const { desk, words } = await twoThings();
    const text = shown(
      await run(
        { ...desk, dataStyle: makeStyle({ isTerminal: true, columns: 100, environment: {}, noColor: true }) },
        words,
      ),
    );
    expect(text).toMatch(
      /^MONEY AND DOUBT {2}1 document, AED 10,500.00\n\nFAILED {2}SB-1 {2}Desert Lime Trading LLC {2}10,500\.00 AED\n {6}since .*\n/,
    );
    expect(text.indexOf("FAILED")).toBeLessThan(text.indexOf("=1+1"));
    expect(text).toContain("      2. Send it again under its number: selfbill resubmit SB-1\n");
  });

  test("what a part comes to has its credit notes subtracted, and says so", async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    await create(desk, numbered("SB-1", wrongTrn()));
    await create(desk, creditNote({ document_number: "CN-1", ...wrongTrn() }));
    clock.advance(10);
    const report = await run(
      { ...desk, dataStyle: makeStyle({ isTerminal: true, columns: 80, environment: {}, noColor: true }) },
      [],
      { check: true },
    );
    const own = rowsOf(report).find(({ kind }) => kind === "credit-note")?.payable_amount;
    expect(own).toBe("1050");
    expect(shown(report)).toMatch(/^MONEY AND DOUBT {2}2 documents, AED 9,450\.00 \(credit notes subtracted\)\n/);
    expect(shown(report)).toMatch(/^FAILED {2}CN-1 {2}credit note {2}Desert Lime/m);
    expect(shown(report)).toMatch(/^FAILED {2}SB-1 {2}Desert Lime/m);
    expect(report.view).toMatchObject({
      data: { parts: [{ part: "money", rows: 2, credit_notes: 1, totals: { AED: "9450" } }] },
    });
  });

  test("three with the same reason are one block with the steps once", async () => {
    const { desk } = await shop({}, { sameClock: true });
    for (const name of ["SB-1", "SB-2", "SB-3"]) desk.file(`${name}.yaml`, writeYaml(numbered(name), "invoice"));
    const at = { ...desk, dataStyle: makeStyle({ isTerminal: true, columns: 200, environment: {}, noColor: true }) };
    const text = shown(await run(at, [desk.folder]));
    expect(text).toMatch(
      /^LEGAL DAYS {2}3 documents, AED 31,500\.00\n\nNOT ISSUED YET {2}3 documents\n {6}→ Create it in time: selfbill create-invoice FILE\n {6}SB-1 /,
    );
    for (const name of ["SB-1", "SB-2", "SB-3"])
      expect(text).toMatch(new RegExp(`${name}.*10,500\\.00 AED.*${name}\\.yaml`));
    expect(text.match(/Create it/g)).toHaveLength(1);
  });

  test("among documents with the same reason the credit notes are named", async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    await create(desk, numbered("SB-1", wrongTrn()));
    await create(desk, numbered("SB-2", wrongTrn()));
    await create(desk, creditNote({ document_number: "CN-1", ...wrongTrn() }));
    clock.advance(10);
    const at = { ...desk, dataStyle: makeStyle({ isTerminal: true, columns: 120, environment: {}, noColor: true }) };
    const text = shown(await run(at, [], { check: true }));
    expect(text).toMatch(/^FAILED {2}3 documents\n/m);
    expect(text).toMatch(/^ {6}CN-1 {2}credit note {2}Desert Lime/m);
    expect(text).toMatch(/^ {6}SB-1 {15}Desert Lime/m);
  });

  test("a pipe and CSV get every column, and no formula", async () => {
    const { desk, words } = await twoThings();
    const text = async (output: "csv" | undefined): Promise<string> => {
      const { view } = await run(desk, words, { output });
      return view.view === "raw" ? view.text : "";
    };
    const lines = (await text(undefined)).trimEnd().split("\n");
    expect(lines.map((each) => each.split("\t").length)).toEqual([18, 18, 18]);
    expect((await text("csv")).split("\r\n")[2]).toContain(",'=1+1,");
  });

  test("nothing due is said on a screen, and is exit code 0", async () => {
    const { desk } = await shop({}, { sameClock: true });
    const report = await run({
      ...desk,
      dataStyle: makeStyle({ isTerminal: true, columns: 100, environment: {}, noColor: true }),
    });
    expect([report.outcome, shown(report)]).toEqual(["done", "Nothing is due.\n"]);
    expect(desk.said).toEqual([]);
    // Piped output contains the headings, and the message goes to standard error.
    expect(shown(await run(desk))).toMatch(/^due\tdocument\t[^\n]*\n$/);
    expect(desk.said).toEqual(["Nothing is due."]);
  });
});
