import { expect, test } from "vitest";
import { importWith } from "../support/map-import.ts";

const trn = "100234567400003";
const asked = (text: string): RegExp => new RegExp(text);

/** Lists of a group's programs: the sums that come out, or what is asked. `due_days` is set for each. */
const lists: Readonly<Record<string, readonly [content: string, gross: string]>> = {
  "German, with a dotted date, a discount in percent and a decimal comma": [
    `Rechnungsnummer;Rechnungsdatum;TRN;Artikel;Menge;Einheit;Preis;Rabatt %;USt-Satz\nR1;07.11.2026;${trn};Brot;100;Stk;5,50;10;5\n`,
    "519.75",
  ],
  "German, with the price for a thousand": [
    `Belegnummer;Belegdatum;Lieferant USt-IdNr;Kurztext;Menge;Mengeneinheit;Nettopreis;Preiseinheit;Währung;Steuer %\nR1;07.11.2026;${trn};Schraube;5000;Stück;12,50;1000;AED;5\n`,
    "65.63",
  ],
  "French, with all amounts": [
    `N° facture;Date facture;N° TVA;Désignation;Quantité;Unité;Prix unitaire HT;Remise %;Taux TVA;Montant HT;TVA;Montant TTC\nF1;17/11/2026;${trn};Pain;10;pièce;5,00;10;5;45,00;2,25;47,25\n`,
    "47.25",
  ],
  "a rate as a fraction with a comma": [
    `Bill No;Bill Date;TRN;Item;Qty;Unit;Price;VAT Rate\nB1;2026-11-07;${trn};Bread;2;pcs;100,50;0,05\n`,
    "211.05",
  ],
  "a title that says that prices include VAT": [
    `All prices include 5% VAT,,,,,,\nBill No,Bill Date,TRN,Item,Qty,Unit,Price\nB1,2026-11-07,${trn},Bread,2,pcs,105.00\n`,
    "210",
  ],
};

const head = "Bill No,Bill Date,TRN,Item,Qty,Price,VAT %";
const row = `B1,2026-11-07,${trn},Bread,2,100.00,5`;

