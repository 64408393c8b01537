/** A supplier list as another program exports it. */
export interface ExportedList {
  readonly program: string;
  readonly headings: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  /** The names of the distinct suppliers in the list. */
  readonly names: ReadonlySet<string>;
}

/** A supplier without faults. */
interface Vendor {
  code: string;
  name: string;
  legal: string;
  arabic: string;
  trn: string;
  licence: string;
  email: string;
  phone: string;
  street: string;
  city: string;
  state: string;
  country: string;
  iban: string;
}

const cities = ["Dubai", "Sharjah", "Abu Dhabi", "Ajman", "Fujairah"];
const trades = ["Tiles", "Paper", "Steel", "Cleaning", "Catering", "Transport"];

function vendor(at: number): Vendor {
  const city = cities[at % cities.length] ?? "";
  const name = `${["Al Noor", "Gulf", "Desert", "Palm", "Falcon"][at % 5]} ${trades[at % 6]} ${at + 1}`;
  return {
    code: `V-${String(at + 1).padStart(4, "0")}`,
    name,
    legal: `${name} LLC`,
    arabic: `شركة النور ${at + 1}`,
    trn: trnOf(at),
    licence: `CN-${10_000 + at}`,
    email: `billing${at + 1}@supplier.example`,
    phone: `+9714${String(2_000_000 + at)}`,
    street: `Street ${at + 1}`,
    city,
    state: city,
    country: "United Arab Emirates",
    iban: ibanOf(at),
  };
}

