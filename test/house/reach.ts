import { type Import, importsOf, type Source, sourcesBelow } from "./sources.ts";

/** A part of the program, with the file from which its imports are followed. */
export const entries: Readonly<Record<string, string>> = {
  main: "src/main.ts",
  "create-invoice": "src/commands/create-invoice.ts",
  "create-credit-note": "src/commands/create-credit-note.ts",
  status: "src/commands/status.ts",
  logs: "src/commands/logs.ts",
  validate: "src/commands/validate.ts",
};

/** Lists of what is loaded on demand; who imports them does not reach what they load. */
const lists = new Set(["src/commands/index.ts", "src/extras.ts"]);

/**
 * Returns the files that a reader must know to be sure of `entry`: all that it imports, directly or not, type-only
 * imports and `import("…")` included.
 */
export function reachedFrom(entry: string, sources: readonly Source[] = sourcesBelow("src")): readonly Source[] {
  const known = new Map(sources.map((source) => [source.path, source]));
  const reached = new Map<string, Source>();
  const next = [entry];
  for (let path = next.pop(); path !== undefined; path = next.pop()) {
    const source = known.get(path);
    if (source === undefined || reached.has(path)) continue;
    reached.set(path, source);
    if (!lists.has(path)) next.push(...importsOf(source).map(({ to }) => to));
  }
  return [...reached.values()];
}

export const linesOf = (sources: readonly Source[]): number =>
  sources.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);

/** Returns the imports of files below `places` by files elsewhere, except by the list of commands. */
export function importsInto(places: readonly string[], sources: readonly Source[]): readonly Import[] {
  const isInside = (path: string): boolean => places.some((place) => path.startsWith(place));
  const outside = sources.filter(({ path }) => !isInside(path) && !lists.has(path));
  return outside.flatMap(importsOf).filter(({ to }) => isInside(to));
}
