import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { due } from "../../src/commands/due.ts";
import { makeStyle, renderReport } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { monthAtDesk } from "../support/month.ts";
import { runCommand } from "../support/run-command.ts";
import { ask, create, from, shop } from "../support/shop.ts";

interface Told {
  readonly document_number: string;
  readonly overall_status: string | null;
  readonly participant_status: string | null;
  readonly asked_now: boolean;
  readonly outcome: string;
}

function told(report: Report): Told[] {
  if (report.view.view !== "raw") throw new Error(JSON.stringify(report));
  return report.view.data.results as Told[];
}

const statesOf = (report: Report) =>
  Object.fromEntries(told(report).map((each) => [each.document_number, each.overall_status ?? each.outcome]));

test("without ids every document that is not final has a row, read from pages and not one by one", async () => {
  let asked: string[] = [];
  const { desk, documents } = await monthAtDesk(18, ({ method, path }) => {
    if (method === "GET") asked.push(path);
  });
  asked = [];
  const first = await ask(desk, []);
  expect(asked.length, asked.join(" ")).toBeLessThanOrEqual(10);
  expect(first.outcome).toBe("in_doubt");
  const words = {
    approved: "APPROVED",
    pending: "PENDING",
    rejected: "REJECTED",
    failed: "VALIDATION_FAILED",
    "in-doubt": "in_doubt",
    "credits-uncounted": "APPROVED",
  };
  // All documents were open before; the one in doubt is shown by its attempt instead of a number.
  const wanted = documents
    .filter(({ fate }) => fate !== "in-doubt")
    .map(({ document, fate }) => [document.document_number, words[fate]]);
  expect(statesOf(first)).toMatchObject(Object.fromEntries(wanted));
  expect(told(first).every((each) => each.asked_now || each.outcome === "in_doubt")).toBe(true);
  asked = [];
  const again = await ask(desk, []);
  expect(asked.length).toBeLessThanOrEqual(4);
  const open = documents.filter(({ fate }) => fate === "pending").map(({ document }) => document.document_number);
  expect(told(again).flatMap((each) => (each.overall_status === "PENDING" ? [each.document_number] : []))).toEqual(
    open,
  );
  // A rejected or failed document keeps its status, and the service is not queried about it again.
  const bad = documents.filter(({ fate }) => fate === "rejected" || fate === "failed");
  expect(bad.length).toBeGreaterThan(1);
  const kept = told(again).filter(({ outcome }) => outcome === "rejected");
  expect(kept.map((each) => each.document_number).sort()).toEqual(
    bad.map(({ document }) => document.document_number).sort(),
  );
  expect(told(again)).toHaveLength(open.length + bad.length + 1);
});

test("what was rejected stays until somebody dealt with it, and its exit code wins over what is pending", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  await create(desk, invoice({ document_number: "SB-1", ...from("1999999921") }));
  await create(desk, invoice({ document_number: "SB-2", ...from("1999999939") }));
  clock.advance(3_600);
  for (let time = 0; time < 3; time++) {
    const report = await ask(desk, []);
    expect(report.outcome).toBe("rejected");
    expect(statesOf(report)).toEqual({ "SB-1": "REJECTED", "SB-2": "PENDING" });
  }
  const done = await runCommand(due, desk, ["SB-1"], { done: "reversed in the books" });
  expect(done.outcome).toBe("done");
  const after = await ask(desk, []);
  expect([after.outcome, statesOf(after)]).toEqual(["pending", { "SB-2": "PENDING" }]);
  expect(statesOf(await ask(desk, [], { all: true }))).toEqual({ "SB-1": "REJECTED", "SB-2": "PENDING" });
});

test("it chooses by status, supplier and day, and --all has every document", async () => {
  const { desk, documents } = await monthAtDesk(20);
  expect(told(await ask(desk, [], { all: true }))).toHaveLength(documents.length + 1);
  const rejected = await ask(desk, [], { status: "REJECTED" });
  expect(told(rejected).map((each) => each.overall_status)).toEqual(["REJECTED"]);
  expect(told(rejected)[0]?.participant_status).toBe("REJECTED");
  expect(rejected.outcome).toBe("rejected");
  const day = await ask(desk, [], { all: true, from: "2026-06-02", to: "2026-06-02" });
  expect(told(day).map((each) => each.document_number)).toEqual(["SB-2026-0002", "SB-2026-0017"]);
  const supplier = await ask(desk, [], { all: true, supplier: "199999993900003" });
  expect(told(supplier).every((each) => each.overall_status === "PENDING")).toBe(true);
});

test("a watch of many ends when none is open", async () => {
  const { desk } = await shop({}, { sameClock: true });
  await create(desk, invoice());
  await create(desk, creditNote());
  expect((await ask(desk, [])).outcome).toBe("pending");
  const done = await ask(desk, [], { watch: true });
  expect(done.outcome).toBe("done");
  expect(statesOf(done)).toEqual({ "SB-2026-0001": "APPROVED", "SBC-2026-0001": "APPROVED" });
  const none = await ask(desk, []);
  expect(none).toMatchObject({ outcome: "done", view: { text: "No document is open.\n" } });
});

test("a service without lists is asked for each document", async () => {
  const { desk, clock } = await shop({}, { extras: false });
  await create(desk, creditNote());
  clock.advance(3_600);
  const [row] = told(await ask(desk, [], { all: true }));
  expect(row).toMatchObject({ document_number: "SBC-2026-0001", asked_now: true });
});

test("where a service tells no status of a document it is counted, and is neither a row nor an exit code", async () => {
  const { desk, clock } = await shop({}, { extras: false });
  await create(desk, invoice({ document_number: "SB-1" }));
  await create(desk, creditNote());
  expect(await ask(desk, [])).toMatchObject({ outcome: "pending" }); // the legs of the credit note had not answered yet
  clock.advance(3_600);
  const text = "No document is open.\n2 documents were created; this service tells no status of them.\n";
  expect(await ask(desk, [])).toMatchObject({ outcome: "done", view: { text } });
});

test("80 columns hold the table, and a CSV file every column", async () => {
  const { desk, clock } = await shop();
  await create(desk, invoice(from("1999999939")));
  clock.advance(3_600);
  const style = makeStyle({ isTerminal: true, columns: 80, environment: {}, noColor: true });
  const shown = renderReport(await ask({ ...desk, dataStyle: style }, []), style, style).data;
  expect(Math.max(...shown.split("\n").map((each) => each.length))).toBeLessThanOrEqual(80);
  for (const each of ["10,500.00", "PENDING", "SB-2026"]) expect(shown).toContain(each);
  const out = join(desk.folder, "open.csv");
  await ask(desk, [], { out: [out] });
  expect(readFileSync(out, "utf8").split("\r\n")[1]).toContain(
    "SB-2026-0001,Desert Lime Trading LLC,10500.00,AED,PENDING",
  );
});

test.each([
  [["SB-1"], { all: true }, "--all cannot be used with ids"],
  [[], { xml: "c3" }, "--xml needs a document"],
] as const)("%j %j is refused", async (words, options, says) => {
  const { desk } = await shop();
  const done = await ask(desk, [...words], options);
  expect(done).toMatchObject({ outcome: "usage", problems: [{ message: expect.stringContaining(says) }] });
});
