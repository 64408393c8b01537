import { lawRule } from "../law/fact.ts";
import { hasHeading, headings } from "../law/headings.ts";
import type { LawSupply, SuppliedLine, SupplyPlace } from "../law/supply.ts";

/** Supplies whose rate or exemption the law fixes. Words decide only for services; of goods the HS code does. */

const seen = { on: "2026-11-28", sources: 2 };

function atLine(supply: LawSupply, isTouched: (line: SuppliedLine) => boolean): SupplyPlace | undefined {
  return supply.lines.find(isTouched)?.at.category;
}

const isService = ({ goods, hs }: SuppliedLine): boolean => !goods && hs === "";

export const zeroRateHasAReason = lawRule({
  id: "SB-1050",
  from: "2018-01-01",
  law: "FDL 8 of 2017 Article 45",
  seen,
  says: "Zero rate without an export: this kind of goods is not on the closed list of zero-rated supplies.",
  hint: "Use S unless you know why it is zero rated. Do not set the export flag for goods that stay in the country.",
  touches: (supply) =>
    supply.flag(8) || (supply.deliveredTo !== "" && supply.deliveredTo !== "AE")
      ? undefined
      : atLine(
          supply,
          ({ category, goods, hs }) => category === "Z" && goods && hs !== "" && !hasHeading(hs, headings.zeroRated),
        ),
});

export const medicinesAreZeroRated = lawRule({
  id: "SB-1051",
  from: "2018-01-01",
  law: "Cabinet Decision 56 of 2017, Executive Regulation Article 41",
  seen,
  says: "Medicines that are registered with the Ministry of Health are zero rated.",
  hint: "Use Z if they are registered; unregistered ones and food supplements are 5 %.",
  touches: (supply) =>
    atLine(
      supply,
      ({ category, hs, words }) =>
        category === "S" &&
        hasHeading(hs, headings.medicines) &&
        !/\b(?:veterinary|animals?|poultry|livestock|cattle)\b/.test(words),
    ),
});

