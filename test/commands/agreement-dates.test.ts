import { expect, test } from "vitest";
import { renderJson } from "../../src/render/index.ts";
import { screen } from "../support/shop.ts";
import { supplierDesk } from "../support/supplier-desk.ts";

const head =
  "Supplier,Legal name,TRN,Trade licence no.,Licence type,Licence authority,Street,City,Emirate,Country,E-mail,Telephone,Agreement,Agreement date,Agreement until";
const lime =
  "desert-lime,Desert Lime Trading LLC,100234567400003,CN-1,TL,Dubai Department of Economy and Tourism,Al Quoz Street 14,Dubai,Dubai,AE,billing@desertlime.example,+97142000111,SBA-1";

test.each([
  ["2026-01-01,31/02/2027", "last day of the agreement “31/02/2027”", "C"],
  ["sometime,2027-12-31", "first day of the agreement “sometime”", "C"],
  ["03/04/2026,2027-12-31", "first day of the agreement “03/04/2026”", "C"],
  ["2026-06-01,2026-01-01", "last day of the agreement “2026-01-01”", "C"],
])("an agreement with the dates %s is a gap, and does not count as valid", async (dates, says) => {
  const desk = supplierDesk();
  const imported = await desk.run(`import ${desk.file("list.csv", `${head}\n${lime},${dates}\n`)}`);
  expect(imported.problems.map(({ message }) => message).join("\n")).toContain(says);
  const missing = renderJson(await desk.run("missing")).suppliers as { sentence: string }[];
  expect(missing.map(({ sentence }) => sentence)).toEqual([expect.stringContaining(says)]);
  const list = await desk.run("list");
  expect((renderJson(list).suppliers as { agreement_state: string }[])[0]?.agreement_state).toBe("to-check");
  expect(screen(list, 300)).toContain("AGREEMENT TO CHECK");
  const shown = await desk.run("show desert-lime");
  expect(shown.problems.map(({ code, message }) => [code, message])).toContainEqual([
    "agreement-not-valid",
    expect.stringContaining(says),
  ]);
  const mended = await desk.run("edit desert-lime", {
    set: ["agreement_date=2026-01-01", "agreement_expiry=2027-12-31"],
  });
  expect(mended.outcome).toBe("done");
  expect((renderJson(await desk.run("list")).suppliers as { agreement_state: string }[])[0]?.agreement_state).toBe(
    "valid",
  );
});
