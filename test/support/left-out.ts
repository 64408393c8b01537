/** SELFBILL_TEST_ALL=1 is set, as in CI: every test runs, and one whose program is missing fails. */
export const all = process.env.SELFBILL_TEST_ALL !== undefined;
/** Plain `npm test`: tests that need more than Node are skipped and listed at the end (quick-run.ts). */
const quick = process.env.SELFBILL_TEST_QUICK !== undefined;
const told = new Set<string>();

/** `missing`: the names of programs, or a reason in words. */
export function leavesOut(missing: string | readonly string[] | undefined): boolean {
  if (all) return false;
  const why = typeof missing === "object" ? missing.join(" and ") : (missing ?? "");
  if (why !== "" && !quick && !told.has(why)) console.log(`left out: tests that need what is missing here: ${why}`);
  told.add(why);
  return quick || why !== "";
}
