import { StringDecoder } from "node:string_decoder";
import { constants, crc32, inflateRawSync } from "node:zlib";
import { spareMemoryFor } from "../../memory/index.ts";
import { fail, map, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { directoryOf, NotWhole, type ZipEntry } from "./zip-directory.ts";

/** Total bytes of all parts when unpacked; a sheet of 50,000 lines takes about 100 MB. */
export const maxUnpacked = 192 * 1024 * 1024;

export interface Parts {
  has(name: string): boolean;
  /**
   * The text of a part (UTF-8) in pieces, verified against its size and CRC-32: all of its bytes are in memory, but
   * never all of its characters. Problems: `not-a-sheet`, `sheet-too-big`.
   */
  pieces(name: string): Result<Iterable<string>>;
  /** The beginning of a part's text, not verified; empty on failure. */
  beginning(name: string): string;
}

/** Parts larger than this, such as a sheet of 20,000 lines, are read with frequent garbage collection. */
const manyBytes = 48 * 1024 * 1024;

/** Number of packed bytes that are enough for the first rows of a sheet; they unpack to at most 66 MB. */
const packedBeginning = 64 * 1024;

/**
 * Reads the directory and compares it with the header of each part; unpacks nothing yet. The total unpacked size is
 * limited, whatever sizes the file states. Problem: `not-a-sheet`.
 */
export function unzip(bytes: Uint8Array, file: string): Result<Parts> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = whole(file, () => directoryOf(buffer));
  if (!entries.ok) return buffer.indexOf("PK\x03\x04") === 0 ? entries : fail(notAWorkbook(file));
  let left = maxUnpacked;
  const bytesOf = (name: string): Result<Buffer> => {
    const entry = entries.value.get(name);
    if (!entry) return fail(damagedWorkbook(file, `the part ${name} is missing`));
    if (entry.size > left) return fail(tooBig(file));
    left -= entry.size;
    if (entry.size > manyBytes) spareMemoryFor(entry.size);
    return whole(file, () => unpack(buffer, entry));
  };
  return ok({
    has: (name) => entries.value.has(name),
    pieces: (name) => map(bytesOf(name), piecesOf),
    beginning(name) {
      const entry = entries.value.get(name);
      return entry === undefined
        ? ""
        : begun(buffer, entry)
            .toString("utf8")
            .replace(/^\ufeff/, "");
    },
  });
}

/** Bytes that are decoded to text at a time. */
const pieceLength = 1_000_000;

function* piecesOf(content: Buffer): Generator<string> {
  const decoder = new StringDecoder("utf8");
  for (let at = 0; at < content.length; at += pieceLength) {
    const piece = decoder.write(content.subarray(at, at + pieceLength));
    yield at === 0 ? piece.replace(/^\ufeff/, "") : piece;
  }
  yield decoder.end();
}

function whole<T>(file: string, read: () => T): Result<T> {
  try {
    return ok(read());
  } catch (error) {
    // An offset beyond the end of the file makes the buffer throw a RangeError.
    const why = error instanceof NotWhole ? error.message : "it ends too early";
    return fail({ ...damagedWorkbook(file, why), cause: error });
  }
}

/** Unpacks a part. Throws unless its size and CRC-32 match the directory. */
function unpack(buffer: Buffer, { name, start, packed, size, method, crc }: ZipEntry): Buffer {
  const content = buffer.subarray(start, start + packed);
  if (method !== 0 && method !== 8) throw new NotWhole(`the part ${name} is packed in an unknown way`);
  const plain = method === 0 ? content : inflated(content, name, size);
  if (plain.length !== size || crc32(plain) !== crc) throw changed(name);
  return plain;
}

function begun(buffer: Buffer, { start, packed, method }: ZipEntry): Buffer {
  const content = buffer.subarray(start, start + Math.min(packed, packedBeginning));
  try {
    return method === 0 ? content : inflateRawSync(content, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}

function inflated(content: Buffer, name: string, size: number): Buffer {
  try {
    // Unpacked in one chunk, because joining chunks would need twice the memory. 64 is the minimum that zlib accepts.
    return inflateRawSync(content, { maxOutputLength: size + 1, chunkSize: Math.max(64, size + 1) });
  } catch {
    throw changed(name);
  }
}

const changed = (name: string): NotWhole => new NotWhole(`the content of ${name} does not match its checksum`);

export function damagedWorkbook(file: string, why: string): Problem {
  const hint =
    "Copy or download it again. If a spreadsheet program repairs it, compare the figures and save it under another name.";
  return problem("not-a-sheet", `The workbook is damaged: ${why}.`, hint, { where: { file } });
}

/** Returns the problem for a file that does not look like a workbook. */
export function notAWorkbook(file: string): Problem {
  const hint = "Open it in your spreadsheet program and save it as an Excel workbook (.xlsx) without a password.";
  return problem("not-a-sheet", "This is not an Excel workbook (.xlsx), or it is damaged.", hint, { where: { file } });
}

function tooBig(file: string): Problem {
  const size = maxUnpacked / 1024 / 1024;
  const message = `Unpacked, the workbook is larger than ${size} MB.`;
  const hint = "Copy the sheet that is meant into a new workbook, save that, and name it instead.";
  return problem("sheet-too-big", message, hint, { where: { file } });
}
