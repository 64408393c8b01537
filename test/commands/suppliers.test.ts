import { describe, expect, test } from "vitest";
import { howToAnswer } from "../../src/commands/suppliers/questions.ts";
import type { Report } from "../../src/report/index.ts";
import { bookText, reviewProblems, type Supplier } from "../../src/suppliers/index.ts";
import { inArabicDigits } from "../support/arabic-digits.ts";
import { screen } from "../support/shop.ts";
import { supplierDesk as deskWith } from "../support/supplier-desk.ts";
import { desertLime } from "../support/suppliers.ts";

const codes = ({ problems }: Report): string[] => problems.map(({ code }) => code);
const typed = [
  "party_name=Desert Lime Trading LLC",
  "country_code=AE",
  "trn=100234567400003",
  "street_name=Al Quoz Street 14",
  "city_name=Dubai",
  "country_subentity=DXB",
  "email=billing@desertlime.example",
  "telephone=+97142000111",
  "scheme_agency_id=TL",
  "company_id=CN-1029384",
  "authority_name=Dubai Department of Economy and Tourism",
  "iban=AE560990000001234567890",
  "account_name=Desert Lime Trading LLC",
  "agreement_number=SBA-2026-014",
  "agreement_date=2026-01-01",
  "agreement_expiry=2027-12-31",
];

