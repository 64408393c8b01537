import { expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";
import { type Body, invoiceBody, lineBody, withTin } from "./bodies.ts";

async function create(sandbox: TestSandbox, body: Body): Promise<string> {
  const answer = await sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, body);
  expect([answer.status, answer.status === 201 ? "" : answer.text]).toEqual([201, ""]);
  return answer.body.id;
}

/** Returns the document's statuses as [participant, fta, overall]. */
async function statesOf(sandbox: TestSandbox, id: string): Promise<unknown[]> {
  const { body } = await sandbox.call("GET", `/api/purchase-invoices/${id}`);
  const { participant_status, fta_status, overall_status } = body.meta_info.peppol_status;
  return [participant_status, fta_status, overall_status];
}

const early = [null, null, "PENDING"];
const sent = ["PENDING", "PENDING", "PENDING"];
const approved = ["APPROVED", "APPROVED", "APPROVED"];

test.each([
  ["any supplier: approved", "1002345674", [approved, approved]],
  [
    "the supplier's provider rejects",
    "1999999913",
    [
      ["REJECTED", "APPROVED", "REJECTED"],
      ["REJECTED", "APPROVED", "REJECTED"],
    ],
  ],
  [
    "the tax authority rejects",
    "1999999921",
    [
      ["APPROVED", "REJECTED", "REJECTED"],
      ["APPROVED", "REJECTED", "REJECTED"],
    ],
  ],
  ["stays pending", "1999999939", [sent, sent]],
  ["transmission error to the supplier, later delivered", "1999999947", [["PENDING", "APPROVED", "PENDING"], approved]],
  [
    "transmission error to the tax authority, later accepted",
    "1999999954",
    [["APPROVED", "PENDING", "PENDING"], approved],
  ],
])("states over time: %s", async (_, tin, [atThree, atSix]) => {
  const sandbox = await startTestSandbox();
  const id = await create(sandbox, withTin(invoiceBody(), tin));
  const seen = [];
  for (const step of [0, 0.999, 0.001, 0.999, 0.001, 0.999, 0.001, 3]) {
    sandbox.clock.advance(step);
    seen.push(await statesOf(sandbox, id));
  }
  // Seen at 0 s, 0.999 s, 1 s (rules decided), 1.999 s, 2 s (legs sent), 2.999 s, 3 s (answers) and 6 s.
  expect(seen).toEqual([early, early, early, early, sent, sent, atThree, atSix]);
});

test("pending seconds scale the times", async () => {
  const slow = await startTestSandbox({ pendingSeconds: 30 });
  const id = await create(slow, invoiceBody());
  slow.clock.advance(29);
  expect(await statesOf(slow, id)).toEqual(sent);
  slow.clock.advance(1);
  expect(await statesOf(slow, id)).toEqual(approved);
  const instant = await startTestSandbox({ pendingSeconds: 0 });
  expect(await statesOf(instant, await create(instant, invoiceBody()))).toEqual(approved);
});

test("a document that breaks network rules is accepted, and fails when the rules have decided", async () => {
  const sandbox = await startTestSandbox();
  const id = await create(sandbox, invoiceBody({ profile_execution_id: "00000010" }));
  expect(await statesOf(sandbox, id)).toEqual(early);
  sandbox.clock.advance(1);
  const { body } = await sandbox.call("GET", `/api/purchase-invoices/${id}`);
  const { validation_results, ...status } = body.meta_info.peppol_status;
  expect(status).toEqual({ participant_status: null, fta_status: null, overall_status: "VALIDATION_FAILED" });
  expect(validation_results).toEqual([
    {
      flag: "fatal",
      reasonCode: "IBR-142-AE",
      text: expect.any(String),
      location: expect.stringMatching(/^\/Invoice/),
      test: expect.stringMatching(/^not\(matches\(\/\*\/cbc:ProfileExecutionID, .*\) or exists\(cac:Delivery/),
    },
  ]);
  sandbox.clock.advance(1000);
  expect(await statesOf(sandbox, id)).toEqual([null, null, "VALIDATION_FAILED"]);
});

test("the rules decide before the test supplier does", async () => {
  const sandbox = await startTestSandbox({ pendingSeconds: 0 });
  const withoutHsCode = lineBody({ commodity_classification: { commodity_code: "G" } });
  const id = await create(sandbox, withTin(invoiceBody({ document_lines: [withoutHsCode] }), "1999999913"));
  expect(await statesOf(sandbox, id)).toEqual([null, null, "VALIDATION_FAILED"]);
});
