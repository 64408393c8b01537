import { documentKinds, signedAmount } from "../../document/index.ts";
import { plainMoney, type Section } from "../answer/section.ts";
import type { WaitingDocument } from "./waiting.ts";

const nameOf = ({ past, id }: WaitingDocument): string => past.documentNumber ?? id;

/** The net, VAT and gross amounts of a row; a credit note's are negative. */
const amountsOf = ({ past: { intent }, sums }: WaitingDocument): string[] =>
  [sums.net, sums.vat, sums.gross].map((each) => plainMoney(signedAmount(intent.kind, each)));

const sumColumns = [
  { title: "Net", is: "money" },
  { title: "VAT", is: "money" },
  { title: "With VAT", is: "money" },
] as const;

/** The waiting documents, for a screen. */
export function waitingSection(
  documents: readonly WaitingDocument[],
  title: string,
  notes?: readonly string[],
): Section {
  return {
    ...{ name: "Acceptance", title },
    columns: [{ title: "Supplier" }, { title: "Number" }, { title: "Date" }, ...sumColumns, { title: "Currency" }],
    rows: documents.map((each) => [
      ...[each.past.intent.supplier.name, nameOf(each), each.past.intent.issueDate],
      ...[...amountsOf(each), each.past.intent.currency],
    ]),
    ...(notes ? { notes } : {}),
  };
}

/** Builds the list to fill in; `accept --file` reads its last columns back. */
export function listToFill(documents: readonly WaitingDocument[]): Section {
  return {
    ...{ name: "Acceptance", title: "Documents that wait for the supplier's answer" },
    columns: [
      ...[{ title: "Supplier" }, { title: "TRN" }, { title: "Number" }, { title: "Kind" }],
      ...[{ title: "Date", is: "day" } as const, { title: "Currency" }, ...sumColumns, { title: "Id" }],
      ...[{ title: "Answer" }, { title: "Answered on", is: "day" } as const],
      ...[{ title: "Answered by" }, { title: "Reason" }],
    ],
    rows: documents.map((each) => [
      ...[each.past.intent.supplier.name, each.past.intent.supplier.trn, each.past.documentNumber ?? ""],
      ...[documentKinds[each.past.intent.kind].says, each.past.intent.issueDate, each.past.intent.currency],
      ...[...amountsOf(each), each.id, "", "", "", ""],
    ]),
  };
}
