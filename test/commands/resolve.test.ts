import { describe, expect, test } from "vitest";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { resolve } from "../../src/commands/resolve.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/render/index.ts";
import { createWords } from "../support/create-options.ts";
import { creditNote, invoice, palmLedger } from "../support/documents.ts";
import { http, startRawServer } from "../support/raw-server.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { type ServiceDesk, type ServiceDeskFacts, serviceDesk } from "../support/service-desk.ts";
import { SettableClock, startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";

const { document_number: _, ...unnumbered } = invoice();
const plain = { sandbox: false, profile: undefined, businessProfile: undefined, serviceVersion: undefined };
type Options = Parameters<typeof resolve.run>[0]["options"];

function settle(desk: ServiceDesk, options: Partial<Options> = {}, words: string[] = []): Promise<Report> {
  const none = { check: false, created: undefined, notCreated: false, yes: false };
  return resolve.run({ words, options: { ...plain, ...none, ...options } }, desk);
}

/** A sandbox that meets the next create with this, and a desk whose clock stands a while after it. */
async function shop(minutesLater = 2, facts: ServiceDeskFacts = {}) {
  const sandbox = await startTestSandbox();
  const clock = new SettableClock(Date.now() + minutesLater * 60_000);
  return { sandbox, clock, desk: serviceDesk(sandbox, { ...facts, clock }) };
}

/** Sends a document whose answer is lost; `processed` tells whether the service made it all the same. */
async function lose(desk: ServiceDesk, sandbox: TestSandbox, document: SelfBilledDocument, processed: boolean) {
  await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed }] });
  const report = await send(desk, document);
  expect(report.outcome).toBe("in_doubt");
  return report;
}

async function send(desk: ServiceDesk, document: SelfBilledDocument, allowSimilar = false): Promise<Report> {
  const kind = document.credit_note_type_code === undefined ? "invoice" : "credit-note";
  const words = [desk.file(`${kind}.yaml`, writeYaml(document, kind))];
  const options = { ...createWords, allowSimilar };
  const none = { from: undefined, reason: undefined, reasonText: undefined, line: [], issueDate: undefined };
  return kind === "invoice"
    ? createInvoice.run({ words, options }, desk)
    : createCreditNote.run(
        { words, options: { ...options, ...none, documentNumber: undefined, out: undefined } },
        desk,
      );
}

/** The JSON of a resolve. */
function told(report: Report) {
  if (report.view.view !== "table") throw new Error(JSON.stringify(report));
  return report.view.data as { resolved: Record<string, unknown>[]; doubts: Record<string, unknown>[] };
}

const count = async (sandbox: TestSandbox): Promise<number> =>
  (await sandbox.call("GET", "/api/purchase-invoices")).body.total_elements;

test("the list tells supplier, number, amount, time, what the service said, and how to settle it", async () => {
  const { sandbox, desk } = await shop();
  await lose(desk, sandbox, invoice(), true);
  const report = await settle(desk);
  expect(report.outcome).toBe("in_doubt");
  expect(told(report).doubts).toMatchObject([
    {
      kind: "invoice",
      supplier: { name: "Desert Lime Trading LLC" },
      document_number: "SB-2026-0001",
      totals: { payable_amount: "10500" },
      said: [expect.stringContaining("may exist")],
    },
  ]);
  if (report.view.view !== "table") throw new Error(report.view.view);
  expect(report.view.rows[0]).toContain("10,500.00 AED");
  expect(report.view.next).toContain("selfbill resolve --check");
});

describe("--check", () => {
  test.each([
    ["with a number", invoice()],
    ["without one, by supplier, date and amounts", unnumbered],
  ])("finds a document that exists, %s; the same command again answers with its id", async (__, document) => {
    const { sandbox, desk } = await shop();
    await lose(desk, sandbox, document, true);
    const report = await settle(desk, { check: true });
    expect([report.outcome, report.problems]).toEqual(["done", []]);
    const [settled] = told(report).resolved;
    expect(settled).toMatchObject({ verdict: "created", how: "looked-up", created_id: expect.any(String) });
    const again = await send(desk, document);
    if (again.view.view !== "submissions") throw new Error(again.view.view);
    expect(again.view.results).toMatchObject([{ outcome: "done", id: settled?.created_id, replayed: true }]);
    expect(await count(sandbox)).toBe(1);
  });

  test("knows after a minute that a document does not exist; the same command again creates it", async () => {
    const { sandbox, desk } = await shop();
    await lose(desk, sandbox, unnumbered, false);
    const report = await settle(desk, { check: true });
    expect([report.outcome, told(report).resolved]).toMatchObject(["done", [{ verdict: "not-created" }]]);
    expect((await send(desk, unnumbered)).outcome).toBe("done");
    expect(await count(sandbox)).toBe(1);
  });

  test("does not believe an empty list within a minute of sending", async () => {
    const { sandbox, desk } = await shop(0);
    await lose(desk, sandbox, invoice(), false);
    const report = await settle(desk, { check: true });
    expect([report.outcome, report.problems.map((each) => each.code)]).toEqual(["in_doubt", ["not-settled"]]);
    expect((await send(desk, invoice())).outcome).toBe("in_doubt");
  });

  test("leaves it to the clerk when two documents look like it", async () => {
    const { sandbox, desk } = await shop();
    const other = { ...unnumbered, note: "another one" };
    expect((await send(desk, other)).outcome).toBe("done");
    await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed: true }] });
    expect((await send(desk, unnumbered, true)).outcome).toBe("in_doubt");
    const report = await settle(desk, { check: true });
    expect(report.problems[0]?.message).toContain("2 documents");
    expect(report.outcome).toBe("in_doubt");
  });

  test("cannot look where the service has no list, and says so", async () => {
    const { sandbox, desk } = await shop(2, { extras: false });
    await lose(desk, sandbox, invoice(), true);
    const report = await settle(desk, { check: true });
    expect([report.outcome, report.problems[0]?.message]).toEqual(["in_doubt", expect.stringContaining("no list")]);
  });
});

