import { expect, test } from "vitest";
import { logs } from "../../src/commands/logs.ts";
import type { Report } from "../../src/report/index.ts";
import { http, startRawServer } from "../support/raw-server.ts";
import { runCommand } from "../support/run-command.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { ask, screen } from "../support/shop.ts";
import { SettableClock } from "../support/start-sandbox.ts";

const id = "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33";
const supplier = {
  party_name: "شركة الليمون الصحراوي للتجارة ذ.م.م",
  endpoint_id: "1002345674",
  endpoint_scheme_id: "0235",
};
const buyer = { party_name: "Palm Ledger Holdings LLC", endpoint_id: "1009876549", endpoint_scheme_id: "0235" };

const toC3 = {
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
    conversationId: "conv-20260620-184",
    messageId: "msg-184@sandbox.example",
    overallDurationToTransmit: 1180,
    transmissionError: false,
    transmissionErrors: null,
    transmissionResult: "SUCCESS",
  },
};
const toC5 = {
  ...toC3,
  country: null,
  docTypeId: "urn:peppol:schema:taxdata:1.0::TaxData##urn:peppol:taxdata:ae-1::1.0",
  processId: "urn:peppol:taxreporting",
  mlsResponse: null,
  receiverId: "0242:000001",
  status: "SUBMITTED",
};
const finding = {
  flag: "fatal",
  reasonCode: "IBR-132-AE",
  text: "The supplier TRN must have 15 digits, begin with 1 and end with 03.",
  location: "/CreditNote/cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID",
  test: "string-length(.) = 15 and starts-with(., '1') and ends-with(., '03')",
};
const events = [
  { id: "1", event: "DOCUMENT_CREATED", message: "Credit note stored", timestamp: 1781931656010 },
  { id: "2", event: "VALIDATION_SUCCESS", message: "Network rules passed", timestamp: 1781931657330 },
  {
    id: "3",
    event: "MLS_RECEIVED_FROM_C5",
    message: "أكدت الهيئة الاتحادية للضرائب استلام التقرير",
    timestamp: 1781931664210,
    sender_id: "0235:1009876549",
    receiver_id: "0242:000001",
  },
];

/** Opens a desk whose service gives this answer about one credit note. */
async function told(overall_status: string, validationResults: object[], legs: object) {
  const document = {
    id,
    document_number: "SBC-2026-0001",
    accounting_supplier_party: supplier,
    accounting_customer_party: buyer,
    meta_info: { peppol_status: { overall_status, validation_results: validationResults } },
  };
  const snapshot = { documentType: "CREDIT_NOTE", validationResults, ...legs };
  const server = await startRawServer((socket, { head }) => {
    const path = / (\S+) HTTP/.exec(head)?.[1] ?? "";
    const answer = path.endsWith("-logs") ? events : path.endsWith("-status") ? snapshot : document;
    socket.end(http(200, JSON.stringify(answer)));
  });
  const place = { baseUrl: `http://127.0.0.1:${server.port}`, token: "t", businessProfileId: "SBX-1", profile: {} };
  return serviceDesk(place, { clock: new SettableClock() });
}

const reports: Record<string, () => Promise<Report>> = {
  pending: async () => ask(await told("PENDING", [], { toC3, toC5 }), [id]),
  "pending-verbose": async () => ask(await told("PENDING", [], { toC3, toC5 }), [id], { verbose: true }),
  failed: async () =>
    ask(await told("VALIDATION_FAILED", [finding], { toC3: null, toC5: null }), [id], { verbose: true }),
  sales: async () => ask(await told("", [], { toC3, toC5 }), [id], { sales: true }),
  log: async () => runCommand(logs, await told("PENDING", [], { toC3, toC5 }), [id]),
};

test.each(Object.entries(reports))(
  "the screen of %s is as kept, at 80 and 120 columns and in a pipe",
  async (name, make) => {
    const report = await make();
    for (const columns of [80, 120, "pipe"] as const) {
      const shown = screen(report, columns);
      await expect(shown).toMatchFileSnapshot(`status/${name}-${columns}.txt`);
      const longest = Math.max(
        ...shown
          .split("\n")
          .filter((line) => /^[┌│├└]/.test(line))
          .map((line) => line.length),
        0,
      );
      if (columns !== "pipe") expect(longest).toBeLessThanOrEqual(columns);
    }
  },
);
