import { lstat, readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { sha256 } from "../../journal/index.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../json/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";
import type { Files } from "../../read/index.ts";
import { manifestName, sealName } from "./manifest.ts";

export interface Flaw {
  readonly path: string;
  readonly what: "changed" | "missing" | "not in the manifest" | "cannot be read";
}

export interface ArchiveCheck {
  readonly files: number;
  readonly documents: number;
  readonly flaws: readonly Flaw[];
  readonly seal: string;
}

/** Maximum size in bytes; enough for a few files for each of about ten thousand documents. */
const longestManifest = 256 * 1024 * 1024;

/** Does not need the network or a journal. Problem: `file-unreadable` if there is no readable manifest. */
export async function verifyArchive(folder: string, files: Files): Promise<Result<ArchiveCheck>> {
  const flaws: Flaw[] = [];
  const read = async (name: string, limit: number): Promise<Buffer | undefined> => {
    const found = await files.read(join(folder, name), limit);
    return found.ok ? Buffer.from(found.value) : undefined; // Whatever the reason, the file is missing from the archive.
  };
  const bytes = await read(manifestName, longestManifest);
  if (bytes === undefined) return fail(noArchive(folder, `${manifestName} is missing or cannot be read`));
  const seal = sha256(bytes);
  const noted = await read(sealName, 1_000);
  if (noted === undefined) flaws.push({ path: sealName, what: await lackOf(join(folder, sealName)) });
  else if (noted.toString() !== `${seal}  ${manifestName}\n`) flaws.push({ path: manifestName, what: "changed" });
  const parsed = parseJson(bytes.toString());
  const manifest = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
  if (manifest?.schema !== "selfbill-archive/1" || !Array.isArray(manifest.files))
    return fail(noArchive(folder, `${manifestName} was changed or is not of an archive`));
  const listed = new Set([manifestName, sealName]);
  for (const each of manifest.files) {
    const flaw = isJsonObject(each) ? await flawOf(folder, each, listed, files) : undefined;
    if (flaw) flaws.push(flaw);
  }
  for (const path of await pathsIn(folder)) if (!listed.has(path)) flaws.push({ path, what: "not in the manifest" });
  const documents = Array.isArray(manifest.documents) ? manifest.documents.length : 0;
  return ok({ files: listed.size, documents, flaws, seal });
}

/** Reads no more than the recorded length; a longer file has changed. */
async function flawOf(
  folder: string,
  { path, bytes, sha256: hash }: JsonObject,
  listed: Set<string>,
  files: Files,
): Promise<Flaw | undefined> {
  // A manifest from someone else could name any file on this computer.
  if (typeof path !== "string" || path.split("/").some((part) => ["", ".", ".."].includes(part) || /[\\:]/.test(part)))
    return { path: String(path), what: "cannot be read" };
  listed.add(path);
  const place = join(folder, ...path.split("/"));
  const limit = /^\d{1,15}$/.test(String(bytes)) ? Number(bytes) : 0;
  const read = await files.read(place, limit);
  if (read.ok) return sha256(read.value) === hash ? undefined : { path, what: "changed" };
  return { path, what: read.problems[0].code === "file-too-big" ? "changed" : await lackOf(place) };
}

/**
 * Returns why a file cannot be read: because it is missing, or because it is a pipe, a device or another user's file.
 */
async function lackOf(place: string): Promise<Flaw["what"]> {
  return lstat(place).then(
    () => "cannot be read",
    () => "missing",
  );
}

async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((each) => !each.isDirectory())
    .map((each) => join(each.parentPath, each.name).slice(join(folder, sep).length).split(sep).join("/"))
    .sort();
}

function noArchive(folder: string, why: string) {
  const hint = `Name the folder that ${suggest`archive --out`} wrote, or use another copy of it.`;
  return problem("file-unreadable", `${folder} is not a complete archive: ${why}.`, hint, { where: { file: folder } });
}
