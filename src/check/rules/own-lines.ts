import { codes } from "../../document/index.ts";
import type { UblElement } from "../../ubl/index.ts";
import { amountOf } from "../amount.ts";
import { isListed, saying } from "../conditions.ts";
import { ownDocument, ownHsCode, ownIncoterm, ownItemType, ownLine, ownServiceCode } from "../contexts/contexts-own.ts";
import type { RuleFacts } from "../contexts/facts.ts";
import { exact } from "../decimal.ts";
import { hsDigits } from "../fixes/fixes.ts";
import { hsCodePattern, isPossibleHsCode } from "../hs-headings.ts";
import { defineOwnRule, sources } from "../own-rule.ts";
import { path, spaced, stringOf } from "../xpath.ts";

const itemTypes: ReadonlySet<string> = new Set(Object.keys(codes.itemTypes));
/** Incoterms 2020, and DAT from Incoterms 2010, which DPU replaced. */
const incoterms: ReadonlySet<string> = new Set("EXW FCA FAS FOB CFR CIF CPT CIP DAP DPU DDP DAT".split(" "));

const lineId = path("cbc:ID");
const invoiced = path("cbc:InvoicedQuantity");
const credited = path("cbc:CreditedQuantity");

/** The ID of the first line with a duplicate number. */
function repeatedId(facts: RuleFacts): UblElement | undefined {
  const seen = new Set<string>();
  for (const name of ["cac:InvoiceLine", "cac:CreditNoteLine"] as const) {
    for (const line of facts.everywhere(name)) {
      const found = line.parent === facts.root ? lineId.first(line) : undefined;
      if (found === undefined) continue;
      const text = spaced(stringOf(found));
      if (seen.has(text)) return found;
      seen.add(text);
    }
  }
  return undefined;
}

export const lineIdsAreUnique = defineOwnRule({
  id: "SB-0801",
  says: "Each line should have its own number. No published rule checks this.",
  hint: "In the program that wrote the file, number the lines 1, 2, 3 and so on.",
  source: sources.meant("IBT-126"),
  of: ownDocument,
  test: "count(distinct-values((cac:InvoiceLine | cac:CreditNoteLine)/cbc:ID[1]/normalize-space())) = count((cac:InvoiceLine | cac:CreditNoteLine)/cbc:ID[1])",
  holds: (_, facts) => facts.once(repeatedId) === undefined,
  culprit: (_, facts) => facts.once(repeatedId),
});

const quantityOf = (line: UblElement): UblElement | undefined => invoiced.only(line) ?? credited.only(line);

/** A credit note's amounts are positive: its type means that they are credited. */
export const quantityIsPositive = defineOwnRule({
  id: "SB-0802",
  says: "A line's quantity should be above zero, also in a credit note: its type already says that the amounts are deducted.",
  hint: "Write the quantity without a minus sign; returned goods belong in a credit note.",
  source: sources.meant("IBT-129"),
  of: ownLine,
  when: saying(
    "(cbc:InvoicedQuantity, cbc:CreditedQuantity)[1] castable as xs:decimal",
    (line) => amountOf(quantityOf(line)) !== undefined,
  ),
  test: "xs:decimal((cbc:InvoicedQuantity, cbc:CreditedQuantity)[1]) > 0",
  holds: (line) => {
    const quantity = amountOf(quantityOf(line));
    return quantity !== undefined && exact.sign(quantity) > 0;
  },
  because: ["cbc:InvoicedQuantity", "cbc:CreditedQuantity"],
});

export const itemTypeIsListed = defineOwnRule({
  id: "SB-0803",
  says: "The item type must be G (goods), S (services) or B (both). No published rule checks this.",
  hint: "Set commodity_classification.commodity_code to G, S or B.",
  source: sources.meant("BTAE-13"),
  flag: "fatal",
  of: ownItemType,
  holds: isListed(itemTypes),
});

export const incotermIsKnown = defineOwnRule({
  id: "SB-0805",
  says: "The delivery terms should be an Incoterm of three letters. No published rule checks this.",
  hint: `Set delivery.terms to one of ${[...incoterms].join(", ")}.`,
  source: "Incoterms 2020; PINT AE 1.0.4, meant but not tested: BTAE-22",
  of: ownIncoterm,
  holds: isListed(incoterms),
});

export const hsCodeIsPossible = defineOwnRule({
  id: "SB-0806",
  says: "An HS code should be 4 to 12 digits that begin with a heading of the Harmonized System. No published rule checks this.",
  hint: "Look up the goods: selfbill codes hs WORDS. Write only digits; a spreadsheet may have dropped a zero at the start.",
  fix: hsDigits,
  source: "Harmonized System 2022 (World Customs Organization); PINT AE 1.0.4, meant but not tested: IBT-158",
  of: ownHsCode,
  holds: saying(
    () => `matches(normalize-space(.), '${hsCodePattern()}')`,
    (code) => isPossibleHsCode(spaced(stringOf(code))),
  ),
});

export const serviceCodeIsDigits = defineOwnRule({
  id: "SB-0807",
  says: "A service accounting code should consist of digits. No published rule checks this.",
  hint: "Write the code as it is printed in the list of services, such as 995463.",
  source: sources.meant("BTAE-17"),
  of: ownServiceCode,
  holds: saying("matches(normalize-space(.), '^[0-9]+$')", (id) => /^[0-9]+$/.test(spaced(stringOf(id)))),
});
