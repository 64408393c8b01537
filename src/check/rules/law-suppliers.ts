import { lawRule } from "../law/fact.ts";
import type { SuppliedLine } from "../law/supply.ts";

/** Whether there is anything to invoice: suppliers abroad, and fees that are no supply. */

export const supplierAbroadChargesNoVat = lawRule({
  id: "SB-1002",
  from: "2018-01-01",
  law: "FDL 8 of 2017 Article 48(1), amended by FDL 16 of 2025 since 1 January 2026",
  seen: { on: "2026-11-28", sources: 6 },
  says: "A supplier abroad charges no UAE VAT, and since 2026 an import needs no self-invoice.",
  hint: "Keep the supplier's own invoice and account for the VAT in your return; do not send a self-billed document for it. Whoever issues a tax invoice with VAT owes that amount, and you may still not recover it.",
  touches: ({ supplier }) =>
    supplier.country !== "" && supplier.country !== "AE" && !supplier.hasTrn ? supplier.at : undefined,
});

const boardFee =
  /\bboard(?: of directors)?(?:['’]s)? (?:member|fee|meeting|attendance|remuneration|sitting)|\bdirector(?:['’]s|s['’]?)? (?:fee|remuneration|sitting)|\bdirectorship\b|\bfees? (?:for|of) (?:sitting on |attending )?(?:the |a )?board\b|\bboard of directors\b|مجلس (?:ال)?إدارة/;

const isBoardFee = ({ goods, hs, category, words }: SuppliedLine): boolean =>
  !goods &&
  hs === "" &&
  category !== "O" &&
  boardFee.test(words) &&
  !/\b(?:training|workshop|course|photo\w*|portraits?|catering|legal|translat\w*)\b/.test(words);

export const boardFeeOfPersonIsNoSupply = lawRule({
  id: "SB-1060",
  from: "2023-01-01",
  law: "Executive Regulation Article 3(2), since 1 January 2023",
  seen: { on: "2026-11-28", sources: 2 },
  says: "A fee of a natural person for sitting on a board of directors is not a supply: no VAT and no tax invoice.",
  hint: "Do not send it as a tax invoice. Other services of the same person can be taxable: say in the line which.",
  touches: ({ supplier, lines }) => (supplier.person ? lines.find(isBoardFee)?.at.category : undefined),
});
