import { expect, test } from "vitest";
import { get } from "../../src/commands/get.ts";
import { logs } from "../../src/commands/logs.ts";
import { makeStyle, renderJson, renderReport } from "../../src/render/index.ts";
import { escapeHidden } from "../../src/render/safe.ts";
import type { Report } from "../../src/report/index.ts";
import { type Answer, http, startRawServer } from "../support/raw-server.ts";
import { runCommand } from "../support/run-command.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { ask, resultsOf } from "../support/shop.ts";
import { SettableClock } from "../support/start-sandbox.ts";

const id = "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33";
/** Everything that a terminal interprets: title, colour, clipboard, cursor, bidi, line ends, 8-bit CSI, zero width. */
const evil =
  "a\u001b]0;t\u0007\u001b[2J\u001b]52;c;eA==\u001b\\\r\n\u2028\u202eb\u2066c\u009b31m\u200b\u0000\u007f::error::x";

/** Replaces every string in a value with a hostile one. */
function poisoned(value: unknown): unknown {
  if (typeof value === "string") return ` ::add-path::/tmp${value}${evil}`;
  if (Array.isArray(value)) return value.map(poisoned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, poisoned(member)]));
}

const leg = {
  docTypeId: "urn:x",
  processId: "urn:y",
  senderId: "0235:1",
  receiverId: "0235:2",
  status: "S",
  country: "AE",
  transmissionUuid: "u",
  mlsResponse: { responseCode: "RE", why: "w" },
  transmissionResponse: { transmissionResult: "R", transmissionErrors: ["e"], messageId: "m", conversationId: "c" },
};
const finding = { flag: "fatal", reasonCode: "IBR-1", text: "t", location: "/CreditNote", test: "x" };
const party = { name: "n", party_name: "p", endpoint_id: "1", endpoint_scheme_id: "0235" };
const document = {
  id,
  document_number: "D-1",
  accounting_supplier_party: party,
  accounting_customer_party: party,
  meta_info: { peppol_status: { overall_status: "ODD", participant_status: "P", validation_results: [finding] } },
};
const snapshot = { documentType: "CREDIT_NOTE", validationResults: [finding], toC3: leg, toC5: leg };
const event = {
  id: "1",
  event: "E",
  message: "m",
  sender_id: "0235:1",
  receiver_id: "0235:2",
  timestamp: 1781931656010,
};

function answering(answers: Readonly<Record<string, unknown>>): Answer {
  return (socket, { head }) => {
    const path = / (\S+) HTTP/.exec(head)?.[1] ?? "";
    const name = path.endsWith("-logs") ? "logs" : path.endsWith("-status") ? "status" : "document";
    const body = answers[name];
    socket.end(typeof body === "string" ? body : http(200, JSON.stringify(body)));
  };
}

async function deskAt(answer: Answer, extras = true) {
  const server = await startRawServer(answer);
  const profile = { id: "SBX-1", name: "Palm" };
  const place = {
    baseUrl: `http://127.0.0.1:${server.port}`,
    token: "canary-4711",
    businessProfileId: "SBX-1",
    profile,
  };
  return { server, desk: serviceDesk(place, { clock: new SettableClock(), extras }) };
}

/** The report as shown in a terminal, as piped output and as JSON. */
function shown(report: Report): string[] {
  const style = (columns: number | undefined) =>
    makeStyle({ isTerminal: columns !== undefined, columns, environment: {}, noColor: true });
  const texts = [80, 120, undefined].map((columns) => renderReport(report, style(columns), style(columns)));
  return [...texts.flatMap(({ data, talk }) => [data, talk]), escapeHidden(JSON.stringify(renderJson(report)))];
}

/** Undocumented members, whose names a terminal would also interpret. */
const unknown = { [`::error::${evil}`]: evil, queue: { [`b${evil}`]: [evil, { c: evil }] } };

/** Control characters from outside; line feeds and tabs are selfbill's own. */
const obeyed = /[^\P{Cc}\n\t]|\p{Cf}|\p{Zl}|\p{Zp}/u;

