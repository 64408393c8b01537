/** SELFBILL_TEST_ALL=1, as in CI: every test runs, and one that lacks a program fails. */
export const all = process.env.SELFBILL_TEST_ALL !== undefined;
/** `npm test` by itself: what needs more than Node is left out, and told at the end (quick-run.ts). */
const quick = process.env.SELFBILL_TEST_QUICK !== undefined;
const told = new Set<string>();

/** Whether tests are left out that need what is missing here, if anything is: programs, or a reason in words. */
export function leavesOut(missing: string | readonly string[] | undefined): boolean {
  if (all) return false;
  const why = typeof missing === "object" ? missing.join(" and ") : (missing ?? "");
  if (why !== "" && !quick && !told.has(why)) console.log(`left out: tests that need what is missing here: ${why}`);
  told.add(why);
  return quick || why !== "";
}
