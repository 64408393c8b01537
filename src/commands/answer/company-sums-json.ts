import { shape, text, texts, whole } from "../../answers/index.ts";
import { formatAmount, totalsByCurrency } from "../../document/index.ts";
import type { CompanySums } from "./company-sums.ts";

export const companySumsShape = shape<CompanySums>({
  company: [text, ({ company }) => company],
  documents: [whole, ({ rows }) => rows.length],
  totals: [
    texts,
    ({ rows }) => Object.fromEntries(totalsByCurrency(rows).map(([currency, sum]) => [currency, formatAmount(sum)])),
  ],
});
