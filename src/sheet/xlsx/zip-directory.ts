/** A part whose data in the central directory and in its own header match; sizes and offsets are in bytes. */
export interface ZipEntry {
  readonly name: string;
  /** Offset of the content. */
  readonly start: number;
  readonly packed: number;
  readonly size: number;
  /** Compression method: 0 for stored, 8 for deflated. */
  readonly method: number;
  readonly crc: number;
}

/** The most parts in a workbook. */
const maxParts = 2000;
const limit16 = 0xffff;
const limit32 = 0xffffffff;
/** Bits of the general purpose flags. Source: ZIP File Format Specification 6.3.10, 4.4.4. */
const [encrypted, sizesFollow] = [0x0001, 0x0008];

/** Thrown if a workbook is damaged or exceeds a limit; the message says how. */
export class NotWhole extends Error {}

/**
 * Reads the parts by name. All duplicated data (the central directory and the header of each part, the number of
 * parts, and the start and end of records) must agree, so that a damaged byte cannot point to the wrong part or hide
 * one. ZIP64 is supported. Throws `NotWhole`. Source: ZIP File Format Specification 6.3.10, sections 4.3 and 4.5.3.
 */
export function directoryOf(buffer: Buffer): Map<string, ZipEntry> {
  const { at: first, size, count, end } = endRecord(buffer);
  if (count > maxParts) throw new NotWhole(`it has more than ${maxParts} parts`);
  if (first + size !== end) throw new NotWhole("its list of parts does not end where it should");
  const entries = new Map<string, ZipEntry>();
  let at = first;
  for (let index = 0; index < count; index += 1) {
    const { entry, next } = listed(buffer, at, end);
    if (entries.has(entry.name)) throw new NotWhole(`the part ${shown(entry.name)} appears twice`);
    entries.set(entry.name, entry);
    at = next;
  }
  if (at !== end) throw new NotWhole("its list of parts does not end where it should");
  return entries;
}

interface End {
  /** Offset of the central directory. */
  readonly at: number;
  readonly size: number;
  readonly count: number;
  /** Offset of the record that follows the central directory. */
  readonly end: number;
}

function endRecord(buffer: Buffer): End {
  const at = endOf(buffer);
  const onDisk = [buffer.readUInt16LE(at + 4), buffer.readUInt16LE(at + 6)];
  const [here, count] = [buffer.readUInt16LE(at + 8), buffer.readUInt16LE(at + 10)];
  const [size, first] = [buffer.readUInt32LE(at + 12), buffer.readUInt32LE(at + 16)];
  const locator = at - 20;
  if (locator >= 0 && buffer.readUInt32LE(locator) === 0x07064b50) {
    const large = largeEndRecord(buffer, locator);
    const agrees = (told: number, known: number, limit: number): boolean => told === limit || told === known;
    const same = agrees(count, large.count, limit16) && agrees(size, large.size, limit32);
    if (!same || !agrees(first, large.at, limit32)) throw new NotWhole("its end records differ");
    return large;
  }
  if (onDisk.some((disk) => disk !== 0) || here !== count) throw new NotWhole("a part of it is in another file");
  return { at: first, size, count, end: at };
}

/** Finds the end record, after which only a comment may follow. */
function endOf(buffer: Buffer): number {
  for (let at = buffer.length - 22; at >= Math.max(0, buffer.length - 22 - limit16); at -= 1)
    if (buffer.readUInt32LE(at) === 0x06054b50 && at + 22 + buffer.readUInt16LE(at + 20) === buffer.length) return at;
  throw new NotWhole("its end is missing");
}

function largeEndRecord(buffer: Buffer, locator: number): End {
  const at = large(buffer, locator + 8);
  if (at + 56 > locator || buffer.readUInt32LE(at) !== 0x06064b50) throw new NotWhole("its end record is missing");
  if (at + 12 + large(buffer, at + 4) !== locator) throw new NotWhole("its end record has another length");
  const disks = [buffer.readUInt32LE(locator + 4), buffer.readUInt32LE(at + 16), buffer.readUInt32LE(at + 20)];
  const count = large(buffer, at + 32);
  if (disks.some((disk) => disk !== 0) || buffer.readUInt32LE(locator + 16) > 1 || large(buffer, at + 24) !== count)
    throw new NotWhole("a part of it is in another file");
  return { at: large(buffer, at + 48), size: large(buffer, at + 40), count, end: at };
}

