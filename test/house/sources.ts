import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Source {
  readonly path: string;
  readonly text: string;
}

export function sourcesBelow(folder: string, ending = ".ts", from = root): Source[] {
  return readdirSync(join(from, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(from, folder, name))
    .filter((path) => path.endsWith(ending) && statSync(path).isFile())
    .sort()
    .map((path) => ({ path: relative(from, path).split(sep).join("/"), text: readFileSync(path, "utf8") }));
}

/** An import: a package is given by its name, any other file by its path from the root of the project. */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly isPackage: boolean;
  readonly typeOnly: boolean;
}

const statement =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?[^;"']*?from\s+"([^"]+)"|\bimport\s*\(\s*"([^"]+)"|(?:^|\n)import\s+"([^"]+)"|\brequire(?:\([^()]*\)|\.resolve)?\(\s*"([^"]+)"/g;

/** Returns all imports, including type-only ones and `import("…")`. */
export function importsOf({ path, text }: Source): Import[] {
  return [...withoutComments(text).matchAll(statement)].map((found) => {
    const target = found[3] ?? found[4] ?? found[5] ?? found[6] ?? "";
    const isPackage = !target.startsWith(".");
    const to = isPackage ? packageName(target) : posix.join(dirname(path), target);
    return { from: path, to, isPackage, typeOnly: found[2] !== undefined };
  });
}

/** Returns the imports that `importsOf` misses because their target is computed or single-quoted. */
export function hiddenImportsOf({ text }: Source): string[] {
  const loads = /\b(?:import|require)\s*\(\s*(?!")[^\n]*|\bfrom\s*'[^\n]*|\bimport\s*'[^\n]*|\bimport\s+\w+\s*=[^\n]*/g;
  return [...withoutComments(text).matchAll(loads)].map(([found]) => found);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
}

function packageName(target: string): string {
  const steps = target.split("/");
  return target.startsWith("@") ? steps.slice(0, 2).join("/") : (steps[0] ?? "");
}

/** Returns the folder below src, or the name of a file directly in src; src/desk/real counts as a separate room. */
export function roomOf(path: string): string {
  if (path.startsWith("src/desk/real/")) return "desk/real";
  const [, room = ""] = path.split("/");
  return room.replace(/\.ts$/, "");
}
