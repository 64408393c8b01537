import { expect, test } from "vitest";
import { statusSnapshotOf } from "../../src/contract/index.ts";
import { isJsonObject, parseJson } from "../../src/json/index.ts";
import { makeStyle, renderReport } from "../../src/render/index.ts";

const at = (columns: number, noColor = true) => makeStyle({ isTerminal: true, columns, environment: {}, noColor });
const longId = `urn:${"very-long-".repeat(9)}identifier`;

/** A status with a delivery that was rejected and a tax report that was accepted. */
function shown(columns: number, { docTypeId = "urn:peppol:schema:taxdata:1.0", noColor = true } = {}): string {
  const leg = { docTypeId, receiverId: "0235:1002345674", lastUpdated: 1781931661920 };
  const answer = {
    toC3: {
      ...leg,
      status: "REJECTED",
      mlsResponse: { responseCode: "RE", statusReasonCode: "BV", description: "The order PO-7731 is not known here" },
    },
    toC5: { ...leg, receiverId: "0242:000001", status: "ACCEPTED", mlsResponse: { responseCode: "AP" } },
  };
  const parsed = parseJson(JSON.stringify(answer));
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error("the sample is not JSON");
  const result = {
    ...({ asked: "SBC-7", id: "a", outcome: "pending", kind: "credit-note" } as const),
    ...({ tellsOverall: false, standing: "open" } as const),
    ...{ sides: {}, snapshot: statusSnapshotOf(parsed.value), names: {}, findings: [], saved: [], problems: [] },
  } as const;
  const report = {
    outcome: "pending",
    sandbox: false,
    view: { view: "statuses", results: [result], verbose: false },
    problems: [],
  } as const;
  return renderReport(report, at(columns, noColor), at(columns, noColor)).data;
}

test.each([80, 100, 120])("the two sides stand beside each other in a table of %i columns", (columns) => {
  const text = shown(columns);
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(columns);
  expect(text).toMatch(/│ +│ Supplier's side \(C3\) +│ Tax authority \(C5\) +│/);
  const rows = [...text.matchAll(/^│ (\w+) /gm)].map(([, label]) => label);
  expect(rows).toEqual(["Status", "Message", "Time", "Receiver", "Type"]);
  expect(text).toMatch(/│ Status +│ rejected +│ received +│/);
  expect(text.replace(/[│\s]+/g, " ")).toContain("PO-7731");
  expect(text).toMatch(/│ Type +│ tax data +│ tax data +│/);
});

test("an identifier that is wider than the screen is not cut, and no line is too long", () => {
  const text = shown(80, { docTypeId: longId });
  const cells = text
    .slice(text.indexOf("│ Type"))
    .split("\n")
    .map((line) => line.split("│")[2]?.trim() ?? "");
  expect(cells.join("")).toBe(longId);
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});

test("each side has the colour of what it says, and the same characters without", () => {
  const coloured = shown(100, { noColor: false });
  const style = at(100, false);
  expect(coloured).toContain(style.bad("rejected").slice(0, 5));
  const row = coloured.split("\n").find((line) => line.includes("Status")) ?? "";
  expect(row.indexOf(style.bad("rejected").slice(0, 5))).toBeGreaterThan(0);
  expect(row.indexOf(style.good("received").slice(0, 5))).toBeGreaterThan(row.indexOf("rejected"));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
  expect(coloured.replace(/\x1b\[[\d;]*m/g, "")).toBe(shown(100));
});
