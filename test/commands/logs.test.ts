import { expect, test } from "vitest";
import { logs } from "../../src/commands/logs.ts";
import { makeStyle, renderJson, renderReport } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote } from "../support/documents.ts";
import { startRecorder } from "../support/recorder.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { type ServiceDesk, serviceDesk } from "../support/service-desk.ts";
import { create, from, screen, shop } from "../support/shop.ts";

const number = "SBC-2026-0001";
const approved = [
  "DOCUMENT_CREATED",
  "VALIDATION_SUCCESS",
  "DOCUMENT_SUBMITTED",
  "SENT_TO_C3",
  "SENT_TO_C5",
  "MLS_RECEIVED_FROM_C3",
  "MLS_RECEIVED_FROM_C5",
];

function ask(desk: ServiceDesk, id: string, options: Given<typeof logs> = {}): Promise<Report> {
  return runCommand(logs, desk, [id], options);
}

function eventsOf(report: Report): string[] {
  const { events } = renderJson(report) as { events: { event: string }[] };
  return events.map(({ event }) => event);
}

test("the log is shown in order, with Gulf time and participants, and agrees with the moment", async () => {
  const { desk, clock } = await shop();
  const id = await create(desk, creditNote());
  expect(eventsOf(await ask(desk, number))).toEqual(["DOCUMENT_CREATED"]);
  clock.advance(10);
  const report = await ask(desk, id);
  expect([report.outcome, eventsOf(report)]).toEqual(["done", approved]);
  expect(screen(report, 160)).toContain("│ 2026-06-15 12:00:00 │ DOCUMENT_CREATED");
  expect(screen(report, 160)).toContain("0235:1002345674");
  expect(screen(report, "pipe")).toMatch(
    /^Time\tEvent\tMessage\tFrom\tTo\t.*Also told\n2026-06-15 12:00:00 \+04:00\tDOCUMENT_CREATED\t/,
  );
});

test("a followed log is written as it comes, each event once, and ends with the final state", async () => {
  const { desk } = await shop();
  await create(desk, creditNote());
  const report = await ask(desk, number, { follow: true });
  expect(report.outcome).toBe("done");
  const lines = desk.written.join("").trimEnd().split("\n");
  expect(lines.map((line) => line.split("\t")[1])).toEqual(approved);
  expect(desk.written.length).toBeGreaterThan(2);
  const pipe = makeStyle({ isTerminal: false, columns: undefined, environment: {}, noColor: true });
  expect(renderReport(report, pipe, pipe).data).toBe("");
  expect(eventsOf(report)).toEqual(approved);
});

test("as JSON lines each event is one line, once or followed", async () => {
  const { desk, clock } = await shop();
  await create(desk, creditNote());
  await ask(desk, number, { follow: true, jsonLines: true });
  clock.advance(10);
  const report = await ask(desk, number, { jsonLines: true });
  for (const text of [desk.written.join(""), screen(report, "pipe")]) {
    const events = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).event);
    expect(events).toEqual(approved);
  }
});

test("following ends when the time is over, and bad answers in between end nothing", async () => {
  const { desk, sandbox } = await shop();
  await create(desk, creditNote(from("1999999939")));
  const path = "/api/purchase-credit-notes/";
  const [lost, ...refused] = [
    { fault: "close", path },
    ...[500, 429, 404].map((status) => ({ fault: "status", status, path, method: "GET" })),
  ];
  await sandbox.call("POST", "/sandbox/faults", { faults: [...refused.slice(0, 2), lost, ...refused.slice(2)] });
  const report = await ask(desk, number, { follow: true, timeout: 90 });
  expect(report.outcome).toBe("pending");
  expect(eventsOf(report)).toContain("SENT_TO_C5");
  expect(desk.now().getTime()).toBe(Date.parse("2026-06-15T08:01:30Z"));
});

test("a sales credit note's log is followed until both legs have answered", async () => {
  const { desk } = await shop();
  const report = await ask(desk, "5a1e5000-0000-4000-8000-000000000002", { sales: true, follow: true });
  expect(report.outcome).toBe("done");
  expect(eventsOf(report)).toContain("MLS_RECEIVED_FROM_C3");
});

test("without Phase 2, or for an unknown id, it is said why there is no log", async () => {
  const { desk } = await shop({ phase2: false });
  await create(desk, creditNote());
  for (const follow of [false, true]) {
    const report = await ask(desk, number, { follow });
    expect(report.outcome).toBe("auth");
    expect(screen(report)).toMatch(/“Phase 2” subscription, which yours may not include/);
  }
  expect((await ask(desk, "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33", { sales: true })).outcome).toBe("auth");
  const { desk: other } = await shop();
  expect((await ask(other, "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33")).outcome).toBe("refused");
});

test("the version of creation is used again", async () => {
  const { sandbox, clock } = await shop();
  const recorder = await startRecorder(sandbox.baseUrl);
  const desk = serviceDesk({ ...sandbox, ...recorder }, { clock });
  await create(desk, creditNote(), "20260507");
  await ask(desk, number);
  const versions = recorder.requests.map(({ headers }) => headers["x-service-version"]);
  expect([versions.length > 1, new Set(versions)]).toEqual([true, new Set(["20260507"])]);
});