test("whatever the service writes, nothing of it reaches the terminal as a command, nor begins a line", async () => {
  const { desk } = await deskAt(
    answering({
      document: { ...(poisoned({ ...document, ...unknown }) as object), id },
      status: poisoned({ ...snapshot, ...unknown, toC3: { ...leg, ...unknown } }),
      logs: { logs: [poisoned({ ...event, ...unknown }), evil], ...unknown },
    }),
  );
  const reports = [
    await ask(desk, [id], { verbose: true }),
    await ask(desk, [id], { sales: true, verbose: true, watch: true, timeout: 5 }),
    await runCommand(logs, desk, [id]),
    await runCommand(logs, desk, [id], { jsonLines: true }),
    await runCommand(get, desk, [id]),
  ];
  expect(reports.map(({ outcome }) => outcome)).toEqual(["pending", "pending", "done", "done", "done"]);
  for (const text of [...reports.flatMap(shown), ...desk.said]) {
    expect(text).not.toMatch(obeyed);
    expect(text).not.toMatch(/^\s*(?:::|##)/m);
  }
});

test("an unknown state is shown as it is, and counts as not finished", async () => {
  const { desk } = await deskAt(answering({ document, status: snapshot }));
  const report = await ask(desk, [id], { watch: true, timeout: 30 });
  expect(report.outcome).toBe("pending");
  expect(shown(report)[0]).toContain("… ODD");
  for (const row of [/Status +│ S /, /Message +│ rejected /, /Transmission +│ R, e /, /Also told +│ why: w /])
    expect(shown(report)[0]).toMatch(row);
});

test("null everywhere reads as no status, never as success or failure", async () => {
  const empty = { id: null, documentType: null, validationResults: null, toC3: null, toC5: null };
  const { desk } = await deskAt(answering({ document: { id, meta_info: null }, status: empty }));
  const report = await ask(desk, [id]);
  expect(report.outcome).toBe("pending");
  const [screen = ""] = shown(report);
  expect(screen).toContain("NO STATUS YET");
  expect(screen).not.toMatch(/✓|✗|accepted|rejected|undefined|null/);
});

test.each([
  ["supplier's side", { toC3: { status: "ACCEPTED" }, toC5: null }],
  ["tax authority", { toC3: null, toC5: { status: "ACCEPTED" } }],
])("where only the overall status is missing, that is said, and not that there is no status: %s", async (_, legs) => {
  const { desk } = await deskAt(answering({ document: { id, meta_info: null }, status: { id, ...legs } }));
  const report = await ask(desk, [id]);
  expect(report.outcome).toBe("pending");
  const screen = shown(report)[0]?.replace(/\s+/g, " ");
  expect(screen).toContain("NO OVERALL STATUS YET");
  expect(screen).toContain("No verdict is made of the two sides below. Check again later, or add --watch.");
  expect(screen).not.toMatch(/has no status yet|✓|✗/);
});

test.each([
  ["a page of HTML", http(200, "<html>hello</html>", { "content-type": "text/html" })],
  ["no JSON", http(200, "{")],
  ["an empty body", http(200, "")],
  ["a list", http(200, "[]")],
  ["the same key twice", http(200, '{"meta_info":null,"meta_info":{"peppol_status":{"overall_status":"APPROVED"}}}')],
  ["a redirect", "HTTP/1.1 302 X\r\nlocation: https://elsewhere.example/\r\ncontent-length: 0\r\n\r\n"],
  ["APPROVED with 500", http(500, JSON.stringify({ meta_info: { peppol_status: { overall_status: "APPROVED" } } }))],
  ["APPROVED with 404", http(404, JSON.stringify({ meta_info: { peppol_status: { overall_status: "APPROVED" } } }))],
  ["garbage", "\u0000\u0001 not HTTP\r\n\r\n"],
])("%s is no verdict, once or watched", async (_, answer) => {
  const { desk } = await deskAt(answering({ document: answer, status: answer }));
  for (const watch of [false, true]) {
    const report = await ask(desk, [id], { watch, timeout: watch ? 10 : undefined });
    expect(["not_sent", "refused"]).toContain(report.outcome);
    expect(resultsOf(report)).toMatchObject([{ standing: "open", tellsOverall: false }]);
    for (const text of shown(report)) expect(text).not.toMatch(/✓|✗/);
  }
});

test("megabytes that are no document are said to be none, and nothing is written", async () => {
  const { desk } = await deskAt(
    answering({ document, status: { ...snapshot, documentXML: `<${"x".repeat(100_000)}` } }),
  );
  const report = await ask(desk, [id], { xml: "document", save: `${desk.folder}/out` });
  expect(report.outcome).toBe("not_sent");
  expect(shown(report).join("").replace(/\s+/g, " ")).toContain("neither XML, Base64 nor JSON");
});
