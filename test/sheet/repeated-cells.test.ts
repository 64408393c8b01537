import { describe, expect, test } from "vitest";
import { builtInMap } from "../../src/sheet/index.ts";
import type { ColumnMap } from "../../src/sheet/map/column-map.ts";
import { type Taking, takeCell } from "../../src/sheet/take-cell.ts";
import { importRows, row } from "../support/sheet-rows.ts";

describe("a cell with the text of the one above it", () => {
  test.each([
    ["the same", ["Tile", "Tile"], ["Tile", "Tile"]],
    ["the same with another one between", ["Tile", "Step", "Tile"], ["Tile", "Step", "Tile"]],
    ["what is left of a sign by its number", ["Tile_x005F_x0041_", "Tile_x0041_"], ["Tile_x0041_", "TileA"]],
  ])("is read by itself: %s", async (_what, items, names) => {
    const imported = await importRows(items.map((item, at) => row({ "Invoice number": `SB-${at}`, Item: item })));
    const documents = items.map((_, at) => imported.document(`SB-${at}`));
    expect(documents.map(({ document_lines: lines }) => lines?.[0]?.name)).toEqual(names);
  });

  const date = builtInMap("invoice").columns.find(({ heading }) => heading === "Invoice date") as ColumnMap;
  const how: Taking = { dateOrder: "dmy", decimals: "point", times: new Map(), from1904: false };
  const taken = (text: string, column: ColumnMap, ways: Taking) => {
    const [field] = column.fields;
    if (field === undefined) throw new Error("the column feeds a field");
    return takeCell({ is: "text", text }, field, column, ways);
  };

  test("is taken as its own column and sheet say", () => {
    const twice = (column: ColumnMap, ways: Taking) => [
      taken("03/04/2026", column, ways),
      taken("03/04/2026", column, ways),
    ];
    const words: ColumnMap = { ...date, words: new Map([["03/04/2026", "2026-12-31"]]) };
    expect(twice(date, how)).toEqual([{ text: "2026-04-03" }, { text: "2026-04-03" }]);
    expect(twice(date, { ...how, dateOrder: "mdy" })).toEqual([{ text: "2026-03-04" }, { text: "2026-03-04" }]);
    expect(twice(words, how)).toEqual([{ text: "2026-12-31" }, { text: "2026-12-31" }]);
    expect(twice(date, how)).toEqual([{ text: "2026-04-03" }, { text: "2026-04-03" }]);
    expect(taken("04/04/2026", date, how)).toEqual({ text: "2026-04-04" });
  });
});