describe("add", () => {
  test("takes fields by their short names, and adds what follows from them", async () => {
    const desk = deskWith();
    const report = await desk.run("add desert-lime", { set: typed });
    expect(report.problems).toEqual([]);
    const [added] = await desk.inBook();
    const party = { ...desertLime().accounting_supplier_party, name: "Desert Lime Trading LLC" };
    expect(added).toEqual(desertLime({ accounting_supplier_party: party as Supplier["accounting_supplier_party"] }));
    expect(screen(report)).toContain("TIN            1002345674");
  });

  test("keeps what is not complete, and says what documents will miss", async () => {
    const desk = deskWith();
    const report = await desk.run("add oasis", { set: ["party_name=Oasis LLC", "country_code=AE"] });
    expect(report.outcome).toBe("done");
    expect(new Set(codes(report))).toEqual(new Set(["missing-field", "agreement-missing"]));
    expect((await desk.inBook()).map((each) => each.supplier)).toEqual(["oasis"]);
  });

  test("keeps nothing that is wrong, and tells all of it", async () => {
    const desk = deskWith();
    const wrong = ["country_code=AE", "trn=10023456740000", "telefone=1", "agreement_date=1.1.2026", "iban="];
    const report = await desk.run("add oasis", { set: wrong });
    expect(report.problems.map(({ where, hint }) => [where?.path, hint])).toEqual([
      ["accounting_supplier_party.telefone", "Did you mean telephone?"],
      ["agreement_date", "Write 2026-01-01."],
      ["accounting_supplier_party.party_tax_scheme.company_id", expect.stringContaining("15 digits")],
    ]);
    expect(await desk.inBook()).toEqual([]);
  });

  test("does not overwrite a supplier unless it is told to", async () => {
    const desk = deskWith([desertLime()]);
    expect(codes(await desk.run("add DESERT-LIME", { set: typed }))).toEqual(["supplier-exists"]);
    expect((await desk.run("add DESERT-LIME", { set: typed, replace: true })).outcome).toBe("done");
    expect((await desk.inBook()).map((each) => each.supplier)).toEqual(["DESERT-LIME"]);
  });

  test("reads a file, which show writes", async () => {
    const shown = await deskWith([desertLime()]).run("show desert-lime");
    if (shown.view.view !== "raw") throw new Error(JSON.stringify(shown));
    const desk = deskWith();
    const file = desk.file("one.yaml", shown.view.text);
    expect(codes(await desk.run("add lime-2", { file, set: ["agreement_number=SBA-2"] }))).toEqual([]);
    expect(await desk.inBook()).toEqual([desertLime({ supplier: "lime-2", agreement_number: "SBA-2" })]);
  });

  test("asks for everything at a terminal, again where an answer is wrong", async () => {
    const answers = typed.map((each) => each.slice(each.indexOf("=") + 1));
    answers[1] = ""; // Enter selects AE
    answers.splice(2, 0, "10023456740000"); // one digit missing, then the correct number
    answers[3] = inArabicDigits(answers[3] ?? "");
    answers.splice(4, 0, ""); // Enter accepts the TIN from the TRN
    const desk = deskWith([], answers);
    const report = await desk.run("add desert-lime");
    expect(codes(report)).toEqual([]);
    expect(desk.said).toEqual([
      howToAnswer,
      "10023456740000 is not a TRN: it has 14 digits, not 15. A TRN has 15 digits, begins with 1 and ends with 03.",
    ]);
    expect((await desk.inBook())[0]?.accounting_supplier_party?.tin).toBe("1002345674");
  });

  test("refuses what can be no answer, and asks once more for an IBAN whose check digits are wrong", async () => {
    const name = "100234567400003";
    const [iban, slip] = ["AE560990000001234567890", "AE560990000001234567891"];
    const slips = [
      name,
      "Lime LLC",
      "",
      "",
      "Oman",
      "Al Quoz Street 14",
      "Dubai",
      "Dubai",
      "",
      "ask Mona",
      "+97142000111",
    ];
    const account = ["", "CN-1", "", slip, slip, iban, "Lime LLC", "", "", ""];
    const desk = deskWith([], [...slips, ...account]);
    expect((await desk.run("add lime")).outcome).toBe("done");
    expect(desk.said).toEqual([
      howToAnswer,
      `${name} is a TRN, not a name.`,
      "Oman is a country. Write the street and number; the country has a field of its own.",
      "ask Mona has no digits. Write the number, such as +97142000111.",
      expect.stringMatching(/check digits of this IBAN are wrong.*To keep it, type it again\.$/),
      `${iban} is an IBAN, not a name.`,
    ]);
    const [entry] = await desk.inBook();
    expect(entry?.payment_means?.[0]?.payee_financial_account).toEqual({ id: slip, name: "Lime LLC" });
  });

  test("keeps nothing of somebody who stops in the middle", async () => {
    const desk = deskWith([], ["Desert Lime Trading LLC"]);
    expect(codes(await desk.run("add desert-lime"))).toEqual(["interrupted"]);
    expect(await desk.inBook()).toEqual([]);
  });

  test("asks nothing where nobody is", async () => {
    const report = await deskWith().run("add desert-lime");
    expect([report.outcome, codes(report)]).toEqual(["usage", ["needs-answer"]]);
  });
});

describe("edit and remove", () => {
  test("one field changes, an empty one goes, a new name is taken", async () => {
    const desk = deskWith([desertLime()]);
    await desk.run("edit desert-lime", { set: ["agreement_expiry=2028-12-31", "supplier=lime", "account_name="] });
    const [changed] = await desk.inBook();
    expect(changed).toMatchObject({ supplier: "lime", agreement_expiry: "2028-12-31" });
    expect(changed?.payment_means?.[0]?.payee_financial_account).toEqual({ id: "AE560990000001234567890" });
  });

  test("a name that another one has is not taken", async () => {
    const desk = deskWith([desertLime(), desertLime({ supplier: "oasis" })]);
    expect(codes(await desk.run("edit oasis", { set: ["supplier=Desert-Lime"] }))).toEqual(["supplier-exists"]);
  });

  test("a slip of the name is told as one, and ends with exit code 2", async () => {
    const report = await deskWith([desertLime()]).run("edit dessert-lime", { set: ["tin="] });
    expect([report.outcome, report.problems[0]?.hint]).toEqual(["usage", "Did you mean desert-lime?"]);
  });

  test("a supplier goes after a yes only", async () => {
    const desk = deskWith([desertLime()], ["no", "yes"]);
    expect((await desk.run("remove desert-lime")).outcome).toBe("declined");
    expect(await desk.inBook()).toHaveLength(1);
    expect((await desk.run("remove desert-lime")).outcome).toBe("done");
    expect(await desk.inBook()).toEqual([]);
    expect(codes(await deskWith([desertLime()]).run("remove desert-lime"))).toEqual(["needs-answer"]);
  });
});

