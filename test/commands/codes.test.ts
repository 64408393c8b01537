import { expect, test } from "vitest";
import { codesCommand } from "../../src/commands/codes.ts";
import { codeLists } from "../../src/document/index.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { runCommand } from "../support/run-command.ts";

interface Answer {
  readonly codes: readonly { readonly list: string; readonly code: string; readonly words: string }[];
}

async function search(...words: string[]) {
  const report = await runCommand(codesCommand, offlineDesk(), words);
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
  [["hs", "69072100"], "hs 6907"],
  [["hs", "tiles"], "hs 6907"],
  [["hs", "drill"], "hs 8467"],
  [["hs", "بلاط"], "hs 69"],
  [["بلاط"], "hs 69"],
  [["laptop"], "hs 8471"],
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

test("goods of the Harmonized System stand below their heading and chapter, on the screen and in --json", async () => {
  const { report } = await search("hs", "drill");
  if (report.view.view !== "table") throw new Error("no table");
  expect(report.view.rows.slice(0, 3).map(([code]) => code)).toEqual(["84", "8467", "846721"]);
  expect(report.view.rows[0]?.[1]).toMatch(/machines.*آلات/);
  const { codes } = report.view.data as unknown as { codes: { code: string; above: { code: string }[] }[] };
  expect(codes.find(({ code }) => code === "846721")?.above.map(({ code }) => code)).toEqual(["84", "8467"]);
});

test("a terminal shows five headings unless all are wanted; a code that does not exist is found nowhere", async () => {
  const rowsOf = async (all: boolean): Promise<number> => {
    const desk = { ...offlineDesk(), dataStyle: { ...offlineDesk().dataStyle, isTerminal: true } };
    const report = await runCommand(codesCommand, desk, ["hs", "tiles"], { all });
    return report.view.view === "table" ? report.view.rows.filter(([code]) => code?.length === 4).length : 0;
  };
  expect(await rowsOf(false)).toBe(5);
  expect(await rowsOf(true)).toBeGreaterThan(5);
  expect((await search("hs", "69990000")).report.problems[0]?.code).toBe("nothing-matches");
});
