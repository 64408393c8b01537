import { expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";
import { type Body, creditNoteBody, invoiceBody } from "./bodies.ts";

/** Creates a document whose supplier has this address; `more` changes the supplier further. */
async function created(
  sandbox: TestSandbox,
  endpoint: string,
  more: Body = {},
  body = creditNoteBody(),
): Promise<Body> {
  const path =
    body.invoice_type_code === undefined && body.billing_reference ? "purchase-credit-notes" : "purchase-invoices";
  const supplier = { ...body.accounting_supplier_party, endpoint_id: endpoint, ...more };
  const answer = await sandbox.call("POST", `/api/${path}/${sandbox.businessProfileId}`, {
    ...body,
    accounting_supplier_party: supplier,
  });
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([201, expect.any(String)]);
  return { ...answer.body, path };
}

async function seen(sandbox: TestSandbox, { id, path }: Body) {
  const [document, snapshot, log] = await Promise.all([
    sandbox.call("GET", `/api/${path}/${id}`),
    sandbox.call("GET", `/api/${path}/${id}/peppol-status`),
    sandbox.call("GET", `/api/${path}/${id}/peppol-status-logs`),
  ]);
  return {
    status: document.body.meta_info.peppol_status,
    snapshot: snapshot.body,
    events: log.body.map((each: Body) => each.event) as string[],
  };
}

test.each(["9900000098", "9900000097", "9900000099"])(
  "a document to the placeholder address %s is reported and not delivered",
  async (endpoint) => {
    const sandbox = await startTestSandbox({ rulesEdition: "1.0.4" });
    const made = await created(sandbox, endpoint);
    for (const seconds of [0, 2, 2]) {
      sandbox.clock.advance(seconds);
      expect((await seen(sandbox, made)).snapshot.toC3).toBeNull();
    }
    const { status, snapshot, events } = await seen(sandbox, made);
    expect(status).toMatchObject({ participant_status: null, fta_status: "APPROVED", overall_status: "APPROVED" });
    expect(snapshot.toC5).toMatchObject({ status: "ACCEPTED", mlsResponse: { responseCode: "AP" } });
    expect(events.filter((event) => event.includes("C3"))).toEqual([]);
    expect(events).toContain("MLS_RECEIVED_FROM_C5");
  },
);

test("the tax authority alone decides: what a test supplier's provider would say does not count, a rejected report does", async () => {
  const sandbox = await startTestSandbox();
  const unheard = await created(sandbox, "9900000098", { tin: "1999999913" });
  const refused = await created(sandbox, "9900000098", { tin: "1999999921" }, creditNoteBody({ document_number: "2" }));
  sandbox.clock.advance(5);
  expect((await seen(sandbox, unheard)).status).toMatchObject({ participant_status: null, overall_status: "APPROVED" });
  const { status, snapshot } = await seen(sandbox, refused);
  expect(status).toMatchObject({ participant_status: null, fta_status: "REJECTED", overall_status: "REJECTED" });
  expect(snapshot.toC5.mlsResponse).toMatchObject({ responseCode: "RE", statusReasonCode: "BV" });
});

test("a test supplier stands for one that is not on the network; an ordinary address has both legs", async () => {
  const sandbox = await startTestSandbox();
  const unreached = await created(sandbox, "1999999988", { tin: "1999999988" });
  const ordinary = await created(sandbox, "1002345674", {}, creditNoteBody({ document_number: "2" }));
  sandbox.clock.advance(5);
  expect((await seen(sandbox, unreached)).snapshot.toC3).toBeNull();
  expect((await seen(sandbox, ordinary)).snapshot.toC3).toMatchObject({ status: "ACCEPTED" });
});

test("an invoice to a placeholder address is treated alike", async () => {
  const sandbox = await startTestSandbox();
  const made = await created(sandbox, "9900000098", {}, invoiceBody());
  sandbox.clock.advance(5);
  expect((await seen(sandbox, made)).status).toMatchObject({ participant_status: null, overall_status: "APPROVED" });
});
