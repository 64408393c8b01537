import { expect, test } from "vitest";
import { writeCsv } from "../../src/tables/index.ts";
import { supplierDesk } from "../support/supplier-desk.ts";
import {
  factsAt,
  quietDesk,
  supplierAbroad,
  type Typed,
  tiles,
  transfer,
  walkThrough,
} from "../support/wizard-answers.ts";

const place = { endpoint_id: "9900000098", endpoint_scheme_id: "0235" };
const heads = ["Vendor Code", "Legal Name", "Tax Registration Number", "Country", "City"];
const row = ["muscat", "Muscat Stone SAOC", "OM1100012345", "Oman", "Muscat"];
const set = ["party_name=Muscat Stone SAOC", "trn=OM1100012345", "country_code=OM", "city_name=Muscat"];
const answers: Typed = [...supplierAbroad, ["Keep it in your supplier book as", "muscat"], ...tiles, ...transfer];

test("wizard, add and import give a supplier abroad the same address, and each says that nothing is delivered there", async () => {
  const added = supplierDesk();
  const report = await added.run("add muscat", { set });
  expect(JSON.stringify(report.view)).toContain("reported, not delivered");
  const listed = supplierDesk();
  const imported = await listed.run(`import ${listed.file("list.csv", writeCsv([heads, row]))}`);
  expect(JSON.stringify(imported.view)).toContain("1 at 9900000098: give them their copies");
  const { written, said } = await walkThrough(answers, await factsAt(quietDesk()));
  expect(said.join(" ").replace(/\s+/g, " ")).toContain(
    "Peppol address: 9900000098, outside UAE e-invoicing: documents are reported",
  );
  const parties = [...(await added.inBook()), ...(await listed.inBook()), written?.bookEntry];
  expect(parties.map((each) => each?.accounting_supplier_party)).toEqual(Array(3).fill(expect.objectContaining(place)));
});

test("an address that is known is never replaced, and a supplier in the UAE gets none", async () => {
  const own = { endpoint_id: "0188:OM-118820", endpoint_scheme_id: "0188" };
  const desk = supplierDesk();
  const words = Object.entries(own).map(([field, value]) => `${field}=${value}`);
  const report = await desk.run("add muscat", { set: [...set, ...words] });
  expect(JSON.stringify(report.view)).not.toContain("not delivered");
  expect((await desk.inBook())[0]?.accounting_supplier_party).toMatchObject(own);
  const uae = supplierDesk();
  await uae.run("add lime", { set: ["party_name=Lime LLC", "country_code=AE"] });
  expect((await uae.inBook())[0]?.accounting_supplier_party).not.toHaveProperty("endpoint_id");
});

test("the wizard keeps the address of an entry whose tax number it asks for", async () => {
  const { endpoint_id, endpoint_scheme_id } = { endpoint_id: "OM-118820", endpoint_scheme_id: "0188" };
  const { written } = await walkThrough(answers, await factsAt(quietDesk()));
  const { party_tax_scheme: _, ...rest } = written?.bookEntry?.accounting_supplier_party ?? {};
  const entry = { supplier: "muscat", accounting_supplier_party: { ...rest, endpoint_id, endpoint_scheme_id } };
  const typed: Typed = [["Who supplied you?", "muscat"], ["Tax number", "OM1100012345"], ...tiles, ...transfer];
  const gap = await walkThrough(typed, await factsAt(quietDesk({ suppliers: [entry] })));
  const party = gap.written?.document.accounting_supplier_party;
  expect(party).toMatchObject({ endpoint_id, endpoint_scheme_id, party_tax_scheme: { company_id: "OM1100012345" } });
});

test("who moved into the UAE is reached at its TIN", async () => {
  const desk = supplierDesk();
  await desk.run("add muscat", { set });
  const moved = ["muscat", "Muscat Stone SAOC", "100234567400003", "UAE", "Dubai"];
  const list = desk.file("list.csv", writeCsv([heads, moved]));
  const changes = { update: true, acceptChangedSupplier: ["muscat"] };
  expect((await desk.run(`import ${list}`, changes)).outcome).toBe("done");
  const party = (await desk.inBook())[0]?.accounting_supplier_party;
  expect(party).toMatchObject({ endpoint_id: "1002345674", tin: "1002345674" });
});