describe("the clerk's word", () => {
  test("a document that exists is recorded under its id, which the service confirms", async () => {
    const { sandbox, desk } = await shop();
    await lose(desk, sandbox, creditNote(), true);
    const { body } = await sandbox.call("GET", "/api/purchase-credit-notes");
    const { id } = body.content[0];
    const report = await settle(desk, { created: id });
    expect(told(report).resolved).toMatchObject([{ verdict: "created", created_id: id, how: "word" }]);
    expect(desk.openedJournal.credited(`sandbox:${sandbox.businessProfileId}`, "SB-2026-0001")).toMatchObject([{ id }]);
  });

  test("an id that the service does not have, or that is another document's, is not believed", async () => {
    const { sandbox, desk } = await shop();
    await send(desk, invoice({ document_number: "SB-2026-0009", issue_date: "2026-04-14" }));
    const [known] = desk.openedJournal.find(`sandbox:${sandbox.businessProfileId}`, "SB-2026-0009");
    await lose(desk, sandbox, invoice(), false);
    for (const created of ["nobody", known?.id]) {
      const report = await settle(desk, { created });
      expect(report.outcome).not.toBe("done");
      expect(told(report).resolved).toEqual([]);
    }
    expect(told(await settle(desk)).doubts).toHaveLength(1);
  });

  test("--not-created needs a yes, typed or given, and frees the document", async () => {
    const { sandbox, desk } = await shop(2);
    await lose(desk, sandbox, invoice(), false);
    expect(await settle(desk, { notCreated: true })).toMatchObject({
      outcome: "usage",
      problems: [{ code: "needs-answer" }],
    });
    expect((await settle(desk, { notCreated: true, yes: true })).outcome).toBe("done");
    const records = await desk.openedJournal.records(0, 100);
    expect(records.ok && records.value.at(-1)).toMatchObject({
      type: "resolved",
      data: { verdict: "not-created", how: "word", by: expect.any(String) },
    });
    expect((await send(desk, invoice())).outcome).toBe("done");
  });

  test("a no settles nothing", async () => {
    const { sandbox, desk } = await shop(2, { answer: false });
    await lose(desk, sandbox, invoice(), false);
    expect(await settle(desk, { notCreated: true })).toMatchObject({ outcome: "declined" });
    expect((await settle(desk)).outcome).toBe("in_doubt");
  });

  test("one of several must be named, by its id, its number or its file", async () => {
    const { sandbox, desk } = await shop();
    await lose(desk, sandbox, invoice(), false);
    await lose(desk, sandbox, creditNote(), false);
    expect((await settle(desk, { notCreated: true, yes: true })).outcome).toBe("usage");
    expect((await settle(desk, { notCreated: true, yes: true }, ["SB-2026-0001"])).outcome).toBe("done");
    expect((await settle(desk, { notCreated: true, yes: true }, ["SB-2026-0001"])).outcome).toBe("usage");
    const [left] = told(await settle(desk)).doubts;
    expect((await settle(desk, { notCreated: true, yes: true }, [String(left?.id)])).outcome).toBe("done");
    expect((await settle(desk)).outcome).toBe("done");
  });
});

test("until it is settled every command says so in one line, and the answer stays one JSON document", async () => {
  const server = await startRawServer((socket) => socket.end(http(500, "{}")));
  const home = temporaryFolder();
  const env = {
    SELFBILL_BASE_URL: `http://127.0.0.1:${server.port}`,
    SELFBILL_BUSINESS_PROFILE_ID: palmLedger.id ?? "",
    SELFBILL_TOKEN: "token-of-the-test",
  };
  const line = "1 document may or may not have been sent — selfbill resolve\n";
  const sent = await runSelfbill(["create-invoice", "templates/standard-invoice.yaml", "--yes"], { home, env });
  expect([sent.code, sent.stderr.endsWith(line)]).toEqual([23, true]);
  const other = await runSelfbill(["profile", "list", "--json"], { home, env });
  expect([other.code, other.stderr]).toEqual([0, line]);
  expect(JSON.parse(other.stdout)).toMatchObject({ outcome: "done" });
  const settled = await runSelfbill(["resolve", "--not-created", "--yes", "--json"], { home, env });
  expect([settled.code, settled.stderr]).toEqual([0, ""]);
  const after = await runSelfbill(["profile", "list"], { home, env });
  expect(after.stderr).not.toContain("may or may not");
});
