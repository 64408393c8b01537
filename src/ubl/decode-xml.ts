import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";

/** The largest XML file that is read, in bytes. 20,000 lines need about 45 MB; bigger files are attacks or mistakes. */
export const maxXmlBytes = 64 * 1024 * 1024;

type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** The names for each encoding in an XML declaration. ASCII is a subset of UTF-8. */
const declarable: Record<Encoding, ReadonlySet<string>> = {
  "utf-8": new Set(["UTF-8", "UTF8", "US-ASCII", "ASCII"]),
  "utf-16le": new Set(["UTF-16", "UTF-16LE"]),
  "utf-16be": new Set(["UTF-16", "UTF-16BE"]),
};

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark; the XML declaration must agree with the bytes. Problems:
 * `file-too-big`, `empty-document`, `bad-encoding`.
 */
export function decodeXml(bytes: Uint8Array, file: string): Result<string> {
  if (bytes.length > maxXmlBytes) {
    const size = Math.round(bytes.length / 1024 / 1024);
    return fail(
      problem(
        "file-too-big",
        `The file has ${size} MB; selfbill reads XML files up to 64 MB.`,
        "Check a smaller file.",
        {
          where: { file },
        },
      ),
    );
  }
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return fail(badEncoding(file, `The bytes of the file are not ${nameOf(encoding)} text.`));
  }
  if (text.trim() === "") {
    return fail(
      problem("empty-document", "The file is empty.", "Name a file with a UBL invoice in it.", { where: { file } }),
    );
  }
  const declared = declaredEncoding(text);
  if (declared !== undefined && !declarable[encoding].has(declared.toUpperCase())) {
    return fail(badEncoding(file, `The file says it is ${declared}, but its bytes are ${nameOf(encoding)}.`));
  }
  const zero = text.indexOf("\0");
  if (zero >= 0) return fail(badEncoding(file, "The file holds a NUL character, which no XML file may.", text, zero));
  return ok(text);
}

function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return "utf-8";
}

function nameOf(encoding: Encoding): string {
  return encoding === "utf-8" ? "UTF-8" : "UTF-16";
}

function declaredEncoding(text: string): string | undefined {
  return /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]*)["']/.exec(text.slice(0, 500))?.[1];
}

function badEncoding(file: string, message: string, text = "", at = 0): Problem {
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  const column = at - before.lastIndexOf("\n");
  return problem("bad-encoding", message, "Save the file as UTF-8 and let its first line say so.", {
    where: { file, line, column },
  });
}