const questions: Readonly<Record<string, readonly [content: string, line: RegExp]>> = {
  "a column of units with an unknown heading": [
    `${head},Vol\n${row},litre\n`,
    asked("Vol: .\\? document_lines.unit_code"),
  ],
  "a column of currencies with an unknown heading": [
    `${head},Fx1\n${row},USD\n`,
    asked('"Fx1": "\\? document_currency_code'),
  ],
  "a column of the two sides of an account": [
    `${head},Sign\n${row},+\n${row.replace("B1", "B2")},-\n`,
    asked("Sign: .\\? ignore"),
  ],
  "a movement type": [
    `${head},Movement Type\n${row},101\n${row.replace("B1", "B2")},102\n`,
    asked("Movement Type: .\\? ignore"),
  ],
  "a column of nothing but 0 %": [
    `Bill No,Bill Date,TRN,Item,Qty,Price,Satz\nB1,2026-11-07,${trn},Bread,2,100.00,0%\n`,
    asked("Satz: .\\? vat \\| ignore"),
  ],
  "an amount with a word for its side": [`${head},Amount\n${row},200.00 Cr\n`, asked("Amount: .\\? ignore")],
  "a rounding": [`${head},Round Off\n${row},0.31\n`, asked("Round Off: .\\? payable_rounding_amount")],
  "a German discount without percent": [
    `${head},Rabatt\n${row},10.00\n`,
    asked("Rabatt: .\\? document_lines.allowances"),
  ],
  "a title in another currency": [
    `All amounts in USD,,,,,,\n${head}\n${row}\n`,
    asked("document_currency_code: .\\? USD \\| AED"),
  ],
  "a title in thousands": [
    `All figures in AED '000,,,,,,\n${head}\n${row}\n`,
    asked("times:\n {2}Price: .\\? 1000 \\| 1"),
  ],
  "a title that says exempt": [
    `VAT exempt purchases,,,,,\nBill No,Bill Date,TRN,Item,Qty,Price\nB1,2026-11-07,${trn},Bread,2,100.00\n`,
    asked('\nvat: "\\? E \\| Z 0 \\| O \\| AE 5 \\| S 5"\n'),
  ],
  ...Object.fromEntries(
    [
      ["Reverse charge purchases", "AE 5|E|Z 0|O|S 5"],
      ["0% VAT", "Z 0|E|O|AE 5|S 5"],
      ["No VAT", "E|Z 0|O|AE 5|S 5"],
      ["VAT exempted", "E|Z 0|O|AE 5|S 5"],
      ["Non-taxable supplies", "E|Z 0|O|AE 5|S 5"],
      ["Zero-rate supplies", "Z 0|E|O|AE 5|S 5"],
      ["VAT not applicable (export)", "E|Z 0|O|AE 5|S 5"],
    ].map(([title = "", may = ""]) => [
      `the title "${title}"`,
      [
        `${title},,,,,\nBill No,Bill Date,TRN,Item,Qty,Price\nB1,2026-11-07,${trn},Bread,2,100.00\n`,
        asked(`\nvat: "\\? ${may.replaceAll("|", " \\| ")}"\n`),
      ] as const,
    ]),
  ),
  ...Object.fromEntries(
    [
      "Cash back",
      "Bonus",
      "Scheme Amt",
      "LD",
      "Set off",
      "Claim",
      "Adjustment",
      "Recovery",
      "Tip",
      "Salik",
      "Detention",
    ].map((heading) => [
      `the heading "${heading}"`,
      [`${head},${heading}\n${row},12.50\n`, asked(`${heading}: .\\?`)] as const,
    ]),
  ),
  "the German word for a credit note, which is also a self-billed invoice": [
    `Gutschrift Nr;Gutschriftdatum;TRN;Bezeichnung;Menge;Preis;MwSt %\nG1;07.11.2026;${trn};Brot;3;100,00;5\n`,
    asked("kind: .\\? credit-note \\| invoice"),
  ],
};

const days = { line: /^version: 2$/m, to: "version: 2\ndue_days: 30" };

test.each(Object.entries(lists))("is understood: %s", async (_, [content, gross]) => {
  const { errors, sums } = await importWith("list.csv", content, [days]);
  expect(errors).toEqual([]);
  expect(sums.map((each) => each.gross)).toEqual([gross]);
});

test.each(Object.entries(questions))("is asked, and nothing is made: %s", async (_, [content, line]) => {
  const { proposed, errors, sums } = await importWith("list.csv", content, [days]);
  expect(proposed).toMatch(line);
  expect(errors.map(({ code }) => code)).toContain("undecided-column");
  expect(sums).toEqual([]);
});

test.each([
  ["a country", "Supplier country", "AE"],
  ["a number of a claim", "Claim No", "C-12"],
  ["a way to pay", "Payment", "transfer"],
  ["a number of a licence", "Licence number", "CN-1029384"],
])("%s is not taken for money or a kind", async (_, heading, cell) => {
  const { proposed } = await importWith(
    "list.csv",
    `${head.replace(",VAT %", "")},${heading}\n${row.replace(/,5$/, "")},${cell}\n`,
    [days],
  );
  expect(proposed).not.toContain("?");
});

test("a minus behind the number makes a credit note, not an invoice", async () => {
  const { proposed } = await importWith("list.csv", `${head},Amount\n${row},200.00-\n`, [days]);
  expect(proposed).toContain("kind: { sign_of: Amount }");
});

test("No in a column that says whether VAT is charged is no margin scheme", async () => {
  const content = `Bill No,Bill Date,TRN,Item,Qty,Price,VATable?\nB1,2026-11-07,${trn},Bread,2,100.00,N\n`;
  const { proposed } = await importWith("list.csv", content, [days]);
  expect(proposed).toMatch(/^ {4}# "N": /m);
});
