import { existsSync, readFileSync } from "node:fs";
import { wasOpenedHere } from "./open.ts";

/** Sizes in bytes in SQLite's write-ahead log format. Source: https://sqlite.org/walformat.html */
const headerSize = 32;
const frameHeaderSize = 24;

/**
 * Describes the evidence that the write-ahead log of a database has lost committed data; undefined if there is none.
 * SQLite itself stops at the first broken frame and reports nothing about later ones. Here a broken frame is damage if
 * more than one commit follows, or if the log's index (`-shm`, written after a commit is durable) counts more frames
 * than are intact. A single torn last commit, without an index, is what remains of an unconfirmed commit after a power
 * cut. Call this before opening the database: once this process has opened it, the result is always undefined.
 */
export function lostInLog(path: string): string | undefined {
  if (wasOpenedHere(path)) return undefined;
  // Tries again, because a concurrent writer may be between two writes; real damage is still there the next time.
  for (let tries = 0; ; tries++) {
    const found = lostNow(`${path}-wal`, `${path}-shm`);
    if (found === undefined || tries === 2) return found;
  }
}

function lostNow(wal: string, shm: string): string | undefined {
  const index = existsSync(shm) ? readFileSync(shm) : Buffer.alloc(0);
  if (!existsSync(wal)) return undefined;
  const log = readFileSync(wal);
  if (log.length <= headerSize || log.subarray(0, headerSize).every((byte) => byte === 0)) return undefined;
  const magic = log.readUInt32BE(0);
  const pageSize = log.readUInt32BE(8);
  const words = magic === 0x377f0683 ? "BE" : magic === 0x377f0682 ? "LE" : undefined;
  const sum = words && checksum(log.subarray(0, 24), [0, 0], words);
  if (!sum || sum[0] !== log.readUInt32BE(24) || sum[1] !== log.readUInt32BE(28) || pageSize < 512)
    return "the beginning of its write-ahead log (journal.db-wal) was changed";
  const { whole, commitsAfter } = readFrames(log, pageSize, words, sum);
  if (commitsAfter > 1) return `its write-ahead log (journal.db-wal) is broken after frame ${whole}`;
  const counted = framesIn(index, log);
  if (counted > whole) return `of ${counted} frames of its write-ahead log (journal.db-wal) only ${whole} are whole`;
  return undefined;
}

/** Counts the leading frames that are intact, and the commits after them. */
function readFrames(
  log: Buffer,
  pageSize: number,
  words: "BE" | "LE",
  first: readonly [number, number],
): { whole: number; commitsAfter: number } {
  const salt = log.subarray(16, 24);
  let sum = first;
  let whole = 0;
  let commitsAfter = 0;
  let broken = false;
  for (let at = headerSize; at + frameHeaderSize + pageSize <= log.length; at += frameHeaderSize + pageSize) {
    const ours = log.subarray(at + 8, at + 16).equals(salt);
    if (!broken) {
      const head = checksum(log.subarray(at, at + 8), sum, words);
      const next = checksum(log.subarray(at + frameHeaderSize, at + frameHeaderSize + pageSize), head, words);
      broken = !ours || next[0] !== log.readUInt32BE(at + 16) || next[1] !== log.readUInt32BE(at + 20);
      sum = next;
    }
    if (!broken) whole += 1;
    else if (ours && log.readUInt32BE(at + 4) !== 0) commitsAfter += 1;
  }
  return { whole, commitsAfter };
}

/** Returns 0 if `index` does not belong to this log or is damaged. */
function framesIn(index: Buffer, log: Buffer): number {
  if (index.length < 96 || !index.subarray(0, 48).equals(index.subarray(48, 96)) || index[12] !== 1) return 0;
  if (!index.subarray(32, 40).equals(log.subarray(16, 24))) return 0;
  // The number is in the computer's native byte order.
  return new DataView(index.buffer, index.byteOffset, index.length).getUint32(16, littleEndian);
}

const littleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

function checksum(bytes: Buffer, from: readonly [number, number], words: "BE" | "LE"): [number, number] {
  let [first, second] = from;
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    const one = words === "BE" ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
    const two = words === "BE" ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4);
    first = (first + one + second) >>> 0;
    second = (second + two + first) >>> 0;
  }
  return [first, second];
}
