import { expect, test } from "vitest";
import { logEntry } from "../../src/contract/index.ts";
import { startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";
import { type Body, creditNoteBody, invoiceBody, lineBody, withTin } from "./bodies.ts";

const sales = (ordinal: number) => `5a1e5000-0000-4000-8000-00000000000${ordinal}`;
const noHsCode = { document_lines: [lineBody({ commodity_classification: { commodity_code: "G" } })] };

async function create(sandbox: TestSandbox, path: string, body: Body): Promise<string> {
  const answer = await sandbox.call("POST", `/api/${path}/${sandbox.businessProfileId}`, body);
  expect([answer.status, answer.status === 201 ? "" : answer.text]).toEqual([201, ""]);
  return answer.body.id;
}

const snapshotOf = async (sandbox: TestSandbox, path: string, id: string): Promise<Body> =>
  (await sandbox.call("GET", `/api/${path}/${id}/peppol-status`)).body;
const logOf = async (sandbox: TestSandbox, path: string, id: string): Promise<Body[]> =>
  (await sandbox.call("GET", `/api/${path}/${id}/peppol-status-logs`)).body;
const decoded = (base64: string): string => Buffer.from(base64, "base64").toString();

/** The states of both legs: at the start, after the rule checks, when sent, when answered, and when final. */
type Story = readonly [c3: readonly string[], c5: readonly string[]];
const waiting = ["PENDING", "PENDING", "SUBMITTED"];
const accepted = [...waiting, "ACCEPTED", "ACCEPTED"];
const rejected = [...waiting, "REJECTED", "REJECTED"];
const silent = [...waiting, "SUBMITTED", "SUBMITTED"];
const late = (leg: string) => [...waiting, `MLS_${leg}_TRANSMISSION_ERROR`, "ACCEPTED"];

const stories: [string, string, number, Story][] = [
  ["approved", "1002345674", 1, [accepted, accepted]],
  ["C3 rejects", "1999999913", 2, [rejected, accepted]],
  ["C5 rejects", "1999999921", 3, [accepted, rejected]],
  ["stays pending", "1999999939", 4, [silent, silent]],
  ["error at C3, later delivered", "1999999947", 5, [late("C3"), accepted]],
  ["error at C5, later accepted", "1999999954", 6, [accepted, late("C5")]],
];

/** Maps each status of a leg to the event that must be its last log entry; undefined if it must have none. */
const lastEventOf = (leg: string): Record<string, string | undefined> => ({
  PENDING: undefined,
  SUBMITTED: `SENT_TO_${leg}`,
  ACCEPTED: `MLS_RECEIVED_FROM_${leg}`,
  REJECTED: `MLS_RECEIVED_FROM_${leg}`,
  [`MLS_${leg}_TRANSMISSION_ERROR`]: "TRANSMISSION_ERROR",
});

async function expectOneStory(sandbox: TestSandbox, path: string, id: string, story: Story): Promise<void> {
  for (const [at, seconds] of [0, 1, 1, 1, 3].entries()) {
    sandbox.clock.advance(seconds);
    const snapshot = await snapshotOf(sandbox, path, id);
    const log = await logOf(sandbox, path, id);
    expect([snapshot.toC3.status, snapshot.toC5.status]).toEqual([story[0][at], story[1][at]]);
    expect(log.map(({ timestamp }) => timestamp)).toEqual(
      log.map(({ timestamp }) => timestamp).toSorted((a, b) => a - b),
    );
    expect(log.every(({ timestamp }) => timestamp <= sandbox.clock.now())).toBe(true);
    expect(snapshot.lastUpdated).toBe(log.at(-1)?.timestamp);
    for (const [leg, state] of [
      ["C3", snapshot.toC3],
      ["C5", snapshot.toC5],
    ] as const) {
      const own = log.filter(({ receiver_id }) => receiver_id === state.receiverId);
      expect(own.at(-1)?.event).toBe(lastEventOf(leg)[state.status]);
      if (own.length > 0) expect(state.lastUpdated).toBe(own.at(-1)?.timestamp);
      expect("transmissionResponse" in state).toBe(own.length > 0);
      const answered = { ACCEPTED: "AP", REJECTED: "RE" }[state.status as string];
      const why = answered === "RE" ? { statusReasonCode: "BV", description: expect.any(String) } : {};
      expect(state.mlsResponse).toEqual(
        answered ? { responseCode: answered, receivedAt: state.lastUpdated, ...why } : null,
      );
      if (state.transmissionResponse) {
        const failed = state.status.endsWith("ERROR");
        expect(state.transmissionResponse.transmissionError).toBe(failed);
        expect(state.transmissionResponse.messageId).toBe(own.at(-1)?.sent_message_id);
        expect(state.transmissionResponse.transmissionErrors === null).toBe(!failed);
      }
    }
  }
}

test.each(stories)("a purchase credit note's snapshot and log agree at every moment: %s", async (_, tin, __, story) => {
  const sandbox = await startTestSandbox();
  const id = await create(sandbox, "purchase-credit-notes", withTin(creditNoteBody(), tin));
  await expectOneStory(sandbox, "purchase-credit-notes", id, story);
});

test.each(stories)(
  "a sales credit note's snapshot and log agree at every moment: %s",
  async (_, __, ordinal, story) => {
    const sandbox = await startTestSandbox();
    await expectOneStory(sandbox, "sales-credit-notes", sales(ordinal), story);
  },
);

test("a document can be acknowledged first and rejected ten seconds later; both sides can reject it", async () => {
  const sandbox = await startTestSandbox();
  const regretted = await create(sandbox, "purchase-credit-notes", withTin(creditNoteBody(), "1999999962"));
  const refused = await create(
    sandbox,
    "purchase-credit-notes",
    withTin(creditNoteBody({ document_number: "SBC-2026-0002" }), "1999999970"),
  );
  const overall = async (id: string): Promise<string> =>
    (await sandbox.call("GET", `/api/purchase-credit-notes/${id}`)).body.meta_info.peppol_status.overall_status;
  const answers = async (id: string) => {
    const { toC3, toC5 } = await snapshotOf(sandbox, "purchase-credit-notes", id);
    return [toC3, toC5].map(({ mlsResponse: mls }) => [mls.responseCode, mls.statusReasonCode]);
  };
  const accepted = ["AP", undefined];
  sandbox.clock.advance(12.999);
  expect([await overall(regretted), await answers(regretted)]).toEqual(["APPROVED", [["AB", undefined], accepted]]);
  sandbox.clock.advance(0.001);
  expect([await overall(regretted), await answers(regretted)]).toEqual(["REJECTED", [["RE", "FD"], accepted]]);
  const log = await logOf(sandbox, "purchase-credit-notes", regretted);
  expect(log.slice(-2).map(({ message }) => message)).toEqual([
    expect.stringContaining("accepted it"),
    expect.stringMatching(/rejected it \(FD: The document could not be delivered/),
  ]);
  expect([await overall(refused), await answers(refused)]).toEqual([
    "REJECTED",
    [
      ["RE", "SV"],
      ["RE", "BV"],
    ],
  ]);
});

test("an invoice has a snapshot and a log as well", async () => {
  const sandbox = await startTestSandbox();
  const id = await create(sandbox, "purchase-invoices", invoiceBody());
  await expectOneStory(sandbox, "purchase-invoices", id, [accepted, accepted]);
  expect(await snapshotOf(sandbox, "purchase-invoices", id)).toMatchObject({
    documentUuid: id,
    documentType: "INVOICE",
  });
});

test("the whole snapshot of an approved purchase credit note", async () => {
  const sandbox = await startTestSandbox();
  const id = await create(sandbox, "purchase-credit-notes", creditNoteBody());
  sandbox.clock.advance(3);
  const snapshot = await snapshotOf(sandbox, "purchase-credit-notes", id);
  const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  const transmissionResponse = {
    conversationId: expect.stringMatching(/^conv-/),
    messageId: expect.stringMatching(/^msg-.*@/),
    overallDurationToTransmit: expect.any(Number),
    transmissionError: false,
    transmissionErrors: null,
    transmissionResult: "SUCCESS",
  };
  const leg = {
    documentXml: expect.any(String),
    lastUpdated: sandbox.clock.now(),
    mlsResponse: { responseCode: "AP", receivedAt: sandbox.clock.now() },
    senderId: "0235:1009876549",
    status: "ACCEPTED",
    transmissionUuid: uuid,
    transmissionResponse,
  };
  expect(snapshot).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    uuid,
    documentUuid: id,
    documentType: "CREDIT_NOTE",
    documentXML: expect.any(String),
    issuedBy: "0235:1009876549",
    issuedTo: "0235:1002345674",
    lastUpdated: sandbox.clock.now(),
    validationResults: [],
    toC3: {
      ...leg,
      country: "AE",
      docTypeId: "urn:peppol:pint:selfbilling-1@ae-1",
      processId: "urn:peppol:bis:selfbilling",
      receiverId: "0235:1002345674",
    },
    toC5: {
      ...leg,
      country: null,
      docTypeId: "urn:peppol:schema:taxdata:1.0::TaxData##urn:peppol:taxdata:ae-1::1.0",
      processId: "urn:peppol:taxreporting",
      receiverId: "0242:000001",
    },
  });
  expect(snapshot.uuid).not.toBe(id);
  const xml = decoded(snapshot.documentXML);
  expect(xml).toContain("<cbc:CreditNoteTypeCode>261</cbc:CreditNoteTypeCode>");
  expect(xml).toContain(`<cbc:UUID>${id}</cbc:UUID>`);
  expect(snapshot.toC3.documentXml).toBe(snapshot.documentXML);
  expect(decoded(snapshot.toC5.documentXml)).toContain("<pxs:TaxData ");
  expect(await snapshotOf(sandbox, "purchase-credit-notes", id)).toEqual(snapshot);
});

