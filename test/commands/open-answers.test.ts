import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { get } from "../../src/commands/get.ts";
import { listCommand } from "../../src/commands/list.ts";
import { logs } from "../../src/commands/logs.ts";
import { renderJson } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { runCommand } from "../support/run-command.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { ask, screen } from "../support/shop.ts";
import { SettableClock } from "../support/start-sandbox.ts";

const id = "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33";

interface Answers {
  readonly document?: unknown;
  readonly status?: unknown;
  readonly logs?: unknown;
  readonly list?: unknown;
}

/** A missing answer gives a 404, a string is sent unchanged as the body, and a function is called each time. */
async function serviceWith(answers: Answers, facts: { readonly extras?: boolean } = {}) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? "").replace(/\?.*$/, "");
    if (path === "/sandbox") {
      response.writeHead(404).end();
      return;
    }
    asked.push(path);
    const isList = /\/purchase-(?:invoices|credit-notes)$/.test(path);
    const name = path.endsWith("-logs") ? "logs" : path.endsWith("-status") ? "status" : isList ? "list" : "document";
    const given = isList && answers.list === undefined ? { content: [] } : answers[name];
    const answer: unknown = typeof given === "function" ? given() : given;
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer ?? { errors: { message: "none" } }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const profile = { id: "SBX-1", name: "Palm Ledger" };
  const place = { baseUrl: `http://127.0.0.1:${port}`, token: "canary-4711", businessProfileId: "SBX-1", profile };
  return { asked, desk: serviceDesk(place, { clock: new SettableClock(), ...facts }) };
}

type Desk = Awaited<ReturnType<typeof serviceWith>>["desk"];
const readLogs = (desk: Desk, words = [id]): Promise<Report> => runCommand(logs, desk, words);
const show = (desk: Desk, words = [id]): Promise<Report> => runCommand(get, desk, words);
const list = (desk: Desk): Promise<Report> => runCommand(listCommand, desk, ["invoices"]);

const oneLine = (text: string): string => text.replace(/[│┌┐└┘├┤─┬┴┼\s]+/g, " ");

/** When output goes to a pipe, a tab separates name and value. */
const bare = (text: string): string => oneLine(text.replaceAll(": ", " "));

test.each([
  ["01J8ZQ3F4Y5N6M7P8R9S0T1V2W", "01J8ZQ3F4Y5N6M7P8R9S0T1V2W"],
  ["4711", "4711"],
  ["CN/2026/0017", "CN%2F2026%2F0017"],
  ["فاتورة 7", encodeURIComponent("فاتورة 7")],
])("the id %j, which is no UUID and not in the journal, is asked for", async (odd, segment) => {
  const base = "/api/purchase-credit-notes";
  const { asked, desk } = await serviceWith({
    document: { id: odd, meta_info: { peppol_status: { overall_status: "PENDING" } } },
    status: { toC3: { status: "SUBMITTED" } },
    logs: [{ event: "STORED" }],
  });
  expect((await ask(desk, [odd])).outcome).toBe("pending");
  expect(screen(await readLogs(desk, [odd]))).toContain("STORED");
  expect(screen(await show(desk, [odd]))).toContain(odd);
  expect(asked).toEqual(
    expect.arrayContaining([
      `${base}/${segment}`,
      `${base}/${segment}/peppol-status`,
      `${base}/${segment}/peppol-status-logs`,
    ]),
  );
});

test("what nobody knows is said with all that was asked, and nothing else", async () => {
  const { asked, desk } = await serviceWith({});
  const text = oneLine(screen(await ask(desk, ["NOSUCH"]), 200));
  expect(text).toContain(
    `The journal does not know "NOSUCH", the service's lists show no document with this number, and ` +
      "the service has neither a " +
      "self-billed credit note nor an invoice with this id (404). It says: none",
  );
  expect(asked).toHaveLength(4);
  const { asked: six, desk: described } = await serviceWith({}, { extras: false });
  const words = oneLine(screen(await ask(described, ["NOSUCH"]), 200));
  expect(words).toContain(
    "The journal does not know it. This service gives no status of an invoice, so no invoice was",
  );
  expect(words).toContain("The service can be asked by id only, not by document number");
  expect(six).toEqual(["/api/purchase-credit-notes/NOSUCH/peppol-status"]);
});

