import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Desk } from "../../desk/index.ts";
import { type DocumentKind, foldedName } from "../../document/index.ts";
import { fail, ok, type Problem, problem, type Result, typed, typedFile } from "../../problem/index.ts";

export interface KeptMap {
  readonly name: string;
  /** Absolute path of the map. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

const mapName = /^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,59}$/u;

export function wrongMapName(name: string): string | undefined {
  return mapName.test(name) && !name.endsWith(".")
    ? undefined
    : "A name has letters, digits, blanks, dots and hyphens, 60 at most, and begins with a letter or digit.";
}

/** Returns the folder of the saved maps and, in practice mode, also the normal one. Problems: any settings problem. */
async function foldersOf(desk: Desk): Promise<Result<readonly string[]>> {
  const settings = await desk.settings();
  if (!settings.ok) return settings;
  const { folders } = settings.value;
  return ok([folders, ...(folders.usual ? [folders.usual] : [])].map(({ config }) => join(config, "maps")));
}

/**
 * Returns the saved maps; in practice mode, also the normal ones that were not changed in practice. Problems: any
 * settings problem.
 */
export async function keptMaps(desk: Desk): Promise<Result<readonly KeptMap[]>> {
  const folders = await foldersOf(desk);
  if (!folders.ok) return folders;
  const maps = new Map<string, KeptMap>();
  for (const folder of folders.value)
    for (const file of await namesIn(folder)) {
      const name = file.replace(/\.yaml$/, "");
      const path = join(folder, file);
      const bytes = maps.has(foldedName(name)) ? undefined : await desk.files.read(path);
      if (bytes?.ok) maps.set(foldedName(name), { name, path, bytes: bytes.value });
    }
  return ok([...maps.values()].sort((a, b) => a.name.localeCompare(b.name)));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith(".yaml") && !wrongMapName(name.slice(0, -5)));
  } catch {
    return []; // no map was ever saved here
  }
}

/** Returns the saved map of that name. Problems: any settings problem. */
export async function keptMapNamed(name: string, desk: Desk): Promise<Result<KeptMap | undefined>> {
  if (wrongMapName(name) !== undefined) return ok(undefined);
  const all = await keptMaps(desk);
  return all.ok ? ok(all.value.find((each) => foldedName(each.name) === foldedName(name))) : all;
}

/** Saves a map; replaces an earlier one of the same name. Problems: `output-unwritable`, any settings problem. */
export async function keepMap(name: string, text: string, desk: Desk): Promise<Result<string>> {
  const folders = await foldersOf(desk);
  if (!folders.ok) return folders;
  return desk.output.write(folders.value[0] ?? "", `${name}.yaml`, text, { replace: true, private: true });
}

/** Finds the saved map that fits these headings exactly. Problem: `bad-usage` if several do. */
export async function keptMapFor(
  file: string,
  bytes: Uint8Array,
  kind: DocumentKind,
  desk: Desk,
): Promise<Result<KeptMap | undefined>> {
  const all = await keptMaps(desk);
  if (!all.ok || all.value.length === 0) return all.ok ? ok(undefined) : all;
  const room = await import("../../sheet/index.ts");
  const fitting = all.value.filter((each) => {
    const map = room.readMap(each.bytes, each.path, { kind });
    return map.ok && room.hasSameHeadings(bytes, file, map.value);
  });
  const [first, second] = fitting;
  return first !== undefined && second !== undefined ? fail(severalFit(file, fitting)) : ok(first);
}

function severalFit(file: string, maps: readonly KeptMap[]): Problem {
  const names = maps.map(({ name }) => name).join(", ");
  const hint = `Name one of them: --map ${typed(maps[0]?.name ?? "")}`;
  return problem("bad-usage", `Several maps that you kept have the headings of ${typedFile(file)}: ${names}.`, hint);
}
