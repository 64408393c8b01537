import fc from "fast-check";
import { expect, test } from "vitest";
import { createInvoice } from "../../../src/commands/create-invoice.ts";
import { items } from "../../../src/extras/items/command.ts";
import { writeCsv } from "../../../src/tables/index.ts";
import { catalogue, type Drawn, writings } from "../../support/item-catalogue.ts";
import { serviceDesk } from "../../support/service-desk.ts";
import { startTestSandbox } from "../../support/start-sandbox.ts";
import "../../support/seed.ts";
import { runCommand } from "../../support/run-command.ts";

const headings = [
  ...["Invoice number", "Invoice date", "Due date", "Supplier name", "Supplier TRN", "Supplier TIN", "Licence type"],
  ...[
    "Licence number",
    "Licence authority",
    "Supplier e-mail",
    "Supplier telephone",
    "Supplier street",
    "Supplier city",
  ],
  ...[
    "Supplier emirate",
    "Supplier country",
    "Payment",
    "IBAN",
    "Item",
    "Description",
    "Quantity",
    "Unit",
    "Unit price",
  ],
  ...["VAT category", "VAT rate", "Goods or services", "HS code"],
];
const supplier = [
  ...["Desert Lime Trading LLC", "100234567400003", "1002345674", "TL", "CN-1029384", "Dubai Economy and Tourism"],
  ...["billing@desertlime.example", "+97142000111", "Al Quoz Street 14", "Dubai", "Dubai", "AE", "transfer"],
  "AE560990000001234567890",
];

/** Returns one-line documents as CSV; `known` adds the unit, the tax category and the item's code. */
function month(day: string, lines: readonly { readonly name: string; readonly item: Drawn }[], known: boolean): string {
  const rows = lines.map(({ name, item }, at) => [
    ...[`${day.slice(0, 7)}-${at}`, day, "2026-08-30", ...supplier, name, name, "1", known ? "box" : ""],
    ...[`${10 + at}.50`, ...(known ? ["S", "5", "G", item.hs] : ["", "", "", ""])],
  ]);
  return writeCsv([headings, ...rows]);
}

test("of a second month each item is offered its own code, none another one's, and each new one is asked about once", async () => {
  const sandbox = await startTestSandbox();
  const [old, fresh] = catalogue();
  const draw = fc.sample(fc.noBias(fc.record({ of: fc.nat(), as: fc.nat(), isNew: fc.nat({ max: 99 }) })), 400);
  const first = draw.map(({ of }, at) => (at < old.length ? old[at] : old[of % old.length]) as Drawn);
  const second = draw.map(({ of, as, isNew }) => {
    const item = (isNew < 15 ? fresh[of % fresh.length] : old[of % old.length]) as Drawn;
    const written = writings(item.name);
    return { item, name: written[as % written.length] ?? item.name };
  });
  expect(second.filter(({ item }) => fresh.includes(item)).length / second.length).toBeCloseTo(0.15, 1);
  const desk = serviceDesk(sandbox, { clock: sandbox.clock, sameClock: true });
  const june = desk.file(
    "june.csv",
    month(
      "2026-06-15",
      first.map((item) => ({ item, name: item.name })),
      true,
    ),
  );
  const sent = await runCommand(createInvoice, desk, [june], { yes: true });
  expect(sent.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(sent.outcome).toBe("done");

  const july = desk.file("july.csv", month("2026-07-15", second, false));
  const report = await runCommand(items, desk, ["missing", july]);
  const told = (report.view as unknown as { data: { items: Told[] } }).data.items;
  const itemOf = new Map(second.map(({ name, item }) => [name.trim(), item]));
  const all = told.map((each) => ({ ...each, item: itemOf.get(each.name) as Drawn }));
  for (const { name, item, offered, offered_from: from } of all) {
    if (fresh.includes(item)) expect([name, offered, from]).toEqual([name, null, null]);
    else {
      expect([name, offered]).toEqual([name, `HS code ${item.hs}, unit box (XBX), VAT category standard rate (S)`]);
      expect(from).toMatch(/^2026-06-\d+$/);
    }
  }
  const wanted = new Set(second.map(({ item }) => item.hs));
  expect(all.map(({ item }) => item.hs).sort()).toEqual([...wanted].sort());
});

interface Told {
  readonly name: string;
  readonly offered: string | null;
  readonly offered_from: string | null;
}
