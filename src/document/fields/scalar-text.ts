/** Returns a single value as it is written, also a number that keeps its text; undefined for a group or list. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  const text: unknown = typeof value === "object" && value !== null && "text" in value ? value.text : undefined;
  return typeof text === "string" && Object.getPrototypeOf(value) !== Object.prototype ? text : undefined;
}
