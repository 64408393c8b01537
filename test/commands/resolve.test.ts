import { describe, expect, test } from "vitest";
import { problem } from "../../src/problem/index.ts";
import { creditNote, invoice, palmLedger } from "../support/documents.ts";
import { lose, send, settle, shop, told, unnumbered } from "../support/doubts.ts";
import { given } from "../support/journal-file.ts";
import { http, startRawServer } from "../support/raw-server.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { isCreate, isSnapshot, sixEndpoints } from "../support/six-endpoints.ts";
import type { TestSandbox } from "../support/start-sandbox.ts";

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
      said: [expect.stringContaining("may or may not exist")],
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

  test("knows after four minutes that a document does not exist; the same command again creates it", async () => {
    const { sandbox, desk } = await shop();
    await lose(desk, sandbox, unnumbered, false);
    const report = await settle(desk, { check: true });
    expect([report.outcome, told(report).resolved]).toMatchObject(["done", [{ verdict: "not-created" }]]);
    expect((await send(desk, unnumbered)).outcome).toBe("done");
    expect(await count(sandbox)).toBe(1);
  });

  test("does not believe an empty list within four minutes of sending", async () => {
    const { sandbox, desk } = await shop(3);
    await lose(desk, sandbox, invoice(), false);
    const report = await settle(desk, { check: true });
    expect([report.outcome, report.problems.map((each) => each.code)]).toEqual(["in_doubt", ["not-settled"]]);
    expect((await send(desk, invoice())).outcome).toBe("in_doubt");
  });

  test("cannot look where the service has no list, and says so", async () => {
    const { sandbox, desk } = await shop(5, { extras: false });
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
    expect(
      given(await desk.openedJournal.credited(`sandbox:${sandbox.businessProfileId}`, "SB-2026-0001")),
    ).toMatchObject([{ id }]);
  });

  test("an id that the service does not have, or that is another document's, is not believed", async () => {
    const { sandbox, desk } = await shop();
    await send(desk, invoice({ document_number: "SB-2026-0009", issue_date: "2026-04-14" }));
    const [known] = given(await desk.openedJournal.find(`sandbox:${sandbox.businessProfileId}`, "SB-2026-0009"));
    await lose(desk, sandbox, invoice(), false);
    for (const created of ["nobody", known?.id]) {
      const report = await settle(desk, { created });
      expect(report.outcome).not.toBe("done");
      expect(told(report).resolved).toEqual([]);
    }
    expect(told(await settle(desk)).doubts).toHaveLength(1);
  });

  test.each([
    ["that the service named", undefined, {}],
    ["of which the user is sure", "another-id", { yes: true }],
  ] as const)("where only Peppol statuses are told, a 404 denies no id %s", async (_, named, sure) => {
    const found = await sixEndpoints({
      change: (passing) => {
        if (isCreate(passing)) {
          // The answer names its id, and another supplier: in doubt.
          const { id, accounting_supplier_party: supplier } = passing.body;
          const party_tax_scheme = { ...supplier.party_tax_scheme, company_id: "100999999900003" };
          passing.body = { id, accounting_supplier_party: { ...supplier, party_tax_scheme } };
        }
        if (isSnapshot(passing)) [passing.status, passing.body] = [404, { errors: { message: "not available yet" } }];
      },
    });
    expect((await send(found.desk, creditNote())).outcome).toBe("in_doubt");
    const [doubt] = given(await found.desk.openedJournal.doubts());
    const created = named ?? doubt?.result?.told?.id ?? "";
    const denied = await settle(found.desk, { created: "another-id" });
    expect([denied.outcome, denied.problems[0]?.hint]).toEqual(["refused", expect.stringContaining("add --yes")]);
    expect(await settle(found.desk, { created, ...sure })).toMatchObject({
      outcome: "done",
      problems: [{ code: "not-settled", severity: "warning" }],
    });
  });

  test("--not-created needs a yes, typed or given, and frees the document", async () => {
    const { sandbox, desk } = await shop();
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
    const { sandbox, desk } = await shop(5, { answer: false });
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

describe("a settlement can be overruled, and every word stays", () => {
  const account = (sandbox: TestSandbox) => `sandbox:${sandbox.businessProfileId}`;
  const idAt = async (sandbox: TestSandbox): Promise<string> =>
    (await sandbox.call("GET", "/api/purchase-invoices")).body.content[0].id;

  test("--undo takes a document that exists back into doubt; --created settles it again", async () => {
    const { sandbox, desk } = await shop();
    await lose(desk, sandbox, invoice(), true);
    const [settled] = told(await settle(desk, { check: true })).resolved;
    const id = String(settled?.created_id);
    const undone = await settle(desk, { undo: true }, [String(settled?.id)]);
    expect([undone.outcome, told(undone).doubts.length]).toEqual(["in_doubt", 1]);
    expect(undone.problems.map(({ code }) => code)).toEqual(["overruled"]);
    expect(given(await desk.openedJournal.find(account(sandbox), id))).toEqual([]);
    expect((await send(desk, invoice())).outcome).toBe("in_doubt");
    expect((await settle(desk, { created: id })).outcome).toBe("done");
    expect(given(await desk.openedJournal.find(account(sandbox), id))).toMatchObject([{ id }]);
    const records = await desk.openedJournal.attempt(String(settled?.id));
    const words = (records.ok ? records.value : []).flatMap((each) =>
      each.type === "resolved" ? [each.data.verdict] : [],
    );
    expect(words).toEqual(["created", "in-doubt", "created"]);
    expect((await desk.openedJournal.verify()).ok).toBe(true);
  });

  test("what was taken back is listed once, and keeps the answer that made it doubtful", async () => {
    const { sandbox, desk } = await shop();
    const failing = { faults: [{ fault: "status", status: 500, processed: true, method: "POST" }] };
    await sandbox.call("POST", "/sandbox/faults", failing);
    await send(desk, invoice());
    const [doubt] = told(await settle(desk)).doubts;
    await settle(desk, { notCreated: true, yes: true });
    const undone = await settle(desk, { undo: true }, [String(doubt?.id)]);
    expect(undone.view.view === "table" && undone.view.rows.length).toBe(1);
    expect(JSON.stringify(undone)).not.toContain("ended before an answer came");
    expect(told(undone).doubts[0]).toMatchObject({ status: "500", said: doubt?.said });
  });

  test("'not created' overruled after it was sent again loses neither, and says that there are two", async () => {
    const { sandbox, desk } = await shop();
    await lose(desk, sandbox, unnumbered, true);
    const first = await idAt(sandbox);
    const [doubt] = told(await settle(desk)).doubts;
    await settle(desk, { notCreated: true, yes: true });
    expect((await send(desk, unnumbered)).outcome).toBe("done");
    const second = await idAt(sandbox);
    const undone = await settle(desk, { undo: true }, [String(doubt?.id)]);
    expect(undone.problems.map(({ message }) => message).join()).toContain(second);
    const both = await settle(desk, { created: first }, [String(doubt?.id)]);
    expect(both.problems.map(({ code }) => code)).toContain("sent-twice");
    for (const id of [first, second])
      expect(given(await desk.openedJournal.find(account(sandbox), id))).toMatchObject([{ id }]);
    const verified = await desk.openedJournal.verify();
    expect(verified.ok && verified.value.damage).toBeUndefined();
  });

  test("what the service itself answered for cannot be overruled, and a doubt has nothing to take back", async () => {
    const { sandbox, desk } = await shop();
    await lose(desk, sandbox, invoice(), false);
    expect((await settle(desk, { undo: true }, ["SB-2026-0001"])).outcome).toBe("usage");
    await settle(desk, { notCreated: true, yes: true });
    expect((await send(desk, invoice())).outcome).toBe("done");
    const records = await desk.openedJournal.records(0, 100);
    const attempt = String(records.ok && records.value.at(-1)?.attempt);
    const refused = await settle(desk, { notCreated: true, yes: true }, [attempt]);
    expect(refused.problems.map(({ code }) => code)).toEqual(["not-overruled"]);
  });
});

test("a look-up that is stopped speaks of the look-up, and of nothing that was sent", async () => {
  const { sandbox, desk } = await shop();
  await lose(desk, sandbox, invoice(), false);
  const stop = problem("interrupted", "It was stopped before the service was asked for the list.", "Again.");
  const connect: typeof desk.connect = async (words) => {
    const connected = await desk.connect(words);
    if (!connected.ok) return connected;
    const { service } = connected.value;
    const list = async () => ({ ok: false, problems: [stop], rate: {} }) as const;
    const stopped = { ...service, list, withVersion: () => stopped };
    return { ...connected, value: { ...connected.value, service: stopped } };
  };
  const report = await settle({ ...desk, connect } as typeof desk, { check: true });
  expect([report.outcome, report.problems[0]?.message]).toEqual([
    "in_doubt",
    expect.stringContaining("is still in doubt: the look-up was stopped"),
  ]);
});
