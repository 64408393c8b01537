import { crc32, deflateRawSync } from "node:zlib";

/** A cell as stored in the workbook's XML, or a string. */
export type RawCell =
  | string
  | { readonly v?: string; readonly t?: string; readonly s?: number; readonly f?: string }
  | undefined;

export interface RawSheet {
  readonly name?: string;
  readonly rows: ReadonlyArray<readonly RawCell[]>;
  /** The rows and columns with a `hidden` attribute, both counted from 1. */
  readonly hiddenRows?: readonly number[];
  readonly hiddenColumns?: readonly number[];
  readonly merged?: readonly string[];
  readonly hidden?: true;
}

/** The index of each style, as used in a cell's `s`. */
export const styles = { general: 0, date: 1, percent: 2, padded: 3, text: 4, time: 5, dollars: 6 } as const;

const formats = [0, 14, 9, 164, 49, 21, 165];

/** Builds a workbook from its XML, so that a test controls its exact content. */
export function workbook(
  sheets: readonly RawSheet[],
  { date1904 = false, ...packing }: Packing & { readonly date1904?: boolean } = {},
): Buffer {
  const named = sheets.map((sheet, at) => ({ name: `Sheet${at + 1}`, ...sheet }));
  const tabs = named.map(
    ({ name, hidden }, at) =>
      `<sheet name="${xml(name)}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ""} r:id="rId${at + 1}"/>`,
  );
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const relations = (...all: string[]): string =>
    `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join("")}</Relationships>`;
  return zip(
    {
      "[Content_Types].xml": `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/>${named.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${spreadsheet}.worksheet+xml"/>`).join("")}</Types>`,
      "_rels/.rels": relations(relation("rId1", "officeDocument", "xl/workbook.xml")),
      "xl/workbook.xml": `${head}<workbook ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr${date1904 ? ' date1904="1"' : ""}/><sheets>${tabs.join("")}</sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": relations(
        ...named.map((_, at) => relation(`rId${at + 1}`, "worksheet", `worksheets/sheet${at + 1}.xml`)),
        relation("rId900", "styles", "styles.xml"),
      ),
      "xl/styles.xml": `${head}<styleSheet ${main}><numFmts count="2"><numFmt numFmtId="164" formatCode="00000000"/><numFmt numFmtId="165" formatCode="[$$-409]#,##0.00"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${formats.length}">${formats.map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join("")}</cellXfs></styleSheet>`,
      ...Object.fromEntries(named.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet)])),
    },
    packing,
  );
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml";

function sheetXml({ rows, hiddenRows = [], hiddenColumns = [], merged = [] }: RawSheet): string {
  const columns = hiddenColumns.map((each) => `<col min="${each}" max="${each}" width="9" hidden="1"/>`).join("");
  const body = rows.map((cells, at) => {
    const hidden = hiddenRows.includes(at + 1) ? ' hidden="1"' : "";
    return `<row r="${at + 1}"${hidden}>${cells.map((cell, column) => cellXml(cell, `${letters(column)}${at + 1}`)).join("")}</row>`;
  });
  const merges =
    merged.length === 0 ? "" : `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`;
  return `${head}<worksheet ${main}>${columns && `<cols>${columns}</cols>`}<sheetData>${body.join("")}</sheetData>${merges}</worksheet>`;
}

function cellXml(cell: RawCell, at: string): string {
  if (cell === undefined) return "";
  if (typeof cell === "string")
    return cell === "" ? "" : `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${xml(cell)}</t></is></c>`;
  const { v, t, s = 0, f } = cell;
  const type = t === undefined ? "" : ` t="${t}"`;
  return `<c r="${at}" s="${s}"${type}>${f === undefined ? "" : `<f>${xml(f)}</f>`}${v === undefined ? "" : `<v>${xml(v)}</v>`}</c>`;
}

const xml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

export function letters(column: number): string {
  return column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26);
}