const dwelling =
  /\b(?:villas?|flats?|apartments?|residential|(?:labou?r|staff|workers?['’]?) (?:accommodation|camp|housing)|town ?houses?|studio)\b|سكني|شقة|شقق|فيلا|سكن (?:عمال|موظفين)/;
const lease = /\b(?:leases?|leased|leasing|rents?|rental|tenancy)\b|إيجار|تأجير/;
const notDwelling =
  /\b(?:hotel|serviced|guest ?house|nights?|nightly|office|shop|showroom|warehouse|parking|furniture|brokerage|commission|management fee|maintenance|cleaning)\b|فندق|مكتب|مستودع/;
/** What is rented for a dwelling, or only sounds like one: a flat-bed truck, the lamps of a studio. */
const otherRental =
  /\bflat[- ]?(?:bed|screen|panel|pack|bar)s?\b|\b(?:lighting|lamps?|cameras?|photo\w*|recording|film\w*|shoot\w*|sound|dance|fitness|equipment|machin\w*|tools?|scaffold\w*|cranes?|trucks?|vehicles?|cars?|generators?|containers?|forklifts?|tents?|porta ?cabins?|air[- ]?condition\w*|ac units?|plants|internet|leased lines?|fibre|projects?)\b/;

export const residentialLeaseIsExempt = lawRule({
  id: "SB-1040",
  from: "2018-01-01",
  law: "FDL 8 of 2017 Article 46, Executive Regulation Article 43",
  seen,
  says: "A lease of residential property for more than six months is exempt, not 5 %.",
  hint: "If it is residential: E, with the reason for residential units (DL8.46.2). A hotel, a serviced apartment, a short stay, an office, a shop or parking is 5 %.",
  touches: (supply) =>
    atLine(
      supply,
      (line) =>
        line.category === "S" &&
        isService(line) &&
        (line.sac.startsWith("997211") || (dwelling.test(line.words) && lease.test(line.words))) &&
        !notDwelling.test(line.words) &&
        !otherRental.test(line.words),
    ),
});

const hotel =
  /\b(?:hotel|serviced apartments?|guest ?house|hotel apartments?|room nights?|nights? stay)\b|فندق|شقق فندقية/;

export const hotelIsNotResidential = lawRule({
  id: "SB-1041",
  from: "2018-01-01",
  law: "Executive Regulation Articles 37 and 43",
  seen,
  says: "This is exempt in the document, but hotels, guest houses, serviced apartments and goods are not residential units.",
  hint: "A hotel room and goods are 5 % (S). If the exemption is for something else, state its own reason.",
  touches: (supply) =>
    atLine(
      supply,
      (line) =>
        line.category === "E" &&
        line.exemption === "DL8.46.2" &&
        (line.goods || line.sac.startsWith("9963") || hotel.test(line.words)),
    ),
});

const bareLand = /\b(?:bare|vacant|empty) (?:land|plot)\b|\bbare plot\b|أرض فضاء/;
const built =
  /\b(?:building|buildings|villa|warehouse|office|apartment|tower|shed|civil works|paved|yard with)\b|مبنى|فيلا|مستودع/;
const workOnLand =
  /\b(?:survey\w*|fenc\w+|clean\w*|clear\w*|level\w*|grad(?:ing|ed)|excavat\w*|valu(?:ation|ing)|broker\w*|commission|maintenance|security|guard\w*|soil|design|marketing|landscap\w*)\b/;

export const bareLandIsExempt = lawRule({
  id: "SB-1042",
  from: "2018-01-01",
  law: "FDL 8 of 2017 Article 46(3), Executive Regulation Article 44",
  seen,
  says: "Bare land is exempt; land with buildings or civil works on it is not.",
  hint: "Use E with the reason for bare land (DL8.46.3) only if there are no buildings or works on it; otherwise 5 % (S).",
  touches: (supply) =>
    atLine(supply, (line) => {
      if (!isService(line) && !line.goods) return false;
      if (line.category === "S")
        return isService(line) && bareLand.test(line.words) && !built.test(line.words) && !workOnLand.test(line.words);
      return (
        line.category === "E" &&
        line.exemption === "DL8.46.3" &&
        (line.goods || (built.test(line.words) && !bareLand.test(line.words)))
      );
    }),
});

const passengers =
  /\b(?:passengers?|staff|employees?|workers?|labou?r|school|crew|pupils?|students?)\b[^.\n]{0,40}\b(?:transport(?:ation)?|transfers?|shuttle|bus(?:es)?|commut\w+)\b|\btransport(?:ation)? (?:of|for) (?:passengers?|staff|employees?|workers?|labou?r|crew|pupils?|students?)\b|\btaxi\b|\bshuttle (?:bus|service)\b|نقل (?:الركاب|ركاب|الموظفين|موظفين|العمال|عمال)/;
const notPassengers =
  /\b(?:sight-?seeing|tours?|pleasure|cruise|safari|goods|cargo|freight|hire|rental|rent|lease|without driver|repair|advertis\w+|furniture|training|courses?|regulations?|maintenance|wash\w*|cleaning|insurance|visa|sponsorship|permits?|licen[cs]es?|salar(?:y|ies)|wages|money|bank|data|software|system|tracking|consult\w*|shelters?|parts)\b/;

export const passengerTransportIsExempt = lawRule({
  id: "SB-1043",
  from: "2018-01-01",
  law: "FDL 8 of 2017 Article 46(4), Executive Regulation Article 45",
  seen,
  says: "Passenger transport inside the UAE is exempt, not 5 %.",
  hint: "If it carries passengers: E, with the reason for local passenger transport (DL8.46.4). Sightseeing, goods, and a bus without the transport are 5 %.",
  touches: (supply) =>
    atLine(
      supply,
      (line) =>
        line.category === "S" &&
        isService(line) &&
        (line.sac.startsWith("9964") || passengers.test(line.words)) &&
        !notPassengers.test(line.words),
    ),
});

const fund =
  /\b(?:investment |mutual |equity |hedge )?fund[- ]management\b|\bmanag\w+ (?:of|the) (?:\w+ )?(?:investment |mutual )?fund\b|إدارة (?:ال)?صناديق/;

export const fundManagementIsExempt = lawRule({
  id: "SB-1044",
  from: "2024-11-15",
  law: "Executive Regulation Article 42, since 15 November 2024",
  seen,
  says: "Managing an investment fund that is licensed in the UAE is exempt from VAT.",
  hint: "If the fund is licensed, it is exempt (E), with the code DL8.46.1; otherwise 5 % is correct.",
  touches: (supply) =>
    atLine(
      supply,
      (line) =>
        line.category === "S" &&
        !line.goods &&
        fund.test(line.words) &&
        !/\b(?:software|system|training|course)\b/.test(line.words),
    ),
});

const zone = /\b(?:designated|free) (?:trade )?zone\b|\bjafza\b|\bjebel ali free\b|\bhamriyah free\b|المنطقة الحرة/;

export const serviceInZoneIsTaxed = lawRule({
  id: "SB-1062",
  from: "2018-01-01",
  law: "FDL 8 of 2017 Articles 50 and 51, Executive Regulation Article 51",
  seen,
  says: "Services in a designated zone are taxed as elsewhere in the UAE: 5 %, not out of scope.",
  hint: "Use S for services, and for goods that are used up in the zone. Goods that stay in a designated zone can be out of scope.",
  touches: (supply) =>
    atLine(supply, (line) => line.category === "O" && line.service && (supply.flag(1) || zone.test(line.words))),
});

const brandNew = /\bbrand[- ]new\b|\bzero[- ]?k(?:m|ilomet(?:er|re)s?)\b|\b0 ?km\b|\bunused\b|زيرو|جديدة? تماما/;
const used = /\b(?:used|second-?hand|pre-?owned|antique|refurbished)\b|مستعمل/;

export const marginSchemeIsForUsedGoods = lawRule({
  id: "SB-1061",
  from: "2018-01-01",
  law: "FDL 8 of 2017 Article 43, Executive Regulation Article 29",
  seen,
  says: "The profit margin scheme is for used goods, antiques and collectors' items that were taxed before.",
  hint: "New goods are 5 % (S), without flag 3.",
  touches: (supply) =>
    supply.flag(3) ? atLine(supply, ({ words }) => brandNew.test(words) && !used.test(words)) : undefined,
});
