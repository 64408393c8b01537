import { type EndpointDefinition, readOnly } from "./define.ts";

export const statusCalls = {
  status: {
    ...readOnly,
    path: "/{id}/peppol-status",
    of: {
      invoice: [17, "purchaseInvoiceStatus", "P"],
      "credit-note": [3, "purchaseCreditNoteStatus", "D"],
      "sales-credit-note": [4, "salesCreditNoteStatus", "D"],
    },
    calls: ["status"],
    asks: "the Peppol status of the {document} {id}",
    summary: "Peppol status of {a}",
    description:
      "Both legs: toC3 is billing (the supplier's provider), toC5 is tax reporting (the tax authority). A leg of null says that nothing is known, neither success nor failure.",
    answers: "StatusSnapshot",
    section: "§9",
    phase2: true,
    refuses: [400, 403, 404],
  },
  statusLog: {
    ...readOnly,
    path: "/{id}/peppol-status-logs",
    of: {
      invoice: [17, "purchaseInvoiceLogs", "P"],
      "credit-note": [5, "purchaseCreditNoteLogs", "D"],
      "sales-credit-note": [6, "salesCreditNoteLogs", "D"],
    },
    calls: ["logs"],
    asks: "the status log of the {document} {id}",
    summary: "Peppol event log of {a}",
    description: "Oldest event first.",
    answers: "StatusLog",
    section: "§10",
    phase2: true,
    refuses: [400, 403, 404],
  },
} as const satisfies Readonly<Record<string, EndpointDefinition>>;
