import { lawRule } from "../law/fact.ts";
import { hasHeading, headings } from "../law/headings.ts";
import type { LawSupply, SuppliedLine, SupplyPlace } from "../law/supply.ts";

/** Goods of which the buyer accounts for the VAT, and what the network's list of such goods can say. */

const seen = (sources: number) => ({ on: "2026-11-28", sources });
const standard = ({ goods, service, category }: SuppliedLine): boolean =>
  category === "S" && (goods || !service) && !service;

function atLine(supply: LawSupply, isTouched: (line: SuppliedLine) => boolean): SupplyPlace | undefined {
  return supply.lines.find(isTouched)?.at.category;
}

/** Words are asked only where the line has no HS code: the code decides. */
const says = ({ hs, words }: SuppliedLine, pattern: RegExp): boolean => hs === "" && pattern.test(words);

const metalScrap =
  /\b(?:(?:metal|steel|iron|copper|alumini?um|brass|bronze|lead|zinc|nickel|tin|ferrous|non-ferrous)\b[^.\n]{0,30}\bscrap|scrap\b[^.\n]{0,30}\b(?:metal|steel|iron|copper|alumini?um|brass|bronze|lead|zinc|nickel)|hms(?: ?1| ?2|\b)|\bubc\b)|(?:خردة|سكراب)/;
const scrapWords = /\b(?:scrap|waste)\b|خردة|سكراب/;

export const buyerOfScrapAccounts = lawRule({
  id: "SB-1010",
  from: "2026-01-14",
  law: "Cabinet Decision 153 of 2025, for supplies since 14 January 2026; some sources say 25 January",
  seen: seen(8),
  says: "Metal scrap: a registered buyer who resells or processes it accounts for the VAT (reverse charge).",
  hint: "If it is bought to resell or process, and your written declarations were given before the supply, 5 % must not be charged; otherwise 5 % stays. The network has no code for scrap: ask your provider how to send it.",
  touches: (supply) =>
    supply.flag(8)
      ? undefined
      : atLine(
          supply,
          (line) =>
            standard(line) &&
            (hasHeading(line.hs, headings.scrap) ||
              (hasHeading(line.hs, headings.maybeScrap) && scrapWords.test(line.words)) ||
              says(line, metalScrap)),
        ),
});

const pure =
  /(?:99(?:[.,]\d+)? ?%|\b99[59]\b|\b999[.,]?9\b|\b9999\b|\bfine(?:ness)? (?:gold|silver|platinum)|\bbullion\b|\binvestment (?:gold|silver|platinum)\b|\b(?:gold|silver|platinum) bars?\b|\bingots?\b|\bkilo ?bars?\b|سبائك|سبيكة)/;

export const investmentMetalIsZeroRated = lawRule({
  id: "SB-1015",
  from: "2018-01-01",
  law: "FDL 8 of 2017 Article 45(8), Executive Regulation Article 36",
  seen: seen(2),
  says: "Gold, silver and platinum of 99 % or more in a tradable form are zero rated.",
  hint: "Use Z if both are true, by a certificate that you hold; other precious metal is under the reverse charge if you resell it or make such goods.",
  touches: (supply) =>
    atLine(supply, (line) => standard(line) && hasHeading(line.hs, headings.investment) && pure.test(line.words)),
});

const isInvestment = (line: SuppliedLine): boolean => hasHeading(line.hs, headings.investment) && pure.test(line.words);
const declarations = (code: string): string =>
  `If you bought it to resell or to make such goods, with your written declarations given before the supply: category AE, kind of goods ${code}. For own use, or without declarations, 5 % stays.`;

export const buyerOfPreciousGoodsAccounts = lawRule({
  id: "SB-1011",
  from: "2025-02-26",
  law: "Cabinet Decision 127 of 2024, for supplies since February 2025",
  seen: seen(3),
  says: "Gold, precious metals and stones: a registered buyer who resells them or makes such goods accounts for the VAT.",
  hint: declarations("DL8.48.8.1"),
  touches: (supply) =>
    atLine(supply, (line) => standard(line) && hasHeading(line.hs, headings.precious) && !isInvestment(line)),
});