describe("import", () => {
  test("takes over all of a file, and nothing a second time", async () => {
    const desk = deskWith([desertLime()]);
    const file = desk.file("list.yaml", bookText([desertLime(), desertLime({ supplier: "oasis" })]));
    const facts = async () => {
      const { view } = await desk.run(`import ${file}`);
      return view.view === "facts" ? view.facts.map(([, count]) => count) : view;
    };
    expect(await facts()).toEqual(["1", "0", "1", "2"]);
    expect(await facts()).toEqual(["0", "0", "2", "2"]);
  });

  test("tells everything that is wrong at its line, and takes nothing over", async () => {
    const desk = deskWith();
    const text = bookText([desertLime(), desertLime({ supplier: "oasis" })]);
    const file = desk.file(
      "list.yaml",
      text.replace("billing@desertlime.example", "billing").replace(/(oasis[\s\S]*)1002345674/, "$1100"),
    );
    const report = await desk.run(`import ${file}`);
    expect(report.problems.map(({ where }) => [where?.line, where?.path])).toEqual([
      [10, "suppliers[0].accounting_supplier_party.email"],
      [48, "suppliers[1].accounting_supplier_party.party_tax_scheme.company_id"],
    ]);
    expect(await desk.inBook()).toEqual([]);
  });

  test("overwrites with --replace only", async () => {
    const desk = deskWith([desertLime()]);
    const file = desk.file("list.yaml", bookText([desertLime({ agreement_number: "SBA-9" })]));
    expect(codes(await desk.run(`import ${file}`))).toEqual(["supplier-exists"]);
    expect((await desk.run(`import ${file}`, { replace: true })).outcome).toBe("done");
    expect((await desk.inBook())[0]?.agreement_number).toBe("SBA-9");
  });
});

