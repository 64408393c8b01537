import { invoice } from "../../support/documents.ts";
import { add, make } from "../../support/edit-tree.ts";
import { type CasesOfRule, type RuleCases, type Xml, xml } from "../../support/rule-cases.ts";

/** Gives the seller an identifier with this scheme. */
const identified = (scheme: string, id: string): Xml =>
  xml(invoice(), (root) =>
    add(
      root,
      "cac:AccountingSupplierParty/cac:Party",
      make("cac:PartyIdentification", [make("cbc:ID", id, { schemeID: scheme })]),
    ),
  );
const place = "/Invoice/cac:AccountingSupplierParty/cac:Party/cac:PartyIdentification/cbc:ID";

function format(scheme: string, right: Record<string, string>, wrong: Record<string, string>, ...also: string[]) {
  const holds = Object.entries(right).map(([name, id]) => {
    const given = identified(scheme, id);
    return [name, also.length === 0 ? given : { given, also }] as const;
  });
  const breaks = Object.entries(wrong).map(
    ([name, id]) => [name, { given: identified(scheme, id), at: [place], also }] as const,
  );
  return { holds: Object.fromEntries(holds), breaks: Object.fromEntries(breaks) } satisfies CasesOfRule;
}

export const cases: RuleCases = {
  "IBR-068": format(
    "0088",
    { "a location number": "7300010000001", "blanks around it": " 7300010000001 ", "another length": "73513537" },
    { "a wrong check digit": "7300010000002", "a letter": "73000100000O1", "a blank inside": "7300010 000001" },
  ),
  "IBR-127": format(
    "0007",
    { "ten digits": "2120000829" },
    { "nine digits": "212000082", "a hyphen": "212000-829", "a letter": "21200O0829" },
  ),
  "IBR-069": format(
    "0192",
    { "a number": "974760673" },
    { "a wrong check digit": "974760674", "ten digits": "9747606730", "nothing but zeros": "000000000" },
  ),
  "IBR-070": format(
    "0184",
    { "a CVR number": "DK12345678" },
    {
      "digits only": "1234567890",
      "seven digits": "DK1234567",
      "blanks around it": " DK12345678",
      "small letters": "dk12345678",
    },
  ),
  "IBR-113": format(
    "0208",
    { "an enterprise number": "0202239951" },
    { "wrong check digits": "0202239952", "nine digits": "202239951" },
  ),
  "IBR-114": format(
    "0201",
    { "six letters and digits": "UFY9MH", "small letters": "ufy9mh" },
    { "five characters": "UFY9M", "a hyphen": "UFY-MH" },
  ),
  "IBR-115": format(
    "0210",
    { "a company's eleven digits": "01234567890", "a person's code": "RSSMRA85T10A562S" },
    {
      "ten digits": "0123456789",
      "eleven characters with a letter": "0123456789A",
      "a person's code with a letter for a digit": "RSSMRA8XT10A562S",
    },
  ),
  "IBR-116": format(
    "0211",
    { "a VAT number": "IT01234567897", "a number of another country": "DE999999990" },
    {
      "a wrong check digit": "IT01234567898",
      "ten digits": "IT0123456789",
      "small letters and a wrong check digit": "it01234567898",
    },
  ),
  "IBR-120": format(
    "0151",
    { "a business number": "51824753556" },
    { "wrong check digits": "51824753557", "ten digits": "5182475355" },
  ),
};
