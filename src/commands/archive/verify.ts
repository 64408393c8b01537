import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { sha256 } from "../../journal/index.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../json/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { manifestName, sealName } from "./manifest.ts";

/** A file that is not as the manifest says. */
export interface Flaw {
  readonly path: string;
  readonly what: "changed" | "missing" | "not in the manifest" | "cannot be read";
}

/** What checking an archive found. */
export interface ArchiveCheck {
  readonly files: number;
  readonly documents: number;
  readonly flaws: readonly Flaw[];
  /** SHA-256 of manifest.json, hex. */
  readonly seal: string;
}

/**
 * Checks every file of an archive against its manifest, and the manifest against its seal. It needs neither network nor journal. Problem:
 * `file-unreadable` where there is no manifest that can be read.
 */
export async function verifyArchive(folder: string): Promise<Result<ArchiveCheck>> {
  const flaws: Flaw[] = [];
  const bytes = await bytesOf(join(folder, manifestName));
  if (bytes === undefined) return fail(noArchive(folder, `${manifestName} is missing or cannot be read`));
  const seal = sha256(bytes);
  const noted = await bytesOf(join(folder, sealName));
  if (noted === undefined) flaws.push({ path: sealName, what: "missing" });
  else if (noted.toString() !== `${seal}  ${manifestName}\n`) flaws.push({ path: manifestName, what: "changed" });
  const parsed = parseJson(bytes.toString());
  const manifest = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
  if (manifest?.schema !== "selfbill-archive/1" || !Array.isArray(manifest.files))
    return fail(noArchive(folder, `${manifestName} was changed or is not of an archive`));
  const listed = new Set([manifestName, sealName]);
  for (const each of manifest.files) {
    const flaw = isJsonObject(each) ? await flawOf(folder, each, listed) : undefined;
    if (flaw) flaws.push(flaw);
  }
  for (const path of await pathsIn(folder)) if (!listed.has(path)) flaws.push({ path, what: "not in the manifest" });
  const documents = Array.isArray(manifest.documents) ? manifest.documents.length : 0;
  return ok({ files: listed.size, documents, flaws, seal });
}

async function flawOf(
  folder: string,
  { path, sha256: hash }: JsonObject,
  listed: Set<string>,
): Promise<Flaw | undefined> {
  // A manifest from somebody else may name any file of this computer.
  if (typeof path !== "string" || path.split("/").some((part) => ["", ".", ".."].includes(part) || /[\\:]/.test(part)))
    return { path: String(path), what: "cannot be read" };
  listed.add(path);
  const bytes = await bytesOf(join(folder, ...path.split("/")));
  if (bytes === undefined) return { path, what: "missing" };
  return sha256(bytes) === hash ? undefined : { path, what: "changed" };
}

async function bytesOf(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch {
    return undefined; // whatever the reason, the archive is not whole
  }
}

async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((each) => !each.isDirectory())
    .map((each) => join(each.parentPath, each.name).slice(join(folder, sep).length).split(sep).join("/"))
    .sort();
}

function noArchive(folder: string, why: string) {
  const hint = "Name the folder that selfbill archive --out wrote, or use another copy of it.";
  return problem("file-unreadable", `${folder} is not a complete archive: ${why}.`, hint, { where: { file: folder } });
}
