import { createHash } from "node:crypto";

/**
 * Derives a UUID from the content, so that a document has the same UUID every time until it is created (Decision 26).
 */
export function uuidFrom(content: string): string {
  const hex = createHash("sha256").update(content).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Identifies the content as sent (the body, and the document that it replaces), to detect whether a file still has
 * that content.
 */
export function contentHash({
  bodyText = "",
  corrects,
}: {
  readonly bodyText?: string;
  readonly corrects?: string;
}): string {
  return createHash("sha256")
    .update(corrects === undefined ? bodyText : `${bodyText}\ncorrects ${corrects}`)
    .digest("hex");
}
