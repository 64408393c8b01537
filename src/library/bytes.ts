/** Undefined unless the value is XML, as text or bytes. */
export function bytesOf(xml: unknown): Uint8Array | undefined {
  if (typeof xml === "string") return new TextEncoder().encode(xml);
  return xml instanceof Uint8Array ? xml : undefined;
}