test("a list that is not understood is no proof that a number does not exist: the id is asked for, and both are said", async () => {
  const { asked, desk } = await serviceWith({ list: { summary: "3 documents" } });
  const text = oneLine(screen(await ask(desk, ["SB-7"]), 200));
  expect(asked.at(-1)).toBe("/api/purchase-invoices/SB-7");
  expect(text).toContain("the service's list of self-billed credit notes could not be read (200)");
});

test.each([
  ["unknown members", [{ happening: "STORED-1", when: "yesterday" }], ["happening: STORED-1", "when: yesterday"]],
  ["a time that is none", [{ event: "E", timestamp: "20 June, 9 am" }], ["timestamp: 20 June, 9 am"]],
  ["other spellings", [{ EventType: "STORED", Message: "kept", created_at: 1781931656010 }], ["STORED", "2026-06-20"]],
  ["texts", ["stored by the gateway", 7], ["stored by the gateway", "7"]],
  ["a list under another name", { steps: [{ event: "E1" }], trace: "t-9" }, ["E1", "trace: t-9"]],
  ["a nested list", { data: { items: [{ event: "E2" }], next: "p2" }, took: 5 }, ["E2", "next: p2", "took: 5"]],
  ["an entry alone", { event: "E3", message: "alone", node: "n1" }, ["E3", "alone", "node: n1"]],
  ["entries that say nothing", [{}, null], ["{}", "null"]],
  [
    "deep members",
    [{ event: "E", payload: { a: { b: ["x", { c: "y" }] } } }],
    ["payload.a.b[0]: x", "payload.a.b[1].c: y"],
  ],
])("a log of %s is shown as it came", async (_, answer, expected) => {
  const { desk } = await serviceWith({ logs: answer });
  const report = await readLogs(desk);
  expect(report.outcome).toBe("done");
  for (const shown of [screen(report, 200), screen(report, "pipe")])
    for (const each of expected) expect(bare(shown)).toContain(bare(each));
  expect(JSON.stringify(renderJson(report))).not.toContain('"events":[]');
});

test("“no events yet” is said of an empty list as described, and of nothing else", async () => {
  const said = async (answer: unknown): Promise<string> =>
    screen(await readLogs((await serviceWith({ logs: answer })).desk));
  expect(await said([])).toContain("The log has no events yet.");
  for (const answer of [{ logs: [] }, { data: { items: [] } }, { content: [], total_elements: 3 }]) {
    const text = await said(answer);
    expect(text).not.toContain("yet");
    expect(text).toContain("holds a list of events, which is empty");
  }
  expect(await said({ content: [], total_elements: 3 })).toContain("total_elements: 3");
  for (const answer of [{ note: "the log is elsewhere" }, "null", '"soon"', "{}", { errors: ["not here"] }]) {
    const text = await said(answer);
    expect(text).not.toMatch(/yet|empty/);
    expect(oneLine(text)).toContain("is not a list of log entries. The service answered: ");
    expect(oneLine(text)).toContain(typeof answer === "string" ? answer : JSON.stringify(answer));
  }
  expect(oneLine(await said(""))).toContain("It is empty.");
});

test("a status shows its legs under other names, and whatever else it says", async () => {
  const status = {
    data: { legs: { c3: { Status: "ACCEPTED", attempts: 3 }, c5: { status: "SUBMITTED" } }, queue: "north" },
    server: "gw-2",
  };
  const { desk } = await serviceWith({ status }, { extras: false });
  for (const size of [200, "pipe"] as const) {
    const text = oneLine(screen(await ask(desk, [id], { verbose: true }), size));
    for (const each of [
      "accepted (ACCEPTED)",
      "transmitted, no answer yet (SUBMITTED)",
      "attempts: 3",
      "gw-2",
      "north",
    ])
      expect(text).toContain(each);
  }
  const plainly = oneLine(screen(await ask(desk, [id]), 200));
  for (const each of ["Status delivered transmitted, no answer yet", "Also told attempts: 3", "gw-2", "north"])
    expect(plainly).toContain(each);
  const { desk: odd } = await serviceWith({ status: { delivery: { state: "on its way" } } }, { extras: false });
  const text = oneLine(screen(await ask(odd, [id]), 200));
  expect(text).toContain("no leg in a form that selfbill knows. What the service said is below.");
  expect(text).toContain("delivery.state: on its way");
  expect(text).not.toContain("nothing known");
});

