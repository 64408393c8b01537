import { kind, maybe, outcome, partyShape, shape, text, the, yes } from "../../answers/index.ts";
import { standings } from "../../states/index.ts";
import type { OverviewRow } from "./overview.ts";

export const overviewShape = shape<OverviewRow>({
  outcome: [outcome, ({ standing }) => (standing === "in-doubt" ? "in_doubt" : standings[standing].outcome)],
  id: [maybe, ({ id }) => id],
  kind: [kind, ({ kind }) => kind],
  document_number: [maybe, ({ number }) => number],
  supplier: the(partyShape, ({ supplier }) => supplier),
  issue_date: [text, ({ date }) => date],
  currency: [text, ({ currency }) => currency],
  tax_inclusive_amount: [maybe, ({ gross }) => gross],
  overall_status: [maybe, ({ status }) => status],
  participant_status: [maybe, ({ c3 }) => c3],
  fta_status: [maybe, ({ c5 }) => c5],
  since: [maybe, ({ since }) => since],
  asked_now: [yes, ({ isFresh }) => isFresh],
  // Present with --all-companies.
  company: [text.optional(), ({ company }) => company],
});