test("the whole log of an approved purchase credit note", async () => {
  const sandbox = await startTestSandbox();
  const id = await create(sandbox, "purchase-credit-notes", creditNoteBody());
  sandbox.clock.advance(3);
  const log = await logOf(sandbox, "purchase-credit-notes", id);
  expect(log.map(({ event }) => event)).toEqual([
    "DOCUMENT_CREATED",
    "VALIDATION_SUCCESS",
    "DOCUMENT_SUBMITTED",
    "SENT_TO_C3",
    "SENT_TO_C5",
    "MLS_RECEIVED_FROM_C3",
    "MLS_RECEIVED_FROM_C5",
  ]);
  const unknownYet = Object.entries(logEntry).flatMap(([name, { presence }]) =>
    presence === "nullable" ? [name] : [],
  );
  expect(unknownYet).toEqual(expect.arrayContaining(["sender_id", "receiver_id", "sent_message_id", "document_xml"]));
  expect(log[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    document_uuid: id,
    document_type: "CREDIT_NOTE",
    event: "DOCUMENT_CREATED",
    message: expect.any(String),
    timestamp: sandbox.clock.now() - 3000,
    ...Object.fromEntries(unknownYet.map((name) => [name, null])),
  });
  expect(log[3]).toMatchObject({
    sent_message_id: expect.stringMatching(/^msg-/),
    sender_id: "0235:1009876549",
    receiver_id: "0235:1002345674",
    doc_type_id: "urn:peppol:pint:selfbilling-1@ae-1",
    process_id: "urn:peppol:bis:selfbilling",
    country_c1: "AE",
  });
  expect(new Set(log.map((entry) => entry.id)).size).toBe(log.length);
});

