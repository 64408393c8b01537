import { safe } from "../../render/index.ts";

/** JUnit counts in seconds, with three decimals. */
export function junitSeconds(took: number): string {
  return `${Math.floor(took / 1000)}.${String(Math.floor(took) % 1000).padStart(3, "0")}`;
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Makes characters that XML cannot contain visible, or replaces them with U+FFFD. */
export function xmlText(text: string): string {
  return safe(text)
    .replace(/[\p{Cs}\uFFFE\uFFFF]/gu, "\uFFFD")
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
}
