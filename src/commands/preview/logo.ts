import type { Desk } from "../../desk/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { Logo } from "../../report/index.ts";

/** Maximum size of a logo in bytes; larger ones make pages slow to open. */
const largest = 300_000;

/** Reads a logo. Problems: any file-reading problem; `bad-setting` if it is too large or a page cannot show it. */
export async function readLogo(file: string, desk: Desk): Promise<Result<Logo>> {
  const bytes = await desk.files.read(file, largest + 1);
  if (!bytes.ok && bytes.problems[0].code !== "file-too-big") return bytes;
  const where = { where: { file } };
  if (!bytes.ok || bytes.value.length > largest)
    return fail(problem("bad-setting", "The logo is larger than 300 kB.", "Save it smaller.", where));
  const type = typeOf(bytes.value);
  if (type !== undefined) return ok({ type, bytes: bytes.value });
  const message = "The logo is not a PNG, JPEG or plain SVG picture.";
  const hint = "Save it as PNG. An SVG must not hold scripts, links, embedded pictures or a DOCTYPE.";
  return fail(problem("bad-setting", message, hint, where));
}

/**
 * Determines the type from the first bytes, not from the file name. Sources: PNG 3 section 5.2, JPEG ITU T.81 B.1.1.
 */
function typeOf(bytes: Uint8Array): Logo["type"] | undefined {
  const starts = (...first: number[]): boolean => first.every((each, at) => bytes[at] === each);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png";
  if (starts(0xff, 0xd8, 0xff)) return "jpeg";
  const text = Buffer.from(bytes).toString("utf8");
  return /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<svg[\s>]/s.test(text) && !active.test(text)
    ? "svg"
    : undefined;
}

/** Matches scripts, entities and external references in an SVG. */
const active =
  /<script|<foreignObject|<image|<use[^>]*href\s*=\s*["'][^#]|<!DOCTYPE|<!ENTITY|\son\w+\s*=|href\s*=\s*["'](?!#)|url\(\s*["']?(?!#)|@import/i;