test("a sales credit note carries billing UBL and goes the other way", async () => {
  const sandbox = await startTestSandbox({ pendingSeconds: 0 });
  const snapshot = await snapshotOf(sandbox, "sales-credit-notes", sales(1));
  expect(snapshot).toMatchObject({
    documentUuid: sales(1),
    documentType: "CREDIT_NOTE",
    issuedBy: "0235:1009876549",
    toC3: {
      docTypeId: "urn:peppol:pint:billing-1@ae-1",
      processId: "urn:peppol:bis:billing",
      senderId: "0235:1009876549",
    },
  });
  expect(decoded(snapshot.documentXML)).toContain("<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>");
  expect(sandbox.salesCreditNotes.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7].map(sales));
});

test.each([
  ["purchase-invoices", undefined, invoiceBody(noHsCode), "IBR-184-AE"],
  ["purchase-credit-notes", undefined, creditNoteBody(noHsCode), "IBR-184-AE"],
  ["sales-credit-notes", sales(7), undefined, "IBR-132-AE"],
])("a failed validation among %s: no leg, the findings, and the end of the log", async (path, seeded, body, rule) => {
  const sandbox = await startTestSandbox();
  const id = seeded ?? (await create(sandbox, path, body as Body));
  expect(await snapshotOf(sandbox, path, id)).toMatchObject({ validationResults: [], toC3: { status: "PENDING" } });
  sandbox.clock.advance(1);
  const snapshot = await snapshotOf(sandbox, path, id);
  expect(snapshot).toMatchObject({ toC3: null, toC5: null, lastUpdated: sandbox.clock.now() });
  expect(snapshot.validationResults.map((each: Body) => each.reasonCode)).toEqual([rule]);
  sandbox.clock.advance(100);
  expect((await logOf(sandbox, path, id)).map(({ event }) => event)).toEqual([
    "DOCUMENT_CREATED",
    "NETWORK_VALIDATION_FAILED",
  ]);
});

