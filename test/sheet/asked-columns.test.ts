import { describe, expect, test } from "vitest";
import { book, type Edit, fils, importWith } from "../support/map-import.ts";

/** Columns that nothing uses and that speak of VAT, kind, state, unit or currency: one word in the map answers each. */
const trn = book[0]?.accounting_supplier_party?.party_tax_scheme?.company_id ?? "";
const head = "Bill No,Bill Date,Due Date,Vendor TRN,Item,HS Code";

function bills(more: string, ...cells: readonly string[]): string {
  const rows = cells.map((each, at) => `B-${at + 1},2026-06-15,2026-07-31,${trn},Tile,69072100,${each}\n`);
  return `${head},${more}\n${rows.join("")}`;
}

const answer = (heading: string, word: string): Edit => ({
  line: new RegExp(`^ {2}"?${heading}"?: "\\? .*$`, "m"),
  to: `  ${JSON.stringify(heading)}: ${word}`,
});

async function read(content: string, edits: readonly Edit[], rates: readonly string[] = []) {
  const found = await importWith("bills.csv", content, edits, {}, rates);
  const sums = found.sums.map(({ net, vat, currency }) => [fils(net), fils(vat), currency]);
  return { ...found, sums, codes: found.errors.map(({ code }) => code) };
}

describe("cells that speak of VAT below a heading that says nothing", () => {
  const list = bills("Qty,Price,Klass", "1,100.00,SR", "1,40.00,ZR");

  test("are offered as VAT first, with what their words mean", async () => {
    const { proposed, codes, says } = await read(list, []);
    expect(proposed).toContain('  Klass: "? vat | ignore"\n');
    expect(proposed).toContain("  Klass:\n    SR: S 5\n    ZR: Z 0\n");
    expect(codes).toEqual(["undecided-column"]);
    expect(says).not.toContain("all lines have the standard rate");
  });

  test("decide the VAT of each row, once the map says so; ignored, they do not", async () => {
    const said = await read(list, [answer("Klass", "vat")]);
    expect([said.codes, said.sums]).toEqual([[], [[14_000n, 500n, "AED"]]]);
    const ignored = await read(list, [answer("Klass", "ignore")]);
    expect([ignored.codes, ignored.sums]).toEqual([[], [[14_000n, 700n, "AED"]]]);
  });

  test("a word that is not known is refused at its cell", async () => {
    const { errors, proposed } = await read(bills("Qty,Price,Tax Box", "1,100.00,Q9"), [answer("Tax Box", "vat")]);
    expect(proposed).toContain('Tax Box: "? ignore | vat"');
    expect(errors.map(({ where }) => where?.cell)).toEqual(["I2"]);
    expect(errors[0]?.hint).toBe(
      'Write it into the map with its category, S 5, Z 0, E, O or AE 5, as words: { Tax Box: { "Q9": S 5 } }',
    );
    const settled: Edit = { line: /^words:\n {2}Tax Box:\n.*$/m, to: 'words: { Tax Box: { "Q9": S 5 } }' };
    const said = await read(bills("Qty,Price,Tax Box", "1,100.00,Q9"), [answer("Tax Box", "vat"), settled]);
    expect([said.codes, said.sums]).toEqual([[], [[10_000n, 500n, "AED"]]]);
  });

  test("a category that the map has for all rows does not give way to a column in silence", async () => {
    const all: Edit = {
      line: /^( {2}document_lines\.classified_tax_category)\.id: S\n.*percent: 5$/m,
      to: "$1.id: Z\n$1.percent: 0",
    };
    const { errors } = await read(list, [answer("Klass", "vat"), all]);
    expect(errors.map(({ code, hint }) => [code, hint])).toEqual([
      ["bad-map", "Keep one of them: remove the lines of VAT for all rows, or write Klass: ignore"],
    ]);
    const kept = await read(list, [answer("Klass", "ignore"), all]);
    expect([kept.codes, kept.sums[0]?.slice(0, 2)]).toEqual([[], [14_000n, 0n]]);
  });

  test("a rate of 0 is asked about where the column is used", async () => {
    const { proposed, errors } = await read(bills("Qty,Price,Klass", "1,100.00,5%", "1,40.00,0%"), []);
    expect(proposed).toContain('  Klass: "? vat | ignore | vat amount"\n');
    expect(errors.map(({ hint }) => hint)).toEqual([
      "Write into the map: Klass: vat, or Klass: ignore, or Klass: vat amount",
      'Write into the map: "0%": Z 0, or "0%": E, or "0%": AE 5, or "0%": O',
    ]);
    const zero: Edit = { line: /"0%": "\? .*"/, to: '"0%": Z 0' };
    const said = await read(bills("Qty,Price,Klass", "1,100.00,5%", "1,40.00,0%"), [answer("Klass", "vat"), zero]);
    expect([said.codes, said.sums]).toEqual([[], [[14_000n, 500n, "AED"]]]);
    const ignored = await read(bills("Qty,Price,Klass", "1,100.00,0%"), [answer("Klass", "ignore")]);
    expect(ignored.codes).toEqual([]);
  });

  test("an amount of VAT below an odd heading says which rows bear it", async () => {
    const list = bills("Qty,Price,Tax payable", "1,100.00,5.25", "1,40.00,0");
    const { proposed } = await read(list, []);
    expect(proposed).toContain('  Tax payable: "? vat amount | ignore | vat"\n');
    const zero: Edit = { line: /zero: "\? .*"/, to: "zero: Z 0" };
    const said = await read(list, [answer("Tax payable", "vat amount"), zero]);
    expect([said.codes, said.sums]).toEqual([[], [[14_000n, 500n, "AED"]]]);
  });

  test("zeros below a heading that speaks of VAT are not the standard rate", async () => {
    const { proposed, codes } = await read(bills("Qty,Price,Tax payable", "1,100.00,0"), []);
    expect(proposed).toContain('  Tax payable: "? vat');
    expect(new Set(codes)).toEqual(new Set(["undecided-column"]));
  });

  test("the part vat beside it is a contradiction", async () => {
    const twice: Edit = { line: /^supplier: /m, to: "vat: { column: Qty, words: { 1: S 5 } }\nsupplier: " };
    const { codes } = await read(list, [answer("Klass", "vat"), twice]);
    expect(new Set(codes)).toEqual(new Set(["bad-map"]));
  });
});