/** Reads an eight-byte number; an implausibly large one is invalid. */
function large(buffer: Buffer, at: number): number {
  const value = buffer.readBigUInt64LE(at);
  if (value > 0xffffffffffn) throw new NotWhole("a size in it cannot be");
  return Number(value);
}

/** Returns the entry at an offset, and the offset of the next one. */
function listed(buffer: Buffer, at: number, end: number): { entry: ZipEntry; next: number } {
  if (at + 46 > end || buffer.readUInt32LE(at) !== 0x02014b50) throw new NotWhole("its list of parts is broken");
  const names = at + 46;
  const extras = names + buffer.readUInt16LE(at + 28);
  const remark = extras + buffer.readUInt16LE(at + 30);
  const next = remark + buffer.readUInt16LE(at + 32);
  if (next > end) throw new NotWhole("its list of parts is broken");
  const told = sizesOf(buffer, [at + 24, at + 20, at + 42], buffer.subarray(extras, remark));
  const [size = 0, packed = 0, header = 0] = told;
  const rawName = buffer.subarray(names, extras);
  const name = rawName.toString("utf8").replaceAll("\\", "/");
  // Deflate compresses at most 1032 to 1, so a damaged size is reported as damage and not as a file that is too large.
  if (size > 1100 * (packed + 1)) throw new NotWhole("a size in it cannot be");
  const [flags, method, crc] = [
    buffer.readUInt16LE(at + 8),
    buffer.readUInt16LE(at + 10),
    buffer.readUInt32LE(at + 16),
  ];
  const start = startOf(buffer, header, { rawName, name, flags, method, crc, packed, size });
  return { entry: { name, start, packed, size, method, crc }, next };
}

interface Told {
  readonly rawName: Buffer;
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/** Returns the offset of a part's content. Throws unless the part's own header matches the directory. */
function startOf(buffer: Buffer, at: number, told: Told): number {
  const broken = new NotWhole(`the header of ${shown(told.name)} is not what the list of parts says`);
  if (at + 30 > buffer.length || buffer.readUInt32LE(at) !== 0x04034b50) throw broken;
  const flags = buffer.readUInt16LE(at + 6);
  if (((flags | told.flags) & encrypted) !== 0) throw new NotWhole(`the part ${shown(told.name)} is encrypted`);
  const extras = at + 30 + buffer.readUInt16LE(at + 26);
  const start = extras + buffer.readUInt16LE(at + 28);
  if (start + told.packed > buffer.length) throw broken;
  if (!buffer.subarray(at + 30, extras).equals(told.rawName)) throw broken;
  if (buffer.readUInt16LE(at + 8) !== told.method) throw broken;
  // If the sizes follow the content, the header contains zeros; ZIP64 may store the sizes in its own field.
  const [size, packed] = sizesOf(buffer, [at + 22, at + 18], buffer.subarray(extras, start));
  const [crc, follow] = [buffer.readUInt32LE(at + 14), (flags & sizesFollow) !== 0];
  const agrees = (own: number | undefined, known: number): boolean => own === known || (follow && own === 0);
  if (!agrees(crc, told.crc) || !agrees(size, told.size) || !agrees(packed, told.packed)) throw broken;
  return start;
}

/** Returns the name for a message, or `a part` if it is long or unusual: a damaged name can contain anything. */
function shown(name: string): string {
  return /^[\x20-\x7e]{1,100}$/.test(name) ? name : "a part";
}

/** Reads four-byte numbers; values that do not fit are read from the ZIP64 field, in the order stored there. */
function sizesOf(buffer: Buffer, places: readonly number[], extra: Buffer): number[] {
  const field = zip64Field(extra);
  let at = 0;
  return places.map((place) => {
    const told = buffer.readUInt32LE(place);
    if (told !== limit32 || field === undefined) return told;
    if (at + 8 > field.length) throw new NotWhole("a size in it is missing");
    at += 8;
    return large(field, at - 8);
  });
}

function zip64Field(extra: Buffer): Buffer | undefined {
  for (let at = 0; at + 4 <= extra.length; ) {
    const [id, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)];
    if (id === 0x0001) return extra.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return undefined;
}
