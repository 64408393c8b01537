const offset = 4 * 60 * 60 * 1000;

/** An instant (Unix milliseconds) in Gulf Standard Time with its offset: `2026-06-20 09:01:01 +04:00`; "" for none. */
export function gulfTime(instant: number | undefined): string {
  if (instant === undefined) return "";
  const shifted = new Date(instant + offset);
  if (Number.isNaN(shifted.getTime())) return "";
  return `${shifted.toISOString().slice(0, 19).replace("T", " ")} +04:00`;
}
