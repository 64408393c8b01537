import { describe, expect, test } from "vitest";
import { supplierCsv, supplierWorkbook } from "../../../src/sheet/index.ts";
import type { Supplier } from "../../../src/suppliers/index.ts";
import { screen } from "../../support/shop.ts";
import { supplierDesk } from "../../support/supplier-desk.ts";
import { desertLime } from "../../support/suppliers.ts";

const codes = ({ problems }: { problems: readonly { code: string }[] }): string[] => problems.map(({ code }) => code);
const otherIban = "AE650990000001234567894";
const list = (head: string, ...rows: string[]): string => [head, ...rows].join("\n");

describe("headings of other programs", () => {
  test.each([
    [
      "Vendor Name,TRN No.,Trade License No.,License Authority,Address Line 1,City,Phone No.,E-mail ID,Bank Account No.,Country",
    ],
    [
      "SupplierName,VATRegistrationNumber,TradeLicenceNumber,IssuingAuthority,Address1,City,PhoneNumber,EmailAddress,IBAN,CountryRegion",
    ],
    [
      "Vendor Name / اسم المورد,TRN (15 digits),Supplier Licence No,Supplier Issuing Authority,Street 1,Vendor City,Tel. No.,E-Mail,Beneficiary IBAN,Vendor Country",
    ],
    [
      "اسم المورد,الرقم الضريبي,رقم الرخصة التجارية,جهة الإصدار,العنوان,المدينة,رقم الهاتف,البريد الالكتروني,رقم الآيبان,الدولة",
    ],
  ])("%s", async (head) => {
    const desk = supplierDesk();
    const row =
      "Desert Lime Trading LLC,1002 3456 7400 003,CN-1029384,DED,Al Quoz 14,Dubai,+97142000111,billing@desertlime.example,AE56 0990 0000 0123 4567 890,UAE";
    const report = await desk.run(`import ${desk.file("list.csv", list(head, row))}`);
    expect(report.problems).toEqual([]);
    expect((await desk.inBook())[0]).toMatchObject({
      supplier: "Desert Lime Trading LLC",
      accounting_supplier_party: {
        tin: "1002345674",
        endpoint_id: "1002345674",
        scheme_agency_id: "TL",
        company_id: "CN-1029384",
        authority_name: "DED",
        telephone: "+97142000111",
        postal_address: { street_name: "Al Quoz 14", country_subentity: "DXB", country_code: "AE" },
      },
      payment_means: [{ payee_financial_account: { id: "AE560990000001234567890" } }],
    });
  });

  test("stand below a title too, and a second column fills what the first one leaves empty", async () => {
    const desk = supplierDesk();
    const text =
      "Vendor list of 1 November\n\nVendor Name,TRN,Mobile,Phone,City\nA,,+971501,,Dubai\nB,,+971502,+9714,Dubai";
    await desk.run(`import ${desk.file("list.csv", text)}`);
    const phones = (await desk.inBook()).map(({ accounting_supplier_party: party }) => party?.telephone);
    expect(phones).toEqual(["+971501", "+9714"]);
  });

  test("a TRN that cannot be one is told, also where no column says the country", async () => {
    const desk = supplierDesk();
    await desk.run(`import ${desk.file("list.csv", "Vendor Name,TRN\nA,1002\nB,100234567400003\n")}`);
    const { view } = await desk.run("missing");
    const told = view.view === "table" ? view.rows.map((row) => row.at(-1)) : [];
    expect(told).toEqual([expect.stringContaining("Not valid: TRN “1002”"), expect.not.stringContaining("Not valid")]);
  });

  test("two columns that give one supplier two TRNs are told at the cell, and neither is taken", async () => {
    const desk = supplierDesk();
    const text = list(
      "Vendor Name,TRN,VAT No.",
      "A,100234567400003,100345678500003",
      "B,100234567400003,100234567400003",
    );
    const report = await desk.run(`import ${desk.file("list.csv", text)}`);
    const told = report.problems.filter(({ code }) => code === "wrong-value");
    expect(told.map(({ where }) => where?.cell)).toEqual(["C2"]);
    const [first] = await desk.inBook();
    expect([first?.to_check, first?.accounting_supplier_party?.party_tax_scheme]).toEqual([
      { trn: "100234567400003 or 100345678500003" },
      undefined,
    ]);
  });
});

test("what no document can use is told a row, in words, and marked in the list", async () => {
  const desk = supplierDesk();
  const text = list("Vendor Name,TRN,City,Country", "Lime,100234567400003,Dubai,UAE", "Oasis,,Dubai,UAE");
  const report = await desk.run(`import ${desk.file("list.csv", text)}`);
  expect(report.problems.map(({ message, where }) => [where?.cell, message])).toEqual([
    [
      "A2",
      "Lime is incomplete, and no document can use it yet. Missing: e-mail address, telephone, street, number of the trade licence or registration, kind of registration (TL, CD, EID, or PAS with the country of the passport), authority that issued the licence.",
    ],
    ["A3", expect.stringMatching(/Missing: .*, TRN/)],
  ]);
  expect(screen(report)).toMatch(/Incomplete\s+2/);
  const shown = await desk.run("list");
  const states = shown.view.view === "table" ? shown.view.rows.map((row) => row[6]) : [];
  expect(states[0]).toMatch(/^INCOMPLETE: e-mail address, telephone/);
});

test("the ready-made list is read without a word, as workbook and as CSV", async () => {
  for (const [name, content] of [
    ["supplier-sheet.xlsx", await supplierWorkbook()],
    ["supplier-sheet.csv", supplierCsv()],
  ] as const) {
    const desk = supplierDesk();
    const report = await desk.run(`import ${desk.file(name, content)}`);
    expect([name, report.problems]).toEqual([name, []]);
    expect((await desk.inBook()).map(({ supplier }) => supplier)).toEqual(["desert-lime", "oasis-paper"]);
  }
});

