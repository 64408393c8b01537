import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { changeItems, itemsIn } from "../../../src/extras/items/book/index.ts";
import { ok } from "../../../src/problem/index.ts";
import { readDocument } from "../../../src/read/index.ts";
import { runSelfbill } from "../../support/run-selfbill.ts";
import { factsAt, quietDesk, supplier, tiles, transfer, walkThrough } from "../../support/wizard-answers.ts";
import {
  answeredInvoice,
  payByTransfer,
  Sitting,
  takeUsualDates,
  withoutTerminal,
  writeAndSend,
} from "../../support/wizard-sitting.ts";

const tile = { name: "Ceramic floor tile", type: "G", hs: "69072100", unit: "XBX", vat: "Z", origin: "OM" };

/** The defaults offered for a line with this name, if the book has the tile. */
async function offered(name: string): Promise<Record<string, string>> {
  const desk = quietDesk();
  const settings = await desk.settings();
  const kept = settings.ok && changeItems(settings.value.folders, () => ok([tile]));
  expect(kept).toMatchObject({ ok: true });
  const { asked } = await walkThrough(
    [...supplier, ["What was supplied", name], ...tiles.slice(1), ["What comes next?", "No more lines"], ...transfer],
    await factsAt(desk),
  );
  const about = /^(?:Unit|VAT of this line|Goods or services|HS code)/;
  return Object.fromEntries(
    asked.flatMap(({ question }) =>
      about.test(question.message) ? [[question.message, String(question.usual ?? "")]] : [],
    ),
  );
}

test("the same item, written differently, is offered what the book has", async () => {
  expect(await offered("CERAMIC  floor-tiles")).toEqual({
    "Unit:": "XBX",
    "VAT of this line:": "Z",
    "Goods or services:": "G",
    "HS code:": "69072100",
  });
});

test.each(["Drill", "Ceramic wall tile", "Ceramic floor tile 30x30"])(
  "%s is offered nothing of the tile",
  async (name) => {
    expect(await offered(name)).toEqual({
      "Unit:": "",
      "VAT of this line:": "S",
      "Goods or services:": "",
      "HS code:": "",
    });
  },
);

test("an item is kept as it was typed, and only where the tick stays", async () => {
  const facts = await factsAt(quietDesk());
  const lines = [...supplier, ...tiles, ["What comes next?", "No more lines"]] as const;
  const kept = await walkThrough([...lines, ...transfer], facts);
  expect(kept.written?.items).toEqual([
    { name: "Ceramic floor tile", type: "G", hs: "69072100", unit: "XBX", vat: "S" },
  ]);
  const not = await walkThrough([...lines, ["Keep in your item book", ""], ...transfer], facts);
  expect(not.written?.items).toEqual([]);
});

describe.skipIf(withoutTerminal)("in a real terminal", () => {
  test("an item is kept once, offered for itself in the next document, and nothing of it for another item", async () => {
    const sitting = new Sitting();
    const first = await answeredInvoice(sitting);
    expect(await writeAndSend(first, "first.yaml")).toBe(0);
    expect(first.lines().join("\n")).toContain("1 item is in your item book: selfbill items --sandbox list");

    const second = sitting.start(["new", "invoice", "--sandbox"]);
    await second.tick("Which of these apply?");
    await second.choose("Who supplied you?", "Lime");
    await takeUsualDates(second);
    await second.answer("Date of supply");
    await second.answer("Currency");
    await second.answer("What was supplied", "CERAMIC FLOOR TILES");
    await second.shows("Your item book has: HS code 69072100, unit box (XBX)");
    await second.answer("Description");
    await second.answer("Quantity", "3");
    await second.tick("Unit");
    await second.answer("Price of one", "10");
    await second.tick("VAT of this line");
    await second.tick("Goods or services");
    await second.answer("HS code");
    await second.choose("What comes next?", "Another line");
    await second.answer("What was supplied", "Cordless drill");
    await second.answer("Description");
    await second.answer("Quantity", "1");
    await second.choose("Unit", "piece");
    await second.answer("Price of one", "300");
    await second.choose("VAT of this line", "Standard rate");
    await second.choose("Goods or services", "Goods");
    await second.answer("HS code", "84672100");
    await payByTransfer(second, "", "new");
    await second.choose("What now?", "Correct: save");
    await second.answer("Name of the file", "second.yaml");
    await second.choose("Send it to the sandbox?", "Yes");
    expect(await second.ended()).toBe(0);
    const { stdout } = await runSelfbill(["items", "list", "--json", "--sandbox"], { home: sitting.home });
    expect(JSON.parse(stdout).items.map(({ name, hs }: Record<string, string>) => [name, hs])).toEqual([
      ["Ceramic floor tile", "69072100"],
      ["Cordless drill", "84672100"],
    ]);
    const book = readFileSync(join(sitting.home, "data/practice/items.yaml"));
    const read = readDocument(book, "items.yaml", "invoice");
    expect(read.ok && itemsIn(read.value).problems).toEqual([]);
    expect(readFileSync(sitting.file("second.yaml"), "utf8")).toMatch(/unit_code: XBX[\s\S]*69072100[\s\S]*84672100/);
  });
});
