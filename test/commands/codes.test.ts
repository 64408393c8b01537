import { expect, test } from "vitest";
import { codesCommand } from "../../src/commands/codes.ts";
import { codeLists } from "../../src/document/index.ts";
import { offlineDesk } from "../support/offline-desk.ts";

interface Answer {
  readonly codes: readonly { readonly list: string; readonly code: string; readonly words: string }[];
}

async function search(...words: string[]) {
  const report = await codesCommand.run({ words, options: { all: false } }, offlineDesk());
  const data = report.view.view === "table" ? (report.view.data as unknown as Answer) : undefined;
  return { report, codes: (data?.codes ?? []).map(({ list, code }) => `${list} ${code}`) };
}

test.each([
  [["currency", "dirham"], "currency AED"],
  [["DHS"], "currency AED"],
  [["country", "Oman"], "country OM"],
  [["سلطنة"], undefined],
  [["country", "الهند"], "country IN"],
  [["unit", "boxes"], "unit XBX"],
  [["unit", "kilowatt", "hour"], "unit KWH"],
  [["hs", "69072100"], "hs 69"],
  [["hs", "tiles"], "hs 69"],
  [["emirate", "dubai"], "emirate DXB"],
  [["payment", "cheque"], "payment 20"],
  [["charge", "freight", "service"], "charge FC"],
])("selfbill codes %s finds %s first", async (words, expected) => {
  expect((await search(...words)).codes[0]).toBe(expected);
});

test("without words the lists are shown, each of which can be shown whole", async () => {
  const { report } = await search();
  expect(report.view.view === "table" && report.view.rows.map(([name]) => name)).toEqual(
    codeLists.map(({ name }) => name),
  );
  for (const { name } of codeLists) expect((await search(name)).codes.length, name).toBeGreaterThan(0);
});

test("a word that matches nothing ends with 2 and says where to look", async () => {
  const { report } = await search("unit", "zzzzz");
  expect(report.outcome).toBe("usage");
  expect(report.problems[0]).toMatchObject({
    code: "nothing-matches",
    message: "No code matches zzzzz in the list unit.",
  });
});
