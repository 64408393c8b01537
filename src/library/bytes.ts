/** Returns XML as bytes; undefined unless the value is a string or bytes. */
export function bytesOf(xml: unknown): Uint8Array | undefined {
  if (typeof xml === "string") return new TextEncoder().encode(xml);
  return xml instanceof Uint8Array ? xml : undefined;
}