describe("import of a spreadsheet", () => {
  const head =
    "Supplier;Legal name;TRN;Country code;Street;City;Emirate;E-mail;Telephone;IBAN;Agreement;Agreement date;Agreement until";
  const row = (name: string, change: readonly [from: string, to: string] = ["", ""]): string =>
    `${name};Desert Lime Trading LLC;100234567400003;AE;Al Quoz Street 14;Dubai;DXB;billing@desertlime.example;+97142000111;AE560990000001234567890;SBA-2026-014;2026-01-01;31/12/2027`.replace(
      ...change,
    );

  test("takes one supplier a row, with the headings that people write", async () => {
    const desk = deskWith();
    const file = desk.file(
      "list.csv",
      [head, row("desert-lime"), "", row("oasis", ["SBA-2026-014", "007"])].join("\r\n"),
    );
    const report = await desk.run(`import ${file}`);
    expect(report.outcome).toBe("done");
    const [lime, oasis] = await desk.inBook();
    expect(lime).toMatchObject({
      supplier: "desert-lime",
      agreement_expiry: "2027-12-31",
      accounting_supplier_party: {
        tin: "1002345674",
        endpoint_scheme_id: "0235",
        postal_address: { city_name: "Dubai" },
      },
      payment_means: [{ payment_means_code: "30", payee_financial_account: { id: "AE560990000001234567890" } }],
    });
    expect(oasis?.agreement_number).toBe("007");
  });

  test("keeps aside what no document can use, each told at its cell, and takes over the rest", async () => {
    const desk = deskWith();
    const rows = [
      row("desert-lime", ["100234567400003", "1.00235E+14"]),
      row("oasis", ["31/12/2027", "03/04/2027"]),
      row("lime", ["billing@desertlime.example", "billing"]),
      row("LIME"),
    ];
    const report = await desk.run(`import ${desk.file("list.csv", [head, ...rows].join("\n"))}`);
    expect(report.outcome).toBe("done");
    const told = report.problems.filter(({ code }) => code !== "missing-field");
    expect(told.map(({ code, where, severity }) => [code, where?.cell, severity])).toEqual([
      ["digits-lost", "C2", "warning"],
      ["ambiguous-date", "M3", "warning"],
      ["wrong-value", "H4", "warning"],
      ["duplicate-key", "A5", "warning"],
      ["account-shared", "A2", "warning"],
    ]);
    const book = await desk.inBook();
    expect(book.map((each) => [each.supplier, each.to_check])).toEqual([
      ["desert-lime", { trn: "1.00235E+14" }],
      ["lime", { email: "billing" }],
      ["oasis", { agreement_expiry: "03/04/2027" }],
    ]);
    expect(book[0]?.accounting_supplier_party?.party_tax_scheme).toBeUndefined();
    await desk.run("edit desert-lime", { set: ["trn=100234567400003"] });
    expect((await desk.inBook())[0]?.to_check).toBeUndefined();
  });

  test.each([
    [head.replace("Telephone", "Telefone"), "I1", "Did you mean telephone? Then: --heading 'Telefone=telephone'"],
    [
      head.replace("Telephone", "E-mail"),
      "I1",
      "If the second one counts, remove the first column or rename its heading.",
    ],
  ])("%s: a heading that does not fit is told, and refuses no list", async (headings, cell, hint) => {
    const desk = deskWith();
    const report = await desk.run(`import ${desk.file("list.csv", `${headings}\n${row("lime")}`)}`);
    const told = report.problems.filter(({ code }) => code !== "missing-field");
    expect(told.map((each) => [each.code, each.where?.cell, each.hint])).toEqual([["unused-column", cell, hint]]);
    expect(await desk.inBook()).toHaveLength(1);
  });

  test("a heading is what the person says, in words or when asked", async () => {
    const headings = head.replace("Telephone", "Telefone");
    const list = `${headings}\n${row("lime")}`;
    const said = deskWith();
    await said.run(`import ${said.file("list.csv", list)}`, { heading: ["telefone=telephone"] });
    const asked = deskWith([], ["yes"]);
    await asked.run(`import ${asked.file("list.csv", list)}`);
    expect(asked.asked).toEqual(["Is the column Telefone the field telephone?"]);
    for (const desk of [said, asked])
      expect((await desk.inBook())[0]?.accounting_supplier_party?.telephone).toBe("+97142000111");
    const wrong = await said.run(`import ${said.file("list.csv", list)}`, { heading: ["Telefone=fone"] });
    expect(wrong.problems.map(({ code }) => code)).toEqual(["bad-usage"]);
  });

  test("without a column of names a script is told the headings, and a person is asked", async () => {
    const list = "Ledgers,TRN,City\nLime,100234567400003,Dubai";
    const alone = deskWith();
    const report = await alone.run(`import ${alone.file("list.csv", list)}`);
    expect(report.problems.map(({ message }) => message)).toEqual([
      "No column is headed with the supplier's name. Row 1 has: Ledgers, TRN, City.",
    ]);
    const asked = deskWith([], ["Ledgers"]);
    await asked.run(`import ${asked.file("list.csv", list)}`);
    expect((await asked.inBook()).map(({ supplier }) => supplier)).toEqual(["Lime"]);
  });
});