test("a resubmitted document's log remembers the failure", async () => {
  const sandbox = await startTestSandbox();
  const id = await create(sandbox, "purchase-credit-notes", creditNoteBody(noHsCode));
  sandbox.clock.advance(10);
  const before = await logOf(sandbox, "purchase-credit-notes", id);
  const put = await sandbox.call(
    "PUT",
    `/api/purchase-credit-notes/${id}/${sandbox.businessProfileId}`,
    creditNoteBody(),
  );
  expect(put.status).toBe(200);
  sandbox.clock.advance(10);
  const log = await logOf(sandbox, "purchase-credit-notes", id);
  expect(log.slice(0, 2)).toEqual(before);
  expect(log.map(({ event }) => event)).toEqual([
    "DOCUMENT_CREATED",
    "NETWORK_VALIDATION_FAILED",
    "DOCUMENT_RESUBMITTED",
    "VALIDATION_SUCCESS",
    "DOCUMENT_SUBMITTED",
    "SENT_TO_C3",
    "SENT_TO_C5",
    "MLS_RECEIVED_FROM_C3",
    "MLS_RECEIVED_FROM_C5",
  ]);
  expect(await snapshotOf(sandbox, "purchase-credit-notes", id)).toMatchObject({
    validationResults: [],
    toC3: { status: "ACCEPTED" },
  });
});

test("without Phase 2 documents say so", async () => {
  const sandbox = await startTestSandbox({ phase2: false });
  const id = await create(sandbox, "purchase-credit-notes", creditNoteBody());
  const { body } = await sandbox.call("GET", `/api/purchase-credit-notes/${id}`);
  expect(body.is_phase2_document).toBe(false);
});

test("where the status begins with the transmission, it is a 404 before and stays one after a failed validation", async () => {
  const sandbox = await startTestSandbox({ snapshot404: true });
  const good = await create(sandbox, "purchase-credit-notes", creditNoteBody());
  const bad = await create(sandbox, "purchase-credit-notes", creditNoteBody({ ...noHsCode, document_number: "BAD" }));
  const statuses = async () =>
    Promise.all(
      [good, bad].map(
        async (id) => (await sandbox.call("GET", `/api/purchase-credit-notes/${id}/peppol-status`)).status,
      ),
    );
  expect(await statuses()).toEqual([404, 404]);
  sandbox.clock.advance(1.999);
  expect(await statuses()).toEqual([404, 404]);
  sandbox.clock.advance(0.001);
  expect(await statuses()).toEqual([200, 404]);
});

test("after a reset the sales credit notes are on their way again", async () => {
  const sandbox = await startTestSandbox();
  sandbox.clock.advance(100);
  expect((await snapshotOf(sandbox, "sales-credit-notes", sales(1))).toC3.status).toBe("ACCEPTED");
  await sandbox.call("POST", "/sandbox/reset");
  expect((await snapshotOf(sandbox, "sales-credit-notes", sales(1))).toC3.status).toBe("PENDING");
  expect(await logOf(sandbox, "sales-credit-notes", sales(1))).toHaveLength(1);
});
