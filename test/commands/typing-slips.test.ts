import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calculate, formatAmount, type SelfBilledDocument } from "../../src/document/index.ts";
import { prepare, unknownPolicy } from "../../src/prepare/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { invoice } from "../support/documents.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { plainRow } from "../support/plain-row.ts";
import { importFile } from "../support/sheet-rows.ts";
import {
  csvWithSlips,
  drawMeant,
  jsonWithSlips,
  type Meant,
  type Pick,
  yamlWithSlips,
} from "../support/typing-slips.ts";

/** SELFBILL_SLIPS=2000 draws as many of each kind. */
const cases = Number(process.env.SELFBILL_SLIPS ?? 150);

const drawn = fc.infiniteStream(fc.nat());

/** Draws from fast-check's stream, so that a failure is shown and repeated with its seed. */
function picker(numbers: Iterator<number>): Pick {
  return (from) => from[numbers.next().value % from.length] as (typeof from)[number];
}

const { charges: _charges, document_lines: _lines, ...others } = invoice() as SelfBilledDocument;
const head = writeYaml(others, "invoice");

/** What the eye reads, added up. */
function grossOf(meant: Meant): string {
  const tax = { id: "S", percent: meant.percent, tax_scheme: "VAT" };
  const price = {
    base_amount: meant.price,
    ...(meant.discount === undefined ? {} : { allowance: { amount: meant.discount } }),
  };
  return payable({
    ...others,
    ...(meant.charge === undefined ? {} : { charges: [{ amount: meant.charge, tax_category: tax }] }),
    document_lines: [{ quantity: meant.quantity, price, classified_tax_category: tax }],
  } as SelfBilledDocument);
}

const payable = (document: SelfBilledDocument): string => formatAmount(calculate(document).totals.payable_amount);

const desk = offlineDesk();

/** The payable amount that would be sent without a question; undefined if it is refused. */
async function sentOf(file: string, text: string): Promise<string | undefined> {
  const unknown = unknownPolicy({ allowUnknown: [], yes: true });
  const options = { kind: "invoice", version: "20260101", unknown, content: Buffer.from(text) } as const;
  const { problems, document } = await prepare(file, options, desk);
  return document === undefined || problems.some(({ severity }) => severity === "error")
    ? undefined
    : payable(document);
}

async function holds(
  write: (meant: Meant, pick: Pick) => string,
  sent: (text: string) => Promise<string | undefined>,
  fixed: Partial<Meant> = {},
): Promise<number> {
  let gone = 0;
  await fc.assert(
    fc.asyncProperty(drawn, async (stream) => {
      const pick = picker(stream[Symbol.iterator]());
      const meant = { ...drawMeant(pick), ...fixed };
      const text = write(meant, pick);
      const amount = await sent(text);
      if (amount === undefined) return;
      gone += 1;
      expect(amount, text).toBe(grossOf(meant));
    }),
    { numRuns: cases },
  );
  return gone;
}

describe("a slip of the fingers never sends another amount than the eye reads", () => {
  test("in YAML", async () => {
    const gone = await holds(yamlWithSlips, (text) => sentOf("march.yaml", `${head}${text}`));
    expect(gone).toBeGreaterThan(0);
  });

  test("in JSON", async () => {
    const start = JSON.stringify(others).slice(0, -1);
    const write = (meant: Meant, pick: Pick) => `${start}, ${jsonWithSlips(meant, pick)}}`;
    const gone = await holds(write, (text) => sentOf("march.json", text));
    expect(gone).toBeGreaterThan(0);
  });

  test("in a sheet", async () => {
    const amounts = ["Quantity", "Unit price", "VAT rate"];
    const write = (meant: Meant, pick: Pick) =>
      csvWithSlips(
        { ...plainRow, Quantity: meant.quantity, "Unit price": meant.price, "VAT rate": meant.percent },
        amounts,
        pick,
      );
    const sent = async (text: string) => {
      const done = await importFile("March.csv", text);
      return done.errors.length > 0 ? undefined : payable(done.document("SB-1"));
    };
    expect(await holds(write, sent, { discount: undefined, charge: undefined })).toBeGreaterThan(0);
  });
});
