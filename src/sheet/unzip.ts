import { inflateRawSync } from "node:zlib";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";

/** Most bytes that the parts of a workbook may have when they are unpacked; a sheet of 50,000 lines has about 100 MB. */
export const maxUnpacked = 192 * 1024 * 1024;
const maxParts = 2000;

/** The parts of a packed file, unpacked one at a time. */
export interface Parts {
  has(name: string): boolean;
  /** The text of a part (UTF-8). Problems: `not-a-sheet`, `sheet-too-big`. */
  text(name: string): Result<string>;
}

interface Entry {
  readonly at: number;
  readonly packed: number;
  readonly method: number;
}

/**
 * Opens a ZIP file: its directory is read, nothing is unpacked yet. What is unpacked in all is bounded, whatever the file says of its
 * own sizes. Problem: `not-a-sheet`.
 */
export function unzip(bytes: Uint8Array, file: string): Result<Parts> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = directoryOf(buffer);
  if (!entries) return fail(damaged(file));
  let left = maxUnpacked;
  return ok({
    has: (name) => entries.has(name),
    text(name) {
      const entry = entries.get(name);
      if (!entry) return fail(damaged(file));
      const content = unpack(buffer, entry, left);
      if (content === "too-big") return fail(tooBig(file));
      if (content === "damaged") return fail(damaged(file));
      left -= content.length;
      return ok(content.toString("utf8").replace(/^\ufeff/, ""));
    },
  });
}

const endRecord = 0x06054b50;
const directoryRecord = 0x02014b50;
const localRecord = 0x04034b50;

/** The parts by name; undefined where the file is no ZIP file or is cut off. */
function directoryOf(buffer: Buffer): Map<string, Entry> | undefined {
  const end = endOf(buffer);
  if (end === undefined) return undefined;
  const count = buffer.readUInt16LE(end + 10);
  let at = buffer.readUInt32LE(end + 16);
  const entries = new Map<string, Entry>();
  for (let index = 0; index < Math.min(count, maxParts); index += 1) {
    if (at + 46 > buffer.length || buffer.readUInt32LE(at) !== directoryRecord) return undefined;
    const nameLength = buffer.readUInt16LE(at + 28);
    const name = buffer.toString("utf8", at + 46, at + 46 + nameLength).replaceAll("\\", "/");
    const entry = {
      at: buffer.readUInt32LE(at + 42),
      packed: buffer.readUInt32LE(at + 20),
      method: buffer.readUInt16LE(at + 10),
    };
    if (!entries.has(name)) entries.set(name, entry);
    at += 46 + nameLength + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32);
  }
  return entries;
}

/** Where the end record stands; a remark of up to 64 KB may follow it. */
function endOf(buffer: Buffer): number | undefined {
  for (let at = buffer.length - 22; at >= Math.max(0, buffer.length - 22 - 0xffff); at -= 1)
    if (buffer.readUInt32LE(at) === endRecord) return at;
  return undefined;
}

function unpack(buffer: Buffer, { at, packed, method }: Entry, most: number): Buffer | "too-big" | "damaged" {
  if (at + 30 > buffer.length || buffer.readUInt32LE(at) !== localRecord) return "damaged";
  const start = at + 30 + buffer.readUInt16LE(at + 26) + buffer.readUInt16LE(at + 28);
  const content = buffer.subarray(start, start + packed);
  if (content.length !== packed) return "damaged";
  if (method === 0) return content.length > most ? "too-big" : content;
  if (method !== 8) return "damaged";
  if (most <= 0) return "too-big";
  try {
    return inflateRawSync(content, { maxOutputLength: most });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "too-big" : "damaged";
  }
}

/** A file that is no workbook, or no whole one. */
export function damaged(file: string): Problem {
  const hint = "Open it in your spreadsheet program and save it as an Excel workbook (.xlsx) without a password.";
  return problem("not-a-sheet", "This is no Excel workbook (.xlsx), or it is damaged.", hint, { where: { file } });
}

function tooBig(file: string): Problem {
  const size = maxUnpacked / 1024 / 1024;
  const message = `Unpacked, the workbook is larger than ${size} MB.`;
  const hint = "Copy the rows that are meant into a new workbook and save that.";
  return problem("sheet-too-big", message, hint, { where: { file } });
}
