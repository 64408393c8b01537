import { type ColumnsOf, cellsOf } from "../../commands/answer/columns.ts";
import { plainMoney, type Section } from "../../commands/answer/section.ts";
import { documentKinds, documentName, signedAmount } from "../../document/index.ts";
import type { WaitingDocument } from "./waiting.ts";

const sumOf = (name: "net" | "vat" | "gross"): ColumnsOf<WaitingDocument>[string] => [
  "money",
  ({ past, sums }) => plainMoney(signedAmount(past.intent.kind, sums[name])),
];

const sums = { Net: sumOf("net"), VAT: sumOf("vat"), "With VAT": sumOf("gross") };

/** `ofSeveral` adds the company column. */
export function waitingSection(
  documents: readonly WaitingDocument[],
  title: string,
  notes?: readonly string[],
  ofSeveral = false,
): Section {
  const cells = cellsOf(documents, {
    Company: ofSeveral && "company",
    Supplier: ({ past }) => past.intent.supplier.name,
    Number: ({ past, id }) => documentName({ ...past, id }),
    Date: ({ past }) => past.intent.issueDate,
    ...sums,
    Currency: ({ past }) => past.intent.currency,
  });
  return { name: "Acceptance", title, ...cells, ...(notes ? { notes } : {}) };
}

/** `accept --file` reads back the last columns. `ofSeveral` adds the company column. */
export function listToFill(documents: readonly WaitingDocument[], ofSeveral: boolean): Section {
  const cells = cellsOf(documents, {
    Supplier: ({ past }) => past.intent.supplier.name,
    TRN: ({ past }) => past.intent.supplier.trn,
    Number: ({ past }) => past.documentNumber,
    Kind: ({ past }) => documentKinds[past.intent.kind].says,
    Date: ["day", ({ past }) => past.intent.issueDate],
    Currency: ({ past }) => past.intent.currency,
    ...sums,
    Id: "id",
    Answer: () => "",
    "Answered on": ["day", () => ""],
    "Answered by": () => "",
    Reason: () => "",
    Company: ofSeveral && "company",
  });
  return { name: "Acceptance", title: "Documents that wait for the supplier's answer", ...cells };
}
