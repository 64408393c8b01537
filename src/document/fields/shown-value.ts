/** Returns a value for a sentence: shortened, and in quotes if blanks or invisible characters are around it. */
export function shownValue(value: string): string {
  const short = value.length > 60 ? `${value.slice(0, 57)}…` : value;
  return /^[\s\p{Cf}]|[\s\p{Cf}]$/u.test(value) ? `"${short}"` : short;
}
