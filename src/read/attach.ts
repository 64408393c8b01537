import { dirname, isAbsolute, join, relative } from "node:path";
import { isRecord, type SelfBilledDocument } from "../document/index.ts";
import { failAll, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { mismatch, permittedTypes, typeByName } from "./attachment-type.ts";
import { type Files, fileLimit } from "./files.ts";
import type { SourceDocument } from "./source.ts";

/**
 * Replaces `file_path` (relative to the document's folder) with the file's content in Base64; `file_name` defaults to
 * the file's name, and `file_type` is derived from its extension. Joins the lines of `file_content`. Problems, each
 * with its line: `attachment-unreadable`, `file-too-big`.
 */
export async function attachFiles(source: SourceDocument, files: Files): Promise<Result<SourceDocument>> {
  const given: unknown = source.document.attachments;
  if (!Array.isArray(given) || !given.some((entry) => isRecord(entry) && ("file_path" in entry || isInLines(entry))))
    return ok(source);
  const problems: Problem[] = [];
  const attachments: unknown[] = [];
  let total = 0;
  for (const [index, entry] of given.entries()) {
    if (!isRecord(entry) || !("file_path" in entry)) {
      attachments.push(isRecord(entry) && isInLines(entry) ? inOneLine(entry) : entry);
      continue;
    }
    const made = await attach(entry, index, source, files);
    if (!made.ok) {
      problems.push(...made.problems);
      continue;
    }
    total += made.value.size;
    if (total > fileLimit) return failAll([...problems, allTooBig(source, index)]);
    attachments.push(made.value.attachment);
  }
  if (problems.length > 0) return failAll(problems);
  return ok({ ...source, document: { ...source.document, attachments } as SelfBilledDocument });
}

/** Whether the content is split into several lines, as `base64 FILE` prints it; it is sent as one line. */
function isInLines({ file_content: content }: Record<string, unknown>): boolean {
  return typeof content === "string" && /[ \t\r\n]/.test(content);
}

function inOneLine(entry: Record<string, unknown>): Record<string, unknown> {
  return { ...entry, file_content: String(entry.file_content).replace(/[ \t\r\n]+/g, "") };
}

type Attached = { readonly attachment: Record<string, unknown>; readonly size: number };

async function attach(
  entry: Record<string, unknown>,
  index: number,
  source: SourceDocument,
  files: Files,
): Promise<Result<Attached>> {
  const where = source.spot(`attachments[${index}].file_path`);
  const refuse = (message: string, hint: string, cause?: unknown): Result<never> =>
    failAll([problem("attachment-unreadable", message, hint, { where, cause })]);
  const { file_path: path, ...rest } = entry;
  if (typeof path !== "string") return refuse("file_path must be a single value.", "Write the path of one file.");
  if (rest.file_content !== undefined) {
    return refuse(
      "file_path and file_content exclude each other.",
      "Keep file_path; the content is read from the file.",
    );
  }
  const type = rest.file_type ?? typeByName(path);
  if (typeof type !== "string" && type !== undefined)
    return refuse("file_type must be a single value.", "Write a media type, such as application/pdf.");
  if (type === undefined)
    return refuse(`${path} is not of a type that the service accepts.`, `It accepts ${permittedTypes()}.`);
  if (path === "-") return refuse("An attachment cannot come from standard input.", "Name a file.");
  const read = await files.read(isAbsolute(path) ? path : join(folderOf(source.file), path));
  if (!read.ok) {
    const [first] = read.problems;
    return first.code === "file-too-big"
      ? failAll([{ ...first, message: `The attachment ${path} is larger than 16 MB.`, where }])
      : refuse(first.message, seenFrom(source.file, path, first.hint), first.cause);
  }
  if (read.value.length === 0)
    return refuse(`${path} is empty.`, "Name a file with content, or remove the attachment.");
  const wrong = mismatch(read.value, type);
  if (wrong)
    return refuse(`${path} is not ${wrong}, whatever its name says.`, "Save it in that format, or name another file.");
  const content = Buffer.from(read.value).toString("base64");
  const attachment = { ...rest, file_name: rest.file_name ?? sentName(path), file_type: type, file_content: content };
  return ok({ attachment, size: read.value.length });
}

/** Makes the path in a hint relative to the document's folder, like the paths in the document. */
function seenFrom(file: string, path: string, hint: string): string {
  if (isAbsolute(path)) return hint;
  return hint.replace(/^Did you mean (.+)\?$/, (_, near: string) => `Did you mean ${relative(folderOf(file), near)}?`);
}

function folderOf(file: string): string {
  return file === "-" ? "." : dirname(file);
}

function allTooBig(source: SourceDocument, index: number): Problem {
  const where = source.spot(`attachments[${index}].file_path`);
  const hint = "The limit of the service is 8 MB per document, attachments included: remove some or make them smaller.";
  return problem("file-too-big", "The attachments up to here are larger than 16 MB together.", hint, { where });
}

/**
 * Returns the last part of the path, without control characters, separators and characters that change the text
 * direction.
 */
function sentName(path: string): string {
  const last = path.split(/[\\/]/).at(-1) ?? "";
  return last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}:*?"<>|]/gu, "").trim() || "attachment";
}
