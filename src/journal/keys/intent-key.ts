import { hash } from "node:crypto";
import { amount, type DocumentKind, formatAmount } from "../../document/index.ts";
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from "../../json/index.ts";
import type { Intent } from "../store/records.ts";

/**
 * SHA-256 (hex) of account, business profile, kind and the canonical body (members ordered by name, decimals without
 * trailing zeros, attachments by the hash of their bytes), so the layout of the file does not matter. A document that
 * replaces another one (`corrects`) has a different key even if its content is the same.
 */
export function intentKey(
  { account, businessProfileId, kind }: Pick<Intent, "account" | "businessProfileId" | "kind">,
  body: JsonObject,
  corrects?: string,
): string {
  const stands = corrects === undefined ? [] : [corrects];
  const parts = [account, businessProfileId, kind, canonical(body), ...stands];
  return sha256(parts.map((part) => JSON.stringify(part)).join("\n"));
}

/** The key of one content by account. */
export interface KeyIn {
  (account: string): string;
  /** The key under which earlier versions recorded the content, which kept each IBAN as it was typed; if it differs. */
  readonly asTyped?: ((account: string) => string) | undefined;
}

/** Equal for two documents that bill the same thing: kind, supplier, issue date, currency and amounts match. */
export function twinKey(
  intent: Pick<Intent, "kind" | "supplier" | "issueDate" | "currency" | "totals"> & { readonly kind: DocumentKind },
): string {
  return sha256(
    [intent.kind, intent.supplier.id, intent.issueDate, intent.currency, ...amountsIn(intent.totals)].join("\n"),
  );
}

/** The totals as texts, in the order of their names. */
export function amountsIn(totals: Intent["totals"]): string[] {
  return Object.entries(totals)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
}

export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

function canonical(value: JsonValue, name = ""): string {
  if (value instanceof JsonNumber) return formatAmount(amount(value.text));
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(",")}]`;
  if (isJsonObject(value)) {
    const names = Object.keys(value).sort();
    return `{${names.map((each) => `${JSON.stringify(each)}:${canonical(value[each] ?? null, each)}`).join(",")}}`;
  }
  if (name === "file_content" && typeof value === "string") return `sha256:${sha256(Buffer.from(value, "base64"))}`;
  return JSON.stringify(value);
}
