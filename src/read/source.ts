import type { DocumentKind, SelfBilledDocument } from "../document/index.ts";
import type { Spot } from "../problem/index.ts";
import { isRawMap, type RawDocument, type RawValue } from "./raw.ts";
import type { SourceText } from "./source-text.ts";

/** A document with the positions of its values in the file. */
export interface SourceDocument {
  /** The file's name, as given by the user; `-` is standard input. */
  readonly file: string;
  readonly format: "yaml" | "json";
  readonly kind: DocumentKind;
  /** The kind that the document itself states; undefined if none. */
  readonly kindHint: DocumentKind | undefined;
  /** The kind that its fields or file name suggest; undefined if none. */
  readonly looksLike: DocumentKind | undefined;
  readonly document: SelfBilledDocument;
  /**
   * Returns the position of the value at a path such as `document_lines[0].price.base_amount`. For a missing value,
   * this is the position of the nearest existing group: its name, or the beginning of the document, without an excerpt.
   * With `of: "name"`, returns the position of a field's name.
   */
  spot(path: string, of?: "value" | "name"): Spot;
  /** Whether the value at a path is written in the file. Absent if the document has no such file. */
  readonly isWritten?: ((path: string) => boolean) | undefined;
}

/** Returns the `spot` function of a document. */
export function spotter(raw: RawDocument, source: SourceText): SourceDocument["spot"] {
  return (path, of = "value") => {
    const found = locate(raw, path);
    const spot = source.spot(found.whole && of === "value" ? found.value : found.key, path);
    if (found.depth > 0) return spot;
    // For a missing field at the top level, an excerpt of the first line would not help.
    const { excerpt: _, ...place } = spot;
    return place;
  };
}

export interface Located {
  readonly key: number;
  readonly value: number;
  /** Whether the whole path exists. */
  readonly whole: boolean;
  /** Number of steps of the path that exist. */
  readonly depth: number;
  /** The deepest value that exists; if the whole path does, also the group or list that it is in. */
  readonly at: RawValue;
  readonly holder: { readonly value: RawValue; readonly at: number } | undefined;
}

export function locate(raw: RawDocument, path: string): Located {
  let at: RawValue = raw.root;
  let rest = path;
  let place = { key: raw.rootAt, value: raw.rootAt };
  let depth = 0;
  let holder: Located["holder"];
  while (rest !== "") {
    const step = nextStep(at, rest);
    const next = step && raw.places.of(at as object, step.key);
    if (!step || !next) return { ...place, whole: false, depth, at, holder: undefined };
    holder = { value: at, at: place.value };
    at = (at as Record<string | number, RawValue>)[step.key] as RawValue;
    rest = step.rest;
    place = next;
    depth += 1;
  }
  return { ...place, whole: true, depth, at, holder };
}

/** Maximum number of dots and brackets in a name: each lookup takes time proportional to their number. */
const mostSigns = 50;

/**
 * Returns the shortest name of a member at the start of the path; the name must end at a dot, at a bracket or at the
 * end of the path.
 */
function longName(at: object, path: string): string | undefined {
  const sign = /[.[]/g;
  for (let signs = 0; signs < mostSigns; signs++) {
    const end = sign.exec(path)?.index;
    const name = end === undefined ? path : path.slice(0, end);
    if (name !== "" && Object.hasOwn(at, name)) return name;
    if (end === undefined) return undefined;
  }
  return Object.hasOwn(at, path) ? path : undefined;
}

function nextStep(at: RawValue, path: string): { key: string | number; rest: string } | undefined {
  const index = /^\[(\d+)\]\.?/.exec(path);
  if (Array.isArray(at)) return index ? { key: Number(index[1]), rest: path.slice(index[0].length) } : undefined;
  if (!isRawMap(at)) return undefined;
  const name = /^[^.[]+/.exec(path)?.[0];
  // An unknown name may itself contain dots and brackets.
  const key = name !== undefined && Object.hasOwn(at, name) ? name : longName(at, path);
  return key === undefined ? undefined : { key, rest: path.slice(key.length).replace(/^\./, "") };
}