describe("cells that speak of the kind of the document", () => {
  const list = bills("Qty,Price,Sort", "1,100.00,Invoice", "1,40.00,Credit Note", "1,7.00,Payment");

  test("are offered as the kind, and decide it", async () => {
    const { proposed } = await read(list, []);
    expect(proposed).toContain('  Sort: "? kind | ignore"\n');
    expect(proposed).toContain("    Invoice: invoice\n    Credit Note: credit-note\n    Payment: left out\n");
    const { report } = await read(list, [answer("Sort", "kind")]);
    const kinds = report.view.view === "table" ? report.view.data.documents : [];
    expect(kinds).toMatchObject([{ kind: "invoice" }, { kind: "credit-note" }]);
  });

  test("ignored, they do not", async () => {
    const { report } = await read(list, [answer("Sort", "ignore")]);
    const kinds = report.view.view === "table" ? report.view.data.documents : [];
    expect(kinds).toMatchObject([{ kind: "invoice" }, { kind: "invoice" }, { kind: "invoice" }]);
  });
});

describe("ST can be the state or the sales tax", () => {
  test("its states are asked about, and drafts are left out", async () => {
    const list = bills("Qty,Price,VAT %,ST", "1,100.00,5,Posted", "1,40.00,5,Draft");
    const { proposed } = await read(list, []);
    expect(proposed).toContain('  ST: "? status | ignore | vat"\n');
    const { codes, sums } = await read(list, [answer("ST", "status")]);
    expect([codes, sums]).toEqual([[], [[10_000n, 500n, "AED"]]]);
  });

  test("its rates are asked about", async () => {
    const { proposed, codes } = await read(bills("Qty,Price,ST", "1,100.00,5"), []);
    expect(proposed).toContain('  ST: "? vat | ignore | vat amount | status"\n');
    expect(codes).toEqual(["undecided-column"]);
  });

  test("other letters are asked about, too", async () => {
    const { proposed } = await read(bills("Qty,Price,VAT %,ST", "1,100.00,5,A"), []);
    expect(proposed).toContain('  ST: "? ignore | status | vat"\n');
  });
});