const withStatus = (status: object): object => ({ id, document_number: "SBC-7", meta_info: { peppol_status: status } });

test("participant and FTA status are told as diagnostics", async () => {
  const document = withStatus({ overall_status: "PENDING", participant_status: "QUEUED", fta_status: "APPROVED" });
  const { desk } = await serviceWith({ document, status: {} });
  const report = await ask(desk, [id]);
  expect(oneLine(screen(report))).toContain("Diagnostics: participant status QUEUED, FTA status APPROVED");
  expect(screen(report, "pipe")).toContain(
    "Diagnostics\tparticipant status\tQUEUED\nDiagnostics\tFTA status\tAPPROVED\n",
  );
});

const accepted = { status: "ACCEPTED" };
const refused = { status: "REJECTED" };

test.each([
  [
    "an accepted leg under a rejection by the supplier's side",
    withStatus({ overall_status: "REJECTED", participant_status: "REJECTED", fta_status: "APPROVED" }),
    { toC3: accepted, toC5: accepted },
    "rejected",
    /Who rejected it is not clear: the participant status says REJECTED, the leg to the supplier's side says ACCEPTED/,
  ],
  [
    "two accepted legs under a rejection",
    withStatus({ overall_status: "REJECTED" }),
    { toC3: accepted, toC5: accepted },
    "rejected",
    /Who rejected it is not clear: the leg to the supplier's side says ACCEPTED, the leg to the tax authority says ACCEPTED/,
  ],
  [
    "a rejected leg under an approval",
    withStatus({ overall_status: "APPROVED", participant_status: "APPROVED", fta_status: "APPROVED" }),
    { toC3: accepted, toC5: refused },
    "pending",
    /The service says APPROVED, but the leg to the tax authority says REJECTED. Ask the service which holds/,
  ],
  [
    "an accepted leg under a failed validation",
    withStatus({ overall_status: "VALIDATION_FAILED" }),
    { toC3: accepted },
    "rejected",
    /failed the Peppol validation, but the leg to the supplier's side says ACCEPTED: whether it was delivered is not clear/,
  ],
  [
    "a rejected leg while it is pending",
    withStatus({ overall_status: "PENDING" }),
    { toC5: { status: "SUBMITTED", mlsResponse: { responseCode: "RE" } } },
    "pending",
    /still processing it, but the answer \(MLS\) of the leg to the tax authority says RE\./,
  ],
  [
    "an approval that says nothing of the sides",
    withStatus({ overall_status: "APPROVED" }),
    {},
    "done",
    /^(?!.*Peppol delivered).*The service approved the document\. Nothing more to do\./,
  ],
  [
    "a rejection by a side whose leg agrees",
    withStatus({ overall_status: "REJECTED", participant_status: "REJECTED", fta_status: "APPROVED" }),
    { toC3: refused, toC5: accepted },
    "rejected",
    /Rejected by the supplier's side \(C3\); this is final/,
  ],
])("%s is said in a sentence", async (_, document, status, outcome, sentence) => {
  const { desk } = await serviceWith({ document, status });
  const report = await ask(desk, [id]);
  expect([report.outcome, oneLine(screen(report, 200))]).toEqual([outcome, expect.stringMatching(sentence)]);
});

test.each([
  ["an object", withStatus({ overall_status: { code: "APPROVED" } }), "overall_status.code: APPROVED"],
  ["another name", withStatus({ state: "APPROVED" }), "state: APPROVED"],
  ["the root", { id, status: "APPROVED" }, "status: APPROVED"],
  ["a text in place of the object", { id, meta_info: { peppol_status: "APPROVED" } }, "peppol_status: APPROVED"],
])("a status told as %s is shown, is not “no status yet”, and is no verdict", async (_, document, expected) => {
  const { desk } = await serviceWith({ document, status: {} });
  const report = await ask(desk, [id]);
  const text = oneLine(screen(report, 200));
  expect(report.outcome).toBe("pending");
  expect(text).toContain("STATUS NOT UNDERSTOOD");
  expect(text).toContain(expected);
  expect(text).not.toMatch(/no status yet|✓/i);
  expect(oneLine(screen(await show(desk), 200))).toContain("not understood");
});

