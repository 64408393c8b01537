import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

const ways = new Map([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/**
 * Decompresses an answer: some gateways compress although `identity` was asked for (Decision 261). One that is broken,
 * or larger than the cap, stays as it came, which nobody can read as a document.
 */
export function unpacked(packed: Buffer, encoding: string, cap: number): Buffer {
  const way = ways.get(encoding.trim().toLowerCase());
  if (way === undefined || packed.length === 0) return packed;
  try {
    return way(packed, { maxOutputLength: cap });
  } catch {
    return packed;
  }
}
