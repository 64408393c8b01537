import { expect, test } from "vitest";
import { writeYaml } from "../../src/read/index.ts";
import { makeStyle } from "../../src/render/index.ts";
import { invoice } from "../support/documents.ts";
import { rowsOf, run } from "../support/due-desk.ts";
import { screen, shop } from "../support/shop.ts";

test.each([
  [
    "a summary, from the end of its month",
    "00010000",
    "2026-06-20",
    "14 days after the end of the month of the supply",
  ],
  [
    "a continuous supply, from a year after its period",
    "00001000",
    "2025-06-30",
    "a year and 14 days after the supply",
  ],
])("the days are counted for %s", async (_, profile_execution_id, end_date, words) => {
  const { desk } = await shop({}, { sameClock: true });
  const dataStyle = makeStyle({ isTerminal: true, columns: 200, environment: {}, noColor: true });
  const at = { ...desk, dataStyle, now: () => new Date("2026-06-25T08:00:00Z") };
  const invoice_period = { start_date: `${end_date.slice(0, 8)}01`, end_date };
  const file = desk.file("a.yaml", writeYaml(invoice({ profile_execution_id, invoice_period }), "invoice"));
  const report = await run(at, [file]);
  expect(rowsOf(report)).toMatchObject([
    { due: "not-issued", supplied: end_date, last_day: "2026-07-14", days_left: 19 },
  ]);
  expect(screen(report, 200)).toContain(`to be issued by 2026-07-14 (${words})`);
});