export const buyerOfGoldAccounted = lawRule({
  id: "SB-1019",
  from: "2018-06-01",
  to: "2025-02-25",
  law: "Cabinet Decision 25 of 2018, repealed in February 2025",
  seen: seen(2),
  says: "Gold and diamonds: a registered buyer who resells them or makes such goods accounted for the VAT of this day.",
  hint: declarations("DL8.48.8.1"),
  touches: (supply) =>
    atLine(supply, (line) => standard(line) && hasHeading(line.hs, headings.goldAndDiamonds) && !isInvestment(line)),
});

const device =
  /\b(?:smart ?phones?|mobile phones?|cell ?phones?|laptops?|notebook computers?|desktop computers?|tablet (?:pc|computer)s?|tablets? \d|iphones?|ipads?)\b|هاتف محمول|هواتف|لابتوب|حاسوب/;
const forDevice = /\b(?:phone|smartphone|laptop|tablet|notebook|computer)s?\b|هاتف|لابتوب|حاسوب/;

export const buyerOfDevicesAccounts = lawRule({
  id: "SB-1012",
  from: "2023-10-30",
  law: "Cabinet Decision 91 of 2023, for supplies since 30 October 2023",
  seen: seen(4),
  says: "Phones, computers, tablets and their parts: a registered buyer who resells or makes them accounts for the VAT.",
  hint: declarations("DL8.48.8.2"),
  touches: (supply) =>
    atLine(
      supply,
      (line) =>
        standard(line) &&
        (hasHeading(line.hs, headings.electronics) ||
          (hasHeading(line.hs, headings.maybeParts) && forDevice.test(line.words)) ||
          (line.goods && says(line, device))),
    ),
});

export const crudeAndGasAreZeroRated = lawRule({
  id: "SB-1014",
  from: "2018-01-01",
  law: "FDL 8 of 2017 Articles 45(12) and 48(3)",
  seen: seen(2),
  says: "Crude oil and natural gas are zero rated, or under the reverse charge where they are resold; 5 % is not their rate.",
  hint: "Use Z, or AE if you resell it or make energy of it and gave your declarations before the supply. Refined fuel for own use is 5 %.",
  touches: (supply) => atLine(supply, (line) => standard(line) && hasHeading(line.hs, headings.crudeAndGas)),
});

/** The headings that each code of the network's list can mean. */
const goodsOfCode: Readonly<Record<string, readonly string[]>> = {
  "DL8.48.8.1": ["71"],
  "DL8.48.8.2": ["84", "85"],
  "DL8.48.3.1": ["2709", "2710"],
  "DL8.48.3.2": ["2711"],
  "DL8.48.3.3": headings.hydrocarbons,
};

/** Whether the stated kind of goods contradicts what the line is: another heading, or a service. */
function isOtherKind({ category, nature, hs, service }: SuppliedLine): boolean {
  const meant = goodsOfCode[nature];
  if (category !== "AE" || meant === undefined) return false;
  return service || (hs !== "" && !hasHeading(hs, meant));
}

export const kindOfGoodsIsTrue = lawRule({
  id: "SB-1016",
  from: "2018-01-01",
  law: "PINT AE 1.0.4, kinds of goods under the reverse charge; Executive Regulation Article 59",
  seen: seen(2),
  says: "The kind of goods does not fit the item: it is reported to the authority, and would be a wrong statement.",
  hint: "Correct whichever is untrue. If none of the five kinds is true, as for scrap, services and imports, choose none: do not send it as a self-billed document before your provider has said how.",
  touches: (supply) => supply.lines.find(isOtherKind)?.at.nature,
});
