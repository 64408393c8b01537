import type { EditionId } from "../document/index.ts";

/**
 * For each edition, what changed in each rule: one sentence for authors of documents. Rules whose wording alone changed
 * are left out.
 */
export const editionChanges: Partial<Record<EditionId, Readonly<Record<string, string>>>> = {
  "1.0.3": {
    "ALIGNED-IBRP-032": "An allowance inside a price no longer needs a VAT category.",
    "ALIGNED-IBRP-048": "A breakdown group of category E no longer states a rate.",
    "ALIGNED-IBRP-057": "An allowance inside a price may give a percentage or a base amount alone.",
    "ALIGNED-IBRP-AE-05-AE": "A reverse charge line may state the rate 0.",
    "ALIGNED-IBRP-AE-06": "A reverse charge allowance may state any rate of 0 or more; before, it had to be 0.",
    "ALIGNED-IBRP-E-05": "An exempt line must not state a rate; before, it had to state 0.",
    "ALIGNED-IBRP-O-11-AE":
      "A breakdown group of category O must not state a rate; earlier editions did not enforce this.",
    "IBR-002-AE":
      "The exchange rate must have at most six decimals; before, whole numbers and exactly seven decimals were errors.",
    "IBR-055-AE": "Credit notes of type 381 and 81 must refer to the original invoice as well.",
    "IBR-104-AE": "An exempt line no longer states its VAT and total in AED.",
    "IBR-114-AE": "A charge must not have category N.",
    "IBR-115-AE": "An allowance must not have category N.",
    "IBR-116-AE": "In a margin scheme document every breakdown group, allowance and charge must have category N.",
    "IBR-119-AE": "A breakdown group of category E must not state a rate.",
    "IBR-120-AE": "A zero rated breakdown group must have the rate 0; before, its VAT amount had to be 0.",
    "IBR-121-AE": "A breakdown group of category E must not state a rate; earlier editions did not enforce this.",
    "IBR-122-AE": "The VAT categories of a credit note outside the scope of VAT (81) are checked as well.",
    "IBR-123-AE": "The lines of a credit note outside the scope of VAT (81) must have exactly one VAT category.",
    "IBR-124-AE": "A credit note of type 381 or 81 must not state a VAT point date.",
    "IBR-131-AE":
      "An allowance that is a percentage may be rounded to two decimals; the rule does not apply to allowances inside a price.",
    "IBR-132-AE": "A TRN must be digits only; before, letters passed.",
    "IBR-133-AE":
      "Every tax scheme must be VAT when the seller has a tax number; earlier editions did not enforce this.",
    "IBR-136-AE":
      "A buyer of a document outside the scope of VAT must have a registration number; earlier editions did not enforce this.",
    "IBR-143-AE": "The seller's address must be complete; before, it was not checked.",
    "IBR-146-AE": "A charge that is a percentage may be rounded to two decimals.",
    "IBR-149-AE":
      "A buyer with a network address other than a TIN must have a VAT number; earlier editions did not enforce this.",
    "IBR-150-AE":
      "A seller with a UAE network address must have a registration number; earlier editions did not enforce this.",
    "IBR-151-AE": "A document of type 380 or 381 must have one line that is neither exempt nor out of scope.",
    "IBR-157-AE": "Scenario flags of a credit note outside the scope of VAT (81) are checked as well.",
    "IBR-158-AE": "A credit note of type 381 must state its reason.",
    "IBR-159-AE": "The exchange rate must be in TaxExchangeRate; before, any place counted.",
    "IBR-163-AE": "An exempt line must not state a VAT amount; earlier editions did not enforce this.",
    "IBR-166-AE": "A reverse charge item must state its kind of goods; earlier editions did not enforce this.",
    "IBR-168-AE": "An exempt allowance inside a price no longer needs a reason code.",
    "IBR-177-AE":
      "In agent billing this is not enforced for now: the flags are compared with a pattern that no document meets.",
    "IBR-183-AE": "The buyer's kind of registration is checked, and TL is allowed.",
    "IBR-186-AE": "An item of type B must have both codes; before, one was enough.",
  },
  "1.0.4": {
    "ALIGNED-IBRP-002-AE":
      "The process must begin with the name of the Peppol process; before, it could appear anywhere in it.",
    "ALIGNED-IBRP-AE-06": "A reverse charge allowance must state the rate 0.",
    "ALIGNED-IBRP-S-08": "A standard rated breakdown group must state its rate.",
    "IBR-102-AE": "A margin scheme breakdown group must state its rate.",
    "IBR-105-AE": "A margin scheme group may be beside groups of other categories; before, it had to be the only one.",
    "IBR-116-AE": "In a margin scheme document the lines must have category N as well.",
    "IBR-122-AE": "Outside the scope of VAT every category must be E, O or Z; before, one of them was enough.",
    "IBR-126":
      "The AED amounts of a line may differ from the currency of the document: documents in other currencies pass.",
    "IBR-127-AE": "An invoice with nothing to pay needs no due date.",
    "IBR-133-AE": "A tax scheme other than VAT is allowed only when the seller is named by a TIN.",
    "IBR-152-AE": "An export that is delivered inside the UAE needs no full address.",
    "IBR-177-AE": "In agent billing the seller must have a tax number.",
    "IBR-190-AE": "Every rate of category S must be 5; before, one of them was enough.",
    "IBR-191-AE": "A deemed supply needs no payment means, and a credit note may state them.",
    "IBR-192-AE": "A credit transfer must name the account; earlier editions did not enforce this.",
    "IBR-CL-03":
      "The Caribbean guilder (XCG) was added; the Netherlands Antillean guilder (ANG) and the Bulgarian lev (BGN) were removed.",
    "IBR-CL-04":
      "The Caribbean guilder (XCG) was added; the Netherlands Antillean guilder (ANG) and the Bulgarian lev (BGN) were removed.",
    "IBR-CL-05":
      "The Caribbean guilder (XCG) was added; the Netherlands Antillean guilder (ANG) and the Bulgarian lev (BGN) were removed.",
    "IBR-CL-10": "The schemes 0245 to 0248 were added.",
    "IBR-CL-11": "The schemes 0245 to 0248 were added.",
    "IBR-CL-21": "The schemes 0245 to 0248 were added.",
    "IBR-CL-25": "The network address schemes 0242, 0245, 0246 and 0248 were added.",
    "IBR-CL-26": "The schemes 0245 to 0248 were added.",
    "IBR-SR-45": "The rule was removed: a second PaymentDueDate is no longer checked.",
  },
};