test("a document inside of a wrapper is read, and what selfbill does not know of a document is shown", async () => {
  const document = {
    data: { ...withStatus({ overall_status: "APPROVED", hold: "no" }), clearance: { code: "K-7" } },
    took: 9,
  };
  const { desk } = await serviceWith({ document, status: {} });
  for (const report of [await show(desk), await ask(desk, [id])]) {
    const text = oneLine(screen(report, 200));
    expect(report.outcome).toBe("done");
    for (const each of ["SBC-7", "APPROVED", "clearance.code: K-7", "hold: no", "took: 9"])
      expect(text).toContain(each);
  }
});

test("an answer that is another document says nothing of the one that was asked for", async () => {
  const document = { ...withStatus({ overall_status: "APPROVED" }), id: "6f0d2f0e-0000-4c55-8a3e-0b9c7f1d2e33" };
  const { desk } = await serviceWith({ document, status: {} });
  const report = await ask(desk, [id]);
  expect(report.outcome).toBe("not_sent");
  expect(oneLine(screen(report, 200))).toMatch(/answered with another document: 6f0d2f0e-0000\S*, SBC-7, APPROVED/);
});

test.each([
  ["an array", [{ id, document_number: "SB-1", colour: "red" }], ["SB-1", "colour"]],
  ["another name", { invoices: [{ id, documentNumber: "SB-1" }], cursor: "c9" }, ["SB-1", "cursor: c9"]],
  ["a nested list", { result: { items: [{ id, documentNumber: "SB-1" }], total: 40 } }, ["SB-1", "total: 40"]],
  ["texts", { content: undefined, data: ["SB-1", id] }, ["SB-1", id]],
  ["entries without number and id", [{ ref: "R-1", sum: 5 }], ["ref: R-1; sum: 5"]],
])("a list of documents that is %s is shown", async (_, answer, expected) => {
  const { desk } = await serviceWith({ list: answer });
  const report = await list(desk);
  expect(report.outcome).toBe("done");
  for (const each of expected) expect(oneLine(screen(report, 200))).toContain(each);
});

test("an entry that is not read as a document is a line of CSV with as many cells as the others", async () => {
  const { desk } = await serviceWith({ list: [{ ref: "R-1" }, { id, documentNumber: "SB-1" }] });
  const report = await runCommand(listCommand, desk, ["invoices"], { output: "csv" });
  const lines = screen(report, 400).trim().split("\n");
  expect(lines.map((line) => [line.split(",")[0], line.split(",").length])).toEqual([
    ["Number", 13],
    ["ref: R-1", 13],
    ["SB-1", 13],
  ]);
});

test("what is not a list of documents is said, with what it is; an empty list elsewhere is not “no document”", async () => {
  const { desk } = await serviceWith({ list: { greeting: "hello" } });
  expect(oneLine(screen(await list(desk), 200))).toContain(
    'it holds no list. The service answered: {"greeting":"hello"}',
  );
  const { desk: empty } = await serviceWith({ list: { data: [] } });
  expect(screen(await list(empty))).toContain("The service's answer holds a list, which is empty.");
});

test("entries of a followed log that share an id, or say the same, are all shown", async () => {
  const entries = ["STORED", "CHECKED", "CHECKED"].map((event) => ({ id: "1", event }));
  let round = 0;
  const { desk } = await serviceWith({
    logs: () => entries.slice(0, ++round),
    document: () => withStatus({ overall_status: round < 3 ? "PENDING" : "APPROVED" }),
  });
  await runCommand(logs, desk, [id], { follow: true, timeout: 60 });
  expect(desk.written.join("").trimEnd().split("\n")).toHaveLength(3);
});
