import { isRecord } from "./fields.ts";

export function isPresent(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === "string") return value.trim() !== "";
  if (Array.isArray(value)) return value.length > 0;
  if (!isRecord(value)) return true;
  for (const key in value) if (isPresent(value[key])) return true;
  return false;
}
