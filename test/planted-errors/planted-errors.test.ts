import { expect, test } from "vitest";
import { shop } from "../support/shop.ts";
import { plantableErrors } from "./errors.ts";
import { measure } from "./measure.ts";

/** SELFBILL_PLANTED=1000 measures more documents, and prints what it found. */
const documents = Number(process.env.SELFBILL_PLANTED ?? 40);

test.each([
  ["evenly over all codes", false],
  ["half of them typing errors", true],
])(
  "of 1 to 6 errors in a document nearly all are named at once, none twice, and no fix changes the meaning: %s",
  async (_, typing) => {
    const { desk } = await shop();
    const byCode = await plantableErrors();
    const measured = await measure(byCode, { documents, seed: 57, typing }, desk);
    if (process.env.SELFBILL_PLANTED) console.log(byCode.size, measured);
    expect(measured.changed).toBe(0);
    expect(measured.twice).toBe(0);
    expect(measured.named / measured.planted).toBeGreaterThanOrEqual(0.95);
  },
  600_000,
);