describe("a unit below a heading that says nothing", () => {
  const list = bills("Qty,Price,Sort", "1,100.00,kg");

  test("is asked about, and not assumed beside the question", async () => {
    const { proposed, says } = await read(list, []);
    expect(proposed).toContain('  Sort: "? document_lines.unit_code | ignore"\n');
    expect(says).not.toContain("quantities are in");
    expect(says).not.toContain("constant");
    const said = await read(list, [answer("Sort", "document_lines.unit_code")]);
    expect([said.codes, said.sums]).toEqual([[], [[10_000n, 500n, "AED"]]]);
  });

  test("ignored, the map has the line of the other unit", async () => {
    const pieces: Edit = { line: /^ {2}# (document_lines\.unit_code: H87).*$/m, to: "  $1" };
    expect((await read(list, [answer("Sort", "ignore"), pieces])).codes).toEqual([]);
  });
});

describe("amounts in the local currency beside a column of another", () => {
  test.each([
    "Amount in LC",
    "LC amount",
    "Local currency",
    "Amount (LCY)",
    "AED equivalent",
    "Amount in local currency",
    "Amount in company code currency",
    "Betrag in Hauswährung",
    "Betrag in HW",
    "Montant en devise locale",
    "Montant devise société",
    "Home currency amount",
    "Functional amount",
    "المبلغ بالعملة المحلية",
  ])("%s is never read as USD", async (heading) => {
    const list = bills(`Crcy,${heading}`, "USD,367.25");
    const { proposed, errors, says } = await read(list, [], ["USD=3.6725"]);
    expect(proposed).toContain('  Crcy: "? ignore | document_currency_code"\n');
    expect(errors.map(({ hint }) => hint)).toEqual([
      "Write into the map: Crcy: ignore, or Crcy: document_currency_code",
    ]);
    expect(says).toContain(`${heading} is in AED, and Crcy says USD: not used, if amounts are in AED`);
    const { codes, sums } = await read(list, [answer("Crcy", "ignore")]);
    expect([codes, sums]).toEqual([[], [[36_725n, 1_836n, "AED"]]]);
  });

  test("its exchange rate goes with it", async () => {
    const list = bills("Crcy,Exch. rate,Amount in LC", "USD,3.6725,367.25");
    const both = [answer("Crcy", "ignore"), answer("Exch\\. rate", "ignore")];
    const edits = both.map((each) => ({ ...each, to: each.to.replace("\\\\.", ".") }));
    const { codes, sums } = await read(list, edits);
    expect([codes, sums]).toEqual([[], [[36_725n, 1_836n, "AED"]]]);
  });

  test.each([
    "Amount in FC",
    "Doc. currency",
    "Amount in document currency",
    "Betrag in Belegwährung",
    "Montant en devise",
  ])("%s is in the currency of its row", async (heading) => {
    const { codes, sums } = await read(bills(`Crcy,${heading}`, "USD,100.00"), [], ["USD=3.6725"]);
    expect([codes, sums]).toEqual([[], [[10_000n, 500n, "USD"]]]);
  });

  test("of two amounts that in the currency of the row is taken", async () => {
    const list = bills("Crcy,Amount in LC,Amount in FC", "USD,367.25,100.00", "AED,80.00,80.00");
    const { codes, sums } = await read(list, [], ["USD=3.6725"]);
    expect([codes, sums]).toEqual([
      [],
      [
        [10_000n, 500n, "USD"],
        [8_000n, 400n, "AED"],
      ],
    ]);
  });

  test("a title that says AED is asked about, too", async () => {
    const rows = bills("Crcy,Amount", "USD,367.25");
    const { proposed } = await read(`All amounts in AED\n${rows}`, []);
    expect(proposed).toContain('  Crcy: "? ignore | document_currency_code"\n');
  });

  test("where all rows are in AED nothing is asked", async () => {
    const { codes, sums } = await read(bills("Crcy,Amount in LC", "AED,100.00"), []);
    expect([codes, sums]).toEqual([[], [[10_000n, 500n, "AED"]]]);
  });
});

describe("a title that speaks of another VAT", () => {
  const list = `Purchases under reverse charge,,,,,,,\n${bills("Qty,Price", "1,100.00")}`;
  const vat = (text: string): Edit => ({ line: /^vat: .*$/m, to: `vat: ${text}` });

  test("is settled by one line, with the rate", async () => {
    const { errors, says } = await read(list, []);
    expect(errors.map(({ hint }) => hint)).toEqual([
      "Write into the map: vat: AE 5, or vat: E, or vat: Z 0, or vat: O, or vat: S 5",
    ]);
    expect(says).not.toContain("all lines have the standard rate");
    expect((await read(list, [vat("S 5")])).sums).toEqual([[10_000n, 500n, "AED"]]);
    expect((await read(list, [vat("Z 0")])).sums).toEqual([[10_000n, 0n, "AED"]]);
  });

  test("another word is not a category", async () => {
    const { errors } = await read(list, [vat("RCM")]);
    expect(errors.map(({ message }) => message)).toEqual(["vat is not a category with its rate."]);
  });
});
