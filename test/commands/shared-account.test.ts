import { expect, test } from "vitest";
import type { Report } from "../../src/report/index.ts";
import { supplierDesk } from "../support/supplier-desk.ts";

const account = "AE560990000001234567890";
const head = "Supplier,Legal name,TRN,IBAN";
const shared = ({ problems }: Report): string[] =>
  problems.filter(({ code }) => code === "account-shared").map(({ message }) => message);
const says = `The account ${account} is that of several suppliers: desert-lime, oasis-paper.`;

test("one account of several suppliers is a warning at import, with both names, and stops nothing", async () => {
  const desk = supplierDesk();
  const rows = [
    `desert-lime,Desert Lime Trading LLC,100234567400003,${account}`,
    "oasis-paper,Oasis Paper Trading LLC,100345678500003,AE56 0990 0000 0123 4567 890",
    "dune-tools,Dune Machine Tools LLC,100632446900003,AE070331234567890123456",
  ];
  const done = await desk.run(`import ${desk.file("list.csv", [head, ...rows].join("\n"))}`);
  expect(done.outcome).toBe("done");
  expect(shared(done)).toEqual([says]);
  expect(done.problems.find(({ code }) => code === "account-shared")).toMatchObject({
    severity: "warning",
    where: { cell: "A2" },
  });
  expect(await desk.inBook()).toHaveLength(3);
  for (const words of ["missing", "show oasis-paper"])
    expect([words, shared(await desk.run(words))]).toEqual([words, [says]]);
  expect(shared(await desk.run("show dune-tools"))).toEqual([]);
});

test("the account of a supplier that is in the book already is told when another one gets it", async () => {
  const desk = supplierDesk();
  const first = await desk.run("add desert-lime", { set: [`iban=${account}`, "party_name=Desert Lime Trading LLC"] });
  expect(shared(first)).toEqual([]);
  expect(shared(await desk.run("add oasis-paper", { set: [`iban=${account}`] }))).toEqual([says]);
  expect(shared(await desk.run("edit oasis-paper", { set: ["iban=AE070331234567890123456"] }))).toEqual([]);
  expect(shared(await desk.run("edit oasis-paper", { set: [`iban=${account}`] }))).toEqual([says]);
  const again = await desk.run(`import ${desk.file("list.csv", `${head}\ndune-tools,Dune,100632446900003,\n`)}`);
  expect(shared(again), "who is not in the list is not told again").toEqual([]);
});
