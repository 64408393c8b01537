import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

/** A chapter (2 digits), heading (4) or subheading (6). */
export interface HsPlace {
  readonly code: string;
  readonly words: string;
}

export interface Nomenclature {
  /** Keyed by code, in order. */
  readonly places: ReadonlyMap<string, HsPlace>;
  /** Returns the chapter, heading and subheading of a code with 2 to 12 digits, as far as they exist. */
  pathOf(code: string): readonly HsPlace[];
}

/**
 * Returns the path of the nomenclature in `dist`, even when running from source; undefined if the installation is
 * incomplete.
 */
export function nomenclatureFile(): string | undefined {
  const name = "hs-2022.csv.gz";
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let step = 0; step < 4; step += 1) {
    const file = join(folder, "dist", name);
    if (existsSync(file)) return file;
    folder = dirname(folder);
  }
  return undefined;
}

/** Parses the gzipped file that the build writes. Throws if the bytes are not gzip data. */
export function nomenclatureOf(bytes: Uint8Array): Nomenclature {
  const [, ...lines] = gunzipSync(bytes).toString("utf8").trimEnd().split(/\r?\n/);
  const places = new Map<string, HsPlace>();
  for (const line of lines) {
    const at = line.indexOf(",");
    const [code, rest] = [line.slice(0, at), line.slice(at + 1)];
    const words = rest.startsWith('"') ? rest.slice(1, -1).replaceAll('""', '"') : rest;
    places.set(code, { code, words });
  }
  return {
    places,
    pathOf: (code) =>
      [2, 4, 6].flatMap((digits) => (code.length < digits ? [] : (places.get(code.slice(0, digits)) ?? []))),
  };
}
