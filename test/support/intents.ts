import { type AttemptResult, type Intent, intentKey } from "../../src/journal/index.ts";

export function intent(change: Partial<Intent> & { readonly content?: string } = {}): Intent {
  const { content = "one", ...rest } = change;
  const whose = { account: "sandbox:SBX-1", businessProfileId: "SBX-1", kind: "invoice" as const };
  return {
    ...whose,
    key: intentKey({ ...whose, ...rest }, { note: content }),
    supplier: { id: "100234567400003", name: "Desert Lime Trading LLC", trn: "100234567400003" },
    issueDate: "2026-06-15",
    currency: "AED",
    totals: { tax_amount: "500", payable_amount: "10500" },
    file: "/documents/one.yaml",
    version: "20260101",
    bodyHash: "0".repeat(64),
    contentHash: "1".repeat(64),
    lines: [{ name: "Ceramic floor tile", quantity: "40", unitCode: "XBX", netAmount: "10000" }],
    ...rest,
  };
}

export function createdResult(id = "4bf90b8c", change: Partial<AttemptResult> = {}): AttemptResult {
  return { verdict: "created", status: 201, id, documentNumber: "SB-1", totals: {}, said: [], ...change };
}
