import { codes } from "../document/index.ts";

const types = Object.entries(codes.attachmentTypes) as ReadonlyArray<readonly [string, readonly string[]]>;

/** Returns the type for a file's extension; undefined if the service does not accept the extension. */
export function typeByName(path: string): string | undefined {
  const name = path.toLowerCase();
  return types.find(([, endings]) => endings.some((ending) => name.endsWith(ending)))?.[0];
}

/** Lists the permitted extensions, for use in a sentence. */
export function permittedTypes(): string {
  return types.flatMap(([, endings]) => endings).join(", ");
}

interface Signature {
  readonly says: string;
  readonly fits: (bytes: Buffer) => boolean;
}

const packed = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from("PK\x03\x04", "latin1"));

/** How to recognise a file by its beginning, keyed by file type. */
const signatures: Readonly<Record<string, Signature>> = {
  "application/pdf": { says: "a PDF", fits: (bytes) => bytes.subarray(0, 1024).includes("%PDF-") },
  "image/png": { says: "a PNG picture", fits: (bytes) => bytes.subarray(1, 4).toString("latin1") === "PNG" },
  "image/jpeg": {
    says: "a JPEG picture",
    fits: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff,
  },
  "text/csv": { says: "a CSV text", fits: (bytes) => isText(bytes) },
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {
    says: "an Excel workbook (.xlsx)",
    fits: packed,
  },
  "application/vnd.oasis.opendocument.spreadsheet": { says: "an OpenDocument sheet (.ods)", fits: packed },
  "application/xml": {
    says: "XML",
    fits: (bytes) =>
      /^\s*</.test(
        bytes
          .subarray(0, 1024)
          .toString("utf8")
          .replace(/^\ufeff/, ""),
      ),
  },
};

/** Whether a file is text. UTF-16 text contains zero bytes, but other text does not. */
function isText(bytes: Buffer): boolean {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return utf16 || !bytes.subarray(0, 4096).includes(0);
}

/**
 * Returns the name of the type, such as `a PDF`, if the first bytes contradict it; undefined if they match or the
 * type is unknown.
 */
export function mismatch(content: Uint8Array, type: string): string | undefined {
  const signature = Object.hasOwn(signatures, type) ? signatures[type] : undefined;
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return signature === undefined || signature.fits(bytes) ? undefined : signature.says;
}
