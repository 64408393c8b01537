import {
  billedSupplyOf,
  compareSupplies,
  numberAsWritten,
  type Supply,
  supplyKinds,
  supplyReferences,
} from "../../../document/index.ts";
import { contentHash } from "../../../prepare/index.ts";
import { problem, typed } from "../../../problem/index.ts";
import { identityOf } from "../../../suppliers/index.ts";
import { list, rare } from "../../command.ts";
import type { Warning } from "./warning.ts";

export const partOfOption = {
  // Whoever needs it is told of it by the refusal.
  partOf: rare(
    list("--part-of <document>", "is another part of what this document bills, or takes back; repeatable", {
      look: "number",
    }),
  ),
} as const;

interface Judged {
  readonly file: string;
  readonly called: string;
  readonly of: string;
  readonly supply: Supply;
}

/**
 * Two invoices of a run that bill the same supply, before either is sent: an error in scripts, a warning at a terminal,
 * where the second one is asked about. `partOf` names documents that bill another part. Problem: `supply-billed`.
 */
export const sameSupply: Warning = {
  name: "same-supply",
  begin({ partOf, desk }) {
    if (partOf === undefined) return () => [];
    const said = new Set(partOf.map((each) => each.trim().toLowerCase()));
    const bySupplier = new Map<string, Judged[]>();
    return (prepared) => {
      const { document, kind, bodyText, file, spot } = prepared;
      if (kind !== "invoice" || document === undefined || bodyText === undefined) return [];
      const supply = billedSupplyOf(document);
      if (supply.every(({ receipts, despatches, orders }) => !receipts && !despatches && !orders)) return [];
      const { name, trn } = identityOf(document);
      const called = document.document_number?.trim() || file;
      const own: Judged = { file, called, of: contentHash(prepared), supply };
      const before = bySupplier.get(trn || name) ?? [];
      bySupplier.set(trn || name, [...before, own]);
      for (const other of before) {
        if (other.of === own.of || [other.called, other.file].some((each) => said.has(each.toLowerCase()))) continue;
        const relation = compareSupplies(supply, other.supply);
        if (relation.is !== "same") continue;
        const [first] = relation.shared;
        const number = numberAsWritten(supplyReferences(document), first?.number ?? "");
        const message = `It bills what ${other.called} in this run bills, by the ${supplyKinds[relation.kind]} ${number}.`;
        const hint = `If it is another part of that supply, add --part-of ${typed(other.called)}.`;
        const severity = desk.ask.possible ? "warning" : "error";
        return [problem("supply-billed", message, hint, { severity, where: spot?.("document_lines") ?? { file } })];
      }
      return [];
    };
  },
};