/**
 * How the ZIP file is packed: with stored parts, with sizes after the content (as streams write them), or with ZIP64
 * sizes.
 */
export interface Packing {
  readonly stored?: boolean;
  readonly sizesFollow?: boolean;
  readonly zip64?: boolean;
}

/** Writes a ZIP file of these parts. */
export function zip(parts: Readonly<Record<string, string | Buffer>>, packing: Packing = {}): Buffer {
  const { stored = false, sizesFollow = false, zip64 = false } = packing;
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const plain = Buffer.from(content as string);
    const packed = stored ? plain : deflateRawSync(plain);
    const [crc, sizes] = [crc32(plain), [plain.length, packed.length] as const];
    const fields = (inHeader: boolean, extra: number): Buffer => {
      const made = Buffer.alloc(26);
      made.writeUInt16LE(zip64 ? 45 : 20, 0);
      made.writeUInt16LE(sizesFollow ? 0x0808 : 0x0800, 2);
      made.writeUInt16LE(stored ? 0 : 8, 4);
      const later = inHeader && sizesFollow;
      made.writeUInt32LE(later ? 0 : crc, 10);
      made.writeUInt32LE(zip64 ? 0xffffffff : later ? 0 : packed.length, 14);
      made.writeUInt32LE(zip64 ? 0xffffffff : later ? 0 : plain.length, 18);
      made.writeUInt16LE(Buffer.byteLength(name), 22);
      made.writeUInt16LE(extra, 24);
      return made;
    };
    const own = zip64 ? largeField(sizesFollow ? [0, 0] : sizes) : Buffer.alloc(0);
    const follows = sizesFollow ? descriptor(crc, sizes, zip64) : Buffer.alloc(0);
    const local = Buffer.concat([
      Buffer.from("PK\x03\x04"),
      fields(true, own.length),
      Buffer.from(name),
      own,
      packed,
      follows,
    ]);
    const listed = zip64 ? largeField([...sizes, offset]) : Buffer.alloc(0);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(zip64 ? 0xffffffff : offset, 10);
    directory.push(
      Buffer.concat([
        Buffer.from("PK\x01\x02"),
        Buffer.from([20, 0]),
        fields(false, listed.length),
        tail,
        Buffer.from(name),
        listed,
      ]),
    );
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...locals, central, ends(directory.length, central.length, offset, zip64)]);
}

function largeField(numbers: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * numbers.length);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8 * numbers.length, 2);
  for (const [at, each] of numbers.entries()) field.writeBigUInt64LE(BigInt(each), 4 + 8 * at);
  return field;
}

function descriptor(crc: number, [size, packed]: readonly [number, number], zip64: boolean): Buffer {
  const made = Buffer.alloc(zip64 ? 24 : 16);
  made.write("PK\x07\x08", "latin1");
  made.writeUInt32LE(crc, 4);
  if (zip64) made.writeBigUInt64LE(BigInt(packed), 8);
  else made.writeUInt32LE(packed, 8);
  if (zip64) made.writeBigUInt64LE(BigInt(size), 16);
  else made.writeUInt32LE(size, 12);
  return made;
}

function ends(count: number, size: number, at: number, zip64: boolean): Buffer {
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(zip64 ? 0xffff : count, 8);
  end.writeUInt16LE(zip64 ? 0xffff : count, 10);
  end.writeUInt32LE(zip64 ? 0xffffffff : size, 12);
  end.writeUInt32LE(zip64 ? 0xffffffff : at, 16);
  if (!zip64) return end;
  const large = Buffer.alloc(76);
  large.write("PK\x06\x06", "latin1");
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(45, 12);
  large.writeUInt16LE(45, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(size), 40);
  large.writeBigUInt64LE(BigInt(at), 48);
  large.write("PK\x06\x07", 56, "latin1");
  large.writeBigUInt64LE(BigInt(at + size), 64);
  large.writeUInt32LE(1, 72);
  return Buffer.concat([large, end]);
}