test("a list of another program becomes entries that documents can use: TIN, endpoint, country and emirate are derived", async () => {
  const desk = deskWith();
  const file = desk.file(
    "vendors.csv",
    [
      "Vendor Name,Tax Registration Number,Trade License No,License Type,License Authority,Address 1,City,Emirate,Country,Phone No,E-mail Address,Payment terms",
      "Desert Lime Trading LLC,100234567400003,CN-1029384,TL,Dubai Department of Economy and Tourism,Al Quoz Street 14,Dubai,Dubai,United Arab Emirates,+97142000111,billing@desertlime.example,30 days",
      "Oasis Paper LLC,100987654900003,,,,,,,,,,",
    ].join("\n"),
  );
  const report = await desk.run(`import ${file}`);
  expect(report.outcome, JSON.stringify(report.problems)).toBe("done");
  expect(report.problems.map(({ code }) => code)).toContain("unused-column");
  const [lime] = await desk.inBook();
  expect(lime).toMatchObject({
    supplier: "Desert Lime Trading LLC",
    accounting_supplier_party: {
      party_name: "Desert Lime Trading LLC",
      tin: "1002345674",
      endpoint_id: "1002345674",
      endpoint_scheme_id: "0235",
      postal_address: { country_code: "AE", country_subentity: "DXB", country: "United Arab Emirates" },
    },
  });
  const list = await desk.run("list");
  const states = list.view.view === "table" ? list.view.rows.map((row) => row[6]) : [];
  expect(states[0]).toBe("NO AGREEMENT");
  expect(states[1]).toMatch(/^INCOMPLETE: .*city.*; NO AGREEMENT$/);
});

test("the list shows who has no agreement, whose has ended and whose ends soon", async () => {
  const report = await deskWith([
    desertLime({ supplier: "a" }),
    desertLime({ supplier: "b", agreement_expiry: "2026-06-14" }),
    desertLime({ supplier: "c", agreement_expiry: "2026-06-16" }),
    desertLime({ supplier: "d", agreement_number: undefined, agreement_date: undefined }),
  ]).run("list");
  const states = report.view.view === "table" ? report.view.rows.map((row) => row[6]) : [];
  expect(states).toEqual(["valid", "EXPIRED", "ends in 1 day", "NO AGREEMENT"]);
});

test.each([
  ["lost", 'Unknown action "lost" for suppliers.'],
  ["show", "suppliers show needs a name."],
  ["import", "suppliers import needs a file."],
  ["list oasis", "suppliers list takes no name."],
  ["show desert lime", 'Unexpected argument "lime".'],
])("wrong words are told: suppliers %s", async (words, message) => {
  expect((await deskWith().run(words)).problems[0]?.message).toBe(message);
});

test("the agreement is kept by its hash, a changed file is told, and its review is due after a year", async () => {
  const desk = deskWith([desertLime({ agreement_date: "2025-06-20" })]);
  const file = desk.file("agreement.pdf", "signed");
  const factsOf = ({ view }: Report): Map<string, string> => new Map(view.view === "facts" ? view.facts : []);
  const kept = factsOf(await desk.run("agreement desert-lime", { file }));
  expect(kept.get("SHA-256")).toBe("4a3cdfae6f291c8f544daea5b72905cf9e74c1ed427d831ad0d7ca00c73c794d");
  expect([kept.get("Next review"), kept.get("File is")]).toEqual(["2026-06-20", "unchanged since it was kept"]);
  expect(reviewProblems(await desk.inBook(), "2026-06-15").map(({ message }) => message)).toEqual([
    "The yearly review of the self-billing agreement is due with desert-lime (2026-06-20).",
  ]);
  expect(factsOf(await desk.run("agreement desert-lime", { reviewed: true })).get("Next review")).toBe("2027-06-15");
  expect(reviewProblems(await desk.inBook(), "2026-06-15")).toEqual([]);
  desk.file("agreement.pdf", "changed");
  const changed = await desk.run("agreement desert-lime");
  expect([factsOf(changed).get("File is"), codes(changed)]).toEqual(["CHANGED since it was kept", ["file-changed"]]);
  const wrong = await desk.run("agreement desert-lime", { set: ["agreement_sha256=1"] });
  expect(codes(wrong)).toEqual(["wrong-value"]);
});
