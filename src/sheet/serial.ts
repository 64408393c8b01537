const dayLength = 86_400_000;

/**
 * Converts a day number to `YYYY-MM-DD`. Days count from 1900 (with a 29 February 1900 that never existed, so earlier
 * days are rejected) or from 1904. Undefined if the number is not a plausible document date.
 */
export function dateOfSerial(text: string, from1904: boolean): string | undefined {
  const days = Number.parseInt(text, 10) + (from1904 ? 1462 : 0);
  if (!/^\d+(?:\.\d+)?$/.test(text) || days < 61 || days > 2_958_465) return undefined;
  return new Date(Date.UTC(1899, 11, 30) + days * dayLength).toISOString().slice(0, 10);
}

/** Converts the fraction of a day number to `HH:mm:ss`, rounded to the second. */
export function timeOfSerial(text: string): string {
  const seconds = Math.min(86_399, Math.round(Number(`0.${text.split(".")[1] ?? "0"}`) * 86_400));
  return new Date(seconds * 1000).toISOString().slice(11, 19);
}
