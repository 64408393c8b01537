/**
 * True if SELFBILL_TEST_ALL=1 is set, as in CI; in that case every test runs, and a test whose program is missing
 * fails.
 */
export const all = process.env.SELFBILL_TEST_ALL !== undefined;
/**
 * Whether this is a plain `npm test`, which skips tests that need more than Node and lists them at the end
 * (quick-run.ts).
 */
const quick = process.env.SELFBILL_TEST_QUICK !== undefined;
const told = new Set<string>();

/** Whether to skip tests; `missing` is a list of program names, or a reason in words. */
export function leavesOut(missing: string | readonly string[] | undefined): boolean {
  if (all) return false;
  const why = typeof missing === "object" ? missing.join(" and ") : (missing ?? "");
  if (why !== "" && !quick && !told.has(why)) console.log(`left out: tests that need what is missing here: ${why}`);
  told.add(why);
  return quick || why !== "";
}