describe("import --update", () => {
  const head = "Supplier,TRN,IBAN,Telephone";
  const row = (change: { iban?: string; trn?: string; phone?: string; name?: string } = {}): string =>
    `${change.name ?? "desert-lime"},${change.trn ?? "100234567400003"},${change.iban ?? ""},${change.phone ?? "+97142000999"}`;
  const account = ([first]: readonly Supplier[]) => first?.payment_means?.[0]?.payee_financial_account?.id;

  test("changes what the file says and keeps the rest", async () => {
    const desk = supplierDesk([desertLime()]);
    const report = await desk.run(`import ${desk.file("list.csv", list(head, row()))}`, { update: true });
    expect([report.outcome, codes(report)]).toEqual(["done", []]);
    const before = desertLime();
    const party = { ...before.accounting_supplier_party, telephone: "+97142000999" };
    expect(await desk.inBook()).toEqual([{ ...before, accounting_supplier_party: party }]);
  });

  test("finds an entry by its TRN where the other program has another name for it", async () => {
    const desk = supplierDesk([desertLime()]);
    await desk.run(`import ${desk.file("list.csv", list(head, row({ name: "V-0017" })))}`, { update: true });
    expect((await desk.inBook()).map(({ supplier }) => supplier)).toEqual(["desert-lime"]);
  });

  test("what followed from an old TRN goes with it", async () => {
    const desk = supplierDesk([desertLime()]);
    const file = desk.file("list.csv", list(head, row({ trn: "100345678500003" })));
    await desk.run(`import ${file}`, { update: true, acceptChangedSupplier: ["Desert-Lime"] });
    const party = (await desk.inBook())[0]?.accounting_supplier_party;
    expect([party?.tin, party?.endpoint_id]).toEqual(["1003456785", "1003456785"]);
  });

  test.each([
    ["account", { iban: otherIban }, "update"],
    ["TRN", { trn: "100345678500003" }, "update"],
    ["account", { iban: otherIban }, "replace"],
  ] as const)("a changed %s stops a script that does not name the supplier (%s, --%s)", async (_, change, how) => {
    const desk = supplierDesk([desertLime()]);
    const file = desk.file("list.csv", list(head, row(change)));
    const stopped = await desk.run(`import ${file}`, { [how]: true, acceptChangedSupplier: ["oasis"] });
    expect([stopped.outcome, [...new Set(codes(stopped))]]).toEqual(["usage", ["supplier-changed"]]);
    expect(await desk.inBook()).toEqual([desertLime()]);
    const done = await desk.run(`import ${file}`, { [how]: true, acceptChangedSupplier: ["Desert-Lime"] });
    expect(done.outcome).toBe("done");
    expect(await desk.inBook()).not.toEqual([desertLime()]);
  });

  test("who is not confirmed stays as before; the others are taken over", async () => {
    const oasis = desertLime({ supplier: "oasis" });
    const desk = supplierDesk([desertLime(), oasis], ["no", "yes"]);
    const rows = [row({ iban: otherIban }), row({ name: "oasis", iban: otherIban })];
    const report = await desk.run(`import ${desk.file("list.csv", list(head, ...rows))}`, { update: true });
    expect([report.outcome, codes(report)]).toEqual(["partial", ["declined"]]);
    expect(desk.asked).toEqual([
      "Have you called desert-lime on a number that you knew before, and is the change correct?",
      "Have you called oasis on a number that you knew before, and is the change correct?",
    ]);
    const book = await desk.inBook();
    expect([account(book), account(book.slice(1))]).toEqual(["AE560990000001234567890", otherIban]);
  });

  test("an account of somebody who had none is news, not an alarm", async () => {
    const desk = supplierDesk([desertLime({ payment_means: undefined })]);
    const report = await desk.run(`import ${desk.file("list.csv", list(head, row({ iban: otherIban })))}`, {
      update: true,
    });
    expect([report.outcome, codes(report)]).toEqual(["done", []]);
  });
});

describe("a supplier that is in the book twice, under names that the file has not", () => {
  const twice: Supplier[] = [desertLime({ supplier: "lime-1" }), desertLime({ supplier: "lime-2" })];
  const text = list(
    "Vendor Name,TRN,City",
    `Desert Lime,${twice[0]?.accounting_supplier_party?.party_tax_scheme?.company_id},Al Ain`,
  );

  test("is refused in scripts, with the command", async () => {
    const desk = supplierDesk(twice);
    const { problems } = await desk.run(`import ${desk.file("list.csv", text)}`, { update: true });
    expect(problems.map(({ code, message, hint }) => [code, message, hint])).toEqual([
      [
        "supplier-exists",
        "The supplier Desert Lime is already in the book, more than once: lime-1, lime-2 have its TRN.",
        expect.stringContaining("suppliers remove lime-2"),
      ],
    ]);
    expect(await desk.inBook()).toHaveLength(2);
  });

  test("is asked about at a terminal: one name stays", async () => {
    const desk = supplierDesk(twice, ["lime-2", "yes"]);
    await desk.run(`import ${desk.file("list.csv", text)}`, { update: true });
    expect(desk.asked[0]).toMatch(/^TRN \d{15} is in your supplier book twice\. Which name do you keep\?$/);
    const book = await desk.inBook();
    expect(
      book.map(({ supplier, accounting_supplier_party: party }) => [supplier, party?.postal_address?.city_name]),
    ).toEqual([["lime-2", "Al Ain"]]);
  });
});
