import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allRules } from "../../src/check/index.ts";
import type { DocumentLine, SelfBilledDocument } from "../../src/document/index.ts";
import { invoice, line } from "../support/documents.ts";
import { findingsIn } from "../support/rule-cases.ts";

/**
 * What a remedy must not ask for: whoever follows it with a true document would make a false statement to the tax
 * authority. A sentence that says when it is true may ask for it.
 */
const mayBeFalse: Readonly<Record<string, RegExp>> = {
  "a kind of goods": /\b(?:set|use|add|write|choose)\b[^.]*\bnature_code\b|\bnature_code\b[^.]*\bto one of\b/i,
  "an article number": /\b(?:add|state|write|give)\b[^.]*\bGTIN\b/i,
  "a tax number": /\b(?:add|state|give)\b[^.]*\b(?:party_tax_scheme with|TRN)\b|\bdigits of (?:the|its) TRN\b/i,
  "the reverse charge": /\b(?:set|use|change|write)\b[^.]*\b(?:category (?:to )?AE\b|to AE\b|AE \(reverse charge\))/i,
  "another category": /\b(?:set|change)\b[^.]*\bcategory\b[^.]*\bto (?:S|Z|E|O)\b/i,
  "a flag of a special supply":
    /\b(?:set|write|change)\b[^.]*\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth) digit\b[^.]*\bto 1\b/i,
  "an exemption": /\bfor example DL8\.4/i,
  "another day":
    /\b(?:change|set|move)\b[^.]*\b(?:issue_date|actual_delivery_date|invoice_period|agreement_date|date of (?:supply|the agreement))\b/i,
  "another country": /\b(?:change|set)\b[^.]*\bcountry_code\b[^.]*\bAE\b/i,
  "another reason": /\b(?:choose|use|set)\b[^.]*\banother (?:credit )?reason\b/i,
};

/** Never true of a supply that the program has not seen. */
const never =
  /\b(?:simplified invoice|below AED 10,?000|credit the advance|is compliant|is recoverable|will be fined|the law forbids|back-?dat(?:e|ed|ing) (?:it|the))\b/i;

const saysWhen =
  /\b(?:if|where|unless|only|whichever|when|one of|has (?:a|one|none)|for (?:a|an)|of a|once|either|must|do not|never)\b/i;

const sentences = (text: string): string[] => text.split(/(?<=[.;:])\s+/);

describe("a remedy asks for no statement that may be false", () => {
  const remedies = allRules.flatMap(({ id, hint }) => sentences(hint).map((sentence) => ({ id, hint, sentence })));

  test.each(Object.entries(mayBeFalse))("%s", (_, asks) => {
    expect(
      remedies
        .filter(({ sentence }) => asks.test(sentence) && !saysWhen.test(sentence))
        .map(({ id, hint }) => `${id} ${hint}`),
    ).toEqual([]);
  });

  test("no rule says what only an adviser may", () => {
    expect(allRules.filter(({ says, hint }) => never.test(`${says} ${hint}`)).map(({ id }) => id)).toEqual([]);
  });

  test("nor does the manual", () => {
    const folder = join(import.meta.dirname, "../../src/manual");
    const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));
    const found = pages.flatMap((name) =>
      sentences(readFileSync(join(folder, name), "utf8").replace(/\s+/g, " "))
        .filter((each) => never.test(each) && !/\b(?:do not|never|not)\b/i.test(each))
        .map((each) => `${name}: ${each}`),
    );
    expect(found).toEqual([]);
  });
});

describe("a true document that cannot be sent is told so, and not made to say something else", () => {
  const reverse: NonNullable<DocumentLine["classified_tax_category"]> = { id: "AE", percent: "5", tax_scheme: "VAT" };
  const item = (change: Partial<DocumentLine>): SelfBilledDocument =>
    invoice({ document_lines: [line({ classified_tax_category: reverse, ...change }), line()] });
  const hs = (code: string) => ({
    commodity_code: "G",
    item_classification_code: code,
    item_classification_list_id: "HS",
  });
  const supplier = invoice().accounting_supplier_party ?? {};
  const hours = {
    commodity_classification: { commodity_code: "S" },
    additional_item_identification: [{ id: "998313", scheme_id: "SAC" }],
  };

  test.each<[string, string, SelfBilledDocument, RegExp]>([
    ["scrap", "IBR-166-AE", item({ name: "Copper scrap", commodity_classification: hs("74040000") }), /provider/],
    ["an imported service", "IBR-166-AE", item({ name: "Design", ...hours }), /provider/],
    ["hours", "IBR-174-AE", item({ name: "Hours of work", ...hours }), /cannot be sent|provider|none/],
    [
      "a supplier without registration",
      "IBR-134-AE",
      invoice({ accounting_supplier_party: { ...supplier, party_tax_scheme: undefined } }),
      /\bif\b/i,
    ],
  ])("%s: %s", (_, id, document, way) => {
    const hints = findingsIn(document)
      .filter((each) => each.id === id)
      .map(({ hint }) => hint);
    expect(hints.length).toBeGreaterThan(0);
    for (const hint of hints) expect(hint).toMatch(way);
  });
});
