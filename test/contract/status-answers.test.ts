import { expect, test } from "vitest";
import {
  hasAnswered,
  overallStatusOf,
  sideStatusesOf,
  statusClassOf,
  statusLogOf,
  statusSnapshotOf,
  validationResultsOf,
} from "../../src/contract/index.ts";
import { type JsonObject, parseJson } from "../../src/json/index.ts";

function json(value: unknown): JsonObject {
  const parsed = parseJson(JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.problems[0].message);
  return parsed.value as JsonObject;
}

const leg = {
  country: "AE",
  docTypeId: "urn:peppol:pint:selfbilling-1@ae-1",
  processId: "urn:peppol:bis:selfbilling",
  documentXml: "PENyZWRpdE5vdGUvPg==",
  lastUpdated: 1781931661920,
  mlsResponse: { responseCode: "AP", receivedAt: 1781931661920 },
  senderId: "0235:1009876549",
  receiverId: "0235:1002345674",
  status: "ACCEPTED",
  transmissionUuid: "2a4d6f80-9b1c-4e3d-8f57-6c0a1b2d3e4f",
  transmissionResponse: {
    conversationId: "conv-1",
    messageId: null,
    overallDurationToTransmit: 1180,
    transmissionError: false,
    transmissionErrors: null,
    transmissionResult: "SUCCESS",
  },
};
const snapshot = {
  documentUuid: "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33",
  documentType: "CREDIT_NOTE",
  documentXML: "PENyZWRpdE5vdGUvPg==",
  issuedBy: "0235:1009876549",
  issuedTo: "0235:1002345674",
  lastUpdated: 1781931662480,
  validationResults: [{ flag: "fatal", reasonCode: "IBR-132-AE", text: "Wrong.", location: "/CreditNote", test: "x" }],
  toC3: leg,
  toC5: { ...leg, country: null, mlsResponse: null, status: "SUBMITTED" },
};

/** Converts every name to snake_case. */
function snake(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snake);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name
        .replace("XML", "Xml")
        .replace(/([a-z])([A-Z])/g, "$1_$2")
        .toLowerCase(),
      snake(member),
    ]),
  );
}

test.each([
  ["camelCase", snapshot],
  ["snake_case", snake(snapshot)],
])("a snapshot in %s is read in full", (_, answer) => {
  const { raw: __, told, ...read } = statusSnapshotOf(json(answer));
  expect(told).toEqual({ findings: [], sides: {} });
  expect(read).toEqual({
    documentUuid: "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33",
    documentType: "CREDIT_NOTE",
    documentXML: "PENyZWRpdE5vdGUvPg==",
    issuedBy: "0235:1009876549",
    issuedTo: "0235:1002345674",
    lastUpdated: 1781931662480,
    more: [],
    validationResults: [
      { flag: "fatal", reasonCode: "IBR-132-AE", text: "Wrong.", location: "/CreditNote", test: "x", more: [] },
    ],
    toC3: {
      status: "ACCEPTED",
      country: "AE",
      docTypeId: "urn:peppol:pint:selfbilling-1@ae-1",
      processId: "urn:peppol:bis:selfbilling",
      senderId: "0235:1009876549",
      receiverId: "0235:1002345674",
      transmissionUuid: "2a4d6f80-9b1c-4e3d-8f57-6c0a1b2d3e4f",
      lastUpdated: 1781931661920,
      mlsResponse: { responseCode: "AP", receivedAt: 1781931661920, more: [] },
      transmissionResponse: {
        transmissionResult: "SUCCESS",
        transmissionError: false,
        overallDurationToTransmit: "1180",
        conversationId: "conv-1",
        more: [],
      },
      more: [],
      documentXml: "PENyZWRpdE5vdGUvPg==",
    },
    toC5: expect.objectContaining({ status: "SUBMITTED", country: undefined, mlsResponse: undefined }),
  });
});

test("a snapshot's raw form keeps unknown members and leaves the documents out", () => {
  const { raw } = statusSnapshotOf(json({ ...snapshot, queue: "north", toC3: { ...leg, attempts: 3 } }));
  const text = JSON.stringify(raw, (_, value) => (value?.text !== undefined ? value.text : value));
  expect(text).toContain('"queue":"north"');
  expect(text).toContain('"attempts":"3"');
  expect(text).not.toContain("PENyZWRpdE5vdGUvPg");
});

test.each([
  ["beside the legs", (meta_info: object) => ({ ...snapshot, meta_info })],
  ["in a wrapper", (meta_info: object) => ({ data: { ...snapshot, meta_info }, took: 4 })],
  ["around the wrapped snapshot", (meta_info: object) => ({ snapshot, meta_info })],
])("an overall status %s is read, with its findings", (_, answer) => {
  const finding = { flag: "fatal", reasonCode: "IBR-001", text: "No.", location: null, test: null };
  const peppol_status = { overall_status: "REJECTED", participant_status: "NO", validation_results: [finding] };
  const { told, more } = statusSnapshotOf(json(answer({ peppol_status })));
  expect(told).toMatchObject({ overallStatus: "REJECTED", sides: { participant: "NO" }, findings: [{ text: "No." }] });
  expect(more.map(([name]) => name).filter((name) => /meta/.test(name))).toEqual([]);
});

