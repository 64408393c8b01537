import { expect, test } from "vitest";
import type { Supplier } from "../../src/suppliers/index.ts";
import { supplierDesk } from "../support/supplier-desk.ts";

const head = "Supplier,Legal name,TRN,Agreement,Agreement date,Telephone";
const lime = "desert-lime,Desert Lime Trading LLC,100234567400003,SBA-1,2026-01-01,+97142000111";

/** Makes an entry with everything that can be recorded. */
async function recorded() {
  const desk = supplierDesk([], ["yes", "yes"]);
  const write = (line: string): string => desk.file("list.csv", `${head}\n${line}\n`);
  await desk.run(`import ${write(lime)}`);
  const contract = desk.file("agreement.pdf", "signed");
  await desk.run("agreement desert-lime", { file: contract, reviewed: true });
  await desk.run("checked desert-lime", { by: "TRN look-up" });
  await desk.run("reach desert-lime no", { by: "their e-mail" });
  const [before] = await desk.inBook();
  return { ...desk, write, before };
}

const recordsOf = (entry: Supplier | undefined) => {
  const { agreement_file, agreement_sha256, agreement_reviewed, trn_check, on_network } = entry ?? {};
  return { agreement_file, agreement_sha256, agreement_reviewed, trn_check, on_network };
};

test.each(["import", "add"])("%s --replace keeps the records that speak of what did not change", async (action) => {
  const { run, write, inBook, file, before } = await recorded();
  expect(Object.values(recordsOf(before)).every((each) => each !== undefined)).toBe(true);
  const news = lime.replace("+97142000111", "+97142000222");
  const list = action === "import" ? write(news) : file("one.yaml", yaml("+97142000222", "100234567400003"));
  const done =
    action === "import"
      ? await run(`import ${list}`, { replace: true })
      : await run("add", { file: list, replace: true });
  expect(done.outcome, JSON.stringify(done.problems)).toBe("done");
  const [after] = await inBook();
  expect(after?.accounting_supplier_party?.telephone).toBe("+97142000222");
  expect(recordsOf(after)).toEqual(recordsOf(before));
});

test.each(["import", "add"])("%s --replace removes the records of another TRN, and says so", async (action) => {
  const { run, write, inBook, file, before } = await recorded();
  const news = lime.replace("100234567400003", "100345678500003");
  const list = action === "import" ? write(news) : file("one.yaml", yaml("+97142000111", "100345678500003"));
  const done =
    action === "import"
      ? await run(`import ${list}`, { replace: true })
      : await run("add", { file: list, replace: true });
  expect(done.outcome, JSON.stringify(done.problems)).toBe("done");
  const [after] = await inBook();
  expect(recordsOf(after)).toEqual({ ...recordsOf(before), trn_check: undefined, on_network: undefined });
  const said = done.problems.filter(({ message }) => message.includes("was removed")).map(({ message }) => message);
  expect(said).toEqual([
    "desert-lime: The record that the TRN was looked up was removed because the TRN changed.",
    "desert-lime: The record whether the network delivers to it was removed because the Peppol address changed.",
  ]);
});

test("a list that changed nothing is the same, whatever was recorded since", async () => {
  const { run, write, inBook, before } = await recorded();
  expect((await run(`import ${write(lime)}`)).outcome).toBe("done");
  expect(await inBook()).toEqual([before]);
});

function yaml(telephone: string, trn: string): string {
  return `supplier: desert-lime
agreement_number: SBA-1
agreement_date: "2026-01-01"
accounting_supplier_party:
  party_name: Desert Lime Trading LLC
  telephone: "${telephone}"
  party_tax_scheme: { company_id: "${trn}" }
`;
}
