/** Returns the bytes of an XML text; undefined for anything else. */
export function bytesOf(xml: unknown): Uint8Array | undefined {
  if (typeof xml === "string") return new TextEncoder().encode(xml);
  return xml instanceof Uint8Array ? xml : undefined;
}