/** A TRN that contains a TIN with a valid check digit (Luhn). */
function trnOf(at: number): string {
  const body = `1${String(10_000_000 + at * 7).padStart(8, "0")}`;
  const sum = [...body].reduce((total, sign, place) => {
    const twice = Number(sign) * (place % 2 === 0 ? 1 : 2);
    return total + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}00003`;
}

function ibanOf(at: number): string {
  const account = `099${String(at).padStart(16, "0")}`;
  const rest = BigInt(`${account}101400`) % 97n;
  return `AE${String(98n - rest).padStart(2, "0")}${account}`;
}

/** Faults found in real lists; chosen by position, so that each run has the same ones. */
const faults: ReadonlyArray<(each: Vendor) => Partial<Vendor>> = [
  () => ({ trn: "1.00235E+14" }),
  ({ trn }) => ({ trn: trn.slice(0, 14) }),
  ({ trn }) => ({ trn: `${trn.slice(0, 4)} ${trn.slice(4, 10)}-${trn.slice(10)}` }),
  () => ({ trn: "N/A" }),
  () => ({ trn: "Not registered" }),
  ({ trn }) => ({ trn: `${trn.slice(0, 13)}01` }),
  () => ({ email: "billing at supplier.example" }),
  () => ({ email: "a@supplier.example; b@supplier.example" }),
  () => ({ email: "" }),
  () => ({ phone: "" }),
  () => ({ phone: "04 - 200 0111 / 050 123 4567" }),
  () => ({ licence: "" }),
  () => ({ licence: "-" }),
  ({ city }) => ({ city: `${city}, UAE`, state: "" }),
  () => ({ city: "", state: "" }),
  () => ({ state: "DU" }),
  () => ({ country: "UAE" }),
  () => ({ country: "" }),
  () => ({ country: "Emirates of the sea" }),
  () => ({ country: "Oman", city: "Muscat", state: "Muscat", trn: "OM1100012345" }),
  () => ({ country: "IN", city: "Mumbai", state: "MH", trn: "" }),
  () => ({ street: "" }),
  ({ iban }) => ({ iban: iban.slice(0, 20) }),
  ({ iban }) => ({
    iban: iban
      .replace(/(.{4})/g, "$1 ")
      .trim()
      .toLowerCase(),
  }),
  () => ({ legal: "", arabic: "" }),
  ({ trn }) => ({ trn: [...trn].map((sign) => String.fromCharCode(0x660 + Number(sign))).join("") }),
  ({ name }) => ({ name: `  ${name}\u00a0`, legal: ` ${name} L.L.C ` }),
];

/** 300 suppliers: every other one has a fault, and some are duplicates. */
function vendors(): Vendor[] {
  return Array.from({ length: 300 }, (_, at) => {
    if (at % 50 === 49) return vendor(at - 1);
    const each = vendor(at);
    return at % 2 === 0 ? each : { ...each, ...faults[((at - 1) / 2) % faults.length]?.(each) };
  });
}

function listOf(
  program: string,
  columns: ReadonlyArray<readonly [heading: string, of: (each: Vendor) => string]>,
  named: (each: Vendor) => string,
): ExportedList {
  const all = vendors();
  const rows = all.map((each) => columns.map(([, of]) => of(each)));
  const sums = columns.map((_, at) => (at === 0 ? "Total" : ""));
  return {
    program,
    headings: columns.map(([heading]) => heading),
    rows: [...rows, columns.map(() => ""), sums],
    names: new Set(all.map((each) => named(each).trim().toLowerCase())),
  };
}

/** Lists from Zoho Books, Odoo and SAP Business One, with their own headings. */
export const supplierLists: readonly ExportedList[] = [
  listOf(
    "Zoho",
    [
      ["Vendor Number", ({ code }) => code],
      ["Vendor Name", ({ name }) => name],
      ["Company Name", ({ legal }) => legal],
      ["Vendor Name (Arabic)", ({ arabic }) => arabic],
      ["Tax Registration Number", ({ trn }) => trn],
      ["Trade License", ({ licence }) => licence],
      ["License Authority", ({ licence }) => (licence === "" ? "" : "Dubai Department of Economy and Tourism")],
      ["Email", ({ email }) => email],
      ["Phone", ({ phone }) => phone],
      ["Billing Address", ({ street }) => street],
      ["Billing City", ({ city }) => city],
      ["Billing State", ({ state }) => state],
      ["Billing Country", ({ country }) => country],
      ["Shipping City", () => "Jebel Ali"],
      ["Currency Code", () => "AED"],
      ["Email", () => ""],
    ],
    ({ code }) => code,
  ),
  listOf(
    "Odoo",
    [
      ["Name", ({ name }) => name],
      ["Display Name", ({ name }) => name],
      ["Company Type", () => "Company"],
      ["Tax ID", ({ trn }) => trn],
      ["Company ID", ({ licence }) => licence],
      ["Street", ({ street }) => street],
      ["Street2", () => ""],
      ["City", ({ city }) => city],
      ["State", ({ state }) => (state === "" ? "" : `${state} (AE)`)],
      ["Zip", () => "00000"],
      ["Country", ({ country }) => country],
      ["Phone", ({ phone }) => phone],
      ["Mobile", () => ""],
      ["Email", ({ email }) => email],
      ["Banks/Account Number", ({ iban }) => iban],
      ["Tags", () => "Vendor"],
    ],
    ({ name }) => name,
  ),
  listOf(
    "SAP Business One",
    [
      ["BP Code", ({ code }) => code],
      ["BP Name", ({ legal, name }) => legal || name],
      ["BP Foreign Name", ({ arabic }) => arabic],
      ["Federal Tax ID", ({ trn }) => trn],
      ["Telephone 1", ({ phone }) => phone],
      ["Telephone 2", () => ""],
      ["E-Mail", ({ email }) => email],
      ["Bill-to Street", ({ street }) => street],
      ["Bill-to City", ({ city }) => city],
      ["Bill-to State", ({ state }) => state],
      ["Bill-to Country", ({ country }) => country],
      ["Ship-to City", () => "Jebel Ali"],
      ["Trade Licence No.", ({ licence }) => licence],
      ["Default IBAN", ({ iban }) => iban],
      ["Account Balance", () => "1250.00"],
    ],
    ({ code }) => code,
  ),
];