test.each([
  {},
  { toC3: null, toC5: null, validationResults: null, lastUpdated: null },
  { toC3: {}, toC5: [], validationResults: {}, lastUpdated: "soon" },
  { toC3: "SUBMITTED", toC5: 7, validationResults: [null, 4, {}], lastUpdated: -1 },
])("a snapshot of %j says nothing about its legs", (answer) => {
  const read = statusSnapshotOf(json(answer));
  expect([read.toC3, read.toC5, read.lastUpdated]).toEqual([undefined, undefined, undefined]);
  expect(hasAnswered(read.toC3)).toBe(false);
});

test.each([
  [{ mlsResponse: { responseCode: "RE" } }, true],
  [{ mlsResponse: "AP" }, true],
  [{ mlsResponse: { code: "AB", note: "late", at: { node: "x" } } }, true],
  [{ status: "MLS_C3_TRANSMISSION_ERROR" }, true],
  [{ transmissionResponse: { transmissionError: true } }, true],
  [{ status: "ACCEPTED" }, false],
  [{ status: "SUBMITTED", mlsResponse: null, transmissionResponse: { transmissionError: false } }, false],
  [{ status: "SUBMITTED", mlsResponse: {} }, false],
])("whether the leg %j has answered: %j", (toC3, answered) => {
  expect(hasAnswered(statusSnapshotOf(json({ toC3 })).toC3)).toBe(answered);
});

test("a message level status of unknown shape is kept member by member", () => {
  const toC5 = { mlsResponse: { outcome: "ACCEPTED", issues: [{ line: 3, text: "odd" }], timestamp: 1781931661 } };
  expect(statusSnapshotOf(json({ toC5 })).toC5?.mlsResponse).toEqual({
    receivedAt: 1781931661000,
    more: [
      ["outcome", "ACCEPTED"],
      ["issues[0].line", "3"],
      ["issues[0].text", "odd"],
    ],
  });
});

test.each([
  ["milliseconds", 1781931662480, 1781931662480],
  ["seconds", 1781931662, 1781931662000],
  ["a text of digits", "1781931662480", 1781931662480],
  ["a date with its offset", "2026-06-20T09:01:02+04:00", Date.parse("2026-06-20T05:01:02Z")],
  ["a date without an offset", "2026-06-20T09:01:02", undefined],
  ["zero", 0, undefined],
  ["more than a date can hold", 9_000_000_000_000_000, undefined],
])("an instant may be %s", (_, told, instant) => {
  expect(statusSnapshotOf(json({ lastUpdated: told })).lastUpdated).toBe(instant);
});

test.each([
  null,
  {},
  { peppol_status: null },
  { peppol_status: { overall_status: null } },
  { peppol_status: { overall_status: " " } },
  "x",
])("a document whose meta_info is %j has no status yet, which is neither good nor bad", (meta_info) => {
  const document = json({ meta_info });
  expect(overallStatusOf(document)).toBeUndefined();
  expect(validationResultsOf(document)).toEqual([]);
  expect(statusClassOf(overallStatusOf(document))).toBe("open");
});

test("a document's status is read in either spelling", () => {
  const spelled = {
    metaInfo: { peppolStatus: { overallStatus: "REJECTED", participantStatus: "REJECTED", ftaStatus: null } },
  };
  for (const answer of [spelled, snake(spelled)]) {
    expect(overallStatusOf(json(answer))).toBe("REJECTED");
    expect(sideStatusesOf(json(answer))).toEqual({ participant: "REJECTED", fta: undefined });
  }
});

test.each([
  ["APPROVED", "good"],
  ["REJECTED", "bad"],
  ["VALIDATION_FAILED", "bad"],
  ["PENDING", "open"],
  ["approved", "open"],
  ["APPROVED ", "open"],
  ["ARCHIVED", "open"],
])("the overall status %j stands %s", (status, standing) => {
  expect(statusClassOf(status)).toBe(standing);
});

const event = {
  id: "6850f2a0c1b7e93d5a204170",
  event: "DOCUMENT_CREATED",
  message: "stored",
  timestamp: 1781931656010,
};

test("a log is told oldest first, whatever the service's order and spelling", () => {
  const later = { ...event, id: "2", event: "MLS_RECEIVED_FROM_C5", timestamp: 1781931664210, sender_id: "0235:1" };
  const same = { ...event, id: "3", event: "VALIDATION_SUCCESS" };
  const logs = statusLogOf([later, event, same].map(json));
  expect(logs?.events.map((each) => each.event)).toEqual([
    "DOCUMENT_CREATED",
    "VALIDATION_SUCCESS",
    "MLS_RECEIVED_FROM_C5",
  ]);
  expect(statusLogOf([json({ ...later, sender_id: undefined, senderId: "0235:1" })])?.events[0]?.sender_id).toBe(
    "0235:1",
  );
});

test("a log whose times are not all told stays in the service's order", () => {
  const logs = statusLogOf(
    [{ ...event, id: "a", timestamp: 1781931664210 }, { ...event, id: "b", timestamp: null }, event].map(json),
  );
  expect(logs?.events.map((each) => each.id)).toEqual(["a", "b", event.id]);
});

test.each([
  [{ content: [event] }, 1],
  [{ logs: [event, null, 3] }, 3],
  [[], 0],
])("the list of a log may stand in %j", (answer, count) => {
  const parsed = parseJson(JSON.stringify(answer));
  expect(parsed.ok && statusLogOf(parsed.value)?.events).toHaveLength(count);
});

test.each(["null", '"none"', "{}", "7"])("the answer %s is no log", (text) => {
  const parsed = parseJson(text);
  expect(parsed.ok && statusLogOf(parsed.value)).toBeUndefined();
});
