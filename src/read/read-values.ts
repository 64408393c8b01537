import { spareMemoryFor } from "../memory/index.ts";
import { fail, ok, problem, type Result, type Spot } from "../problem/index.ts";
import { decode } from "./decode.ts";
import { fileLimit, tooBig } from "./files.ts";
import { withinLimits } from "./limits.ts";
import { parseJsonDocument } from "./parse-json.ts";
import { parseYaml } from "./parse-yaml.ts";
import { isRawMap, type RawValue } from "./raw.ts";
import { spotter } from "./source.ts";
import { SourceText } from "./source-text.ts";
import { findUnwritable } from "./unwritable.ts";

/** A value in which every scalar is a string, as written in the file; empty values are undefined. */
export type PlainValue = string | undefined | readonly PlainValue[] | { readonly [key: string]: PlainValue };

/** The values of a file that is not a document, with their positions in the file. */
export interface SourceValues {
  readonly values: { readonly [key: string]: PlainValue };
  /**
   * Returns the position of the value at a path such as `columns.Unit price`; with `of: "name"`, the position of its
   * name.
   */
  spot(path: string, of?: "value" | "name"): Spot;
}

/**
 * Reads YAML or JSON that is not a document, such as a column map, with the same strictness: no aliases, tags or
 * duplicate names, every scalar as written. Problems: any problem from `readDocument` about the format of a file.
 */
export function readValues(bytes: Uint8Array, file: string): Result<SourceValues> {
  if (bytes.length > fileLimit) return fail(tooBig(file));
  spareMemoryFor(bytes.length);
  const text = decode(bytes, file);
  if (!text.ok) return text;
  const source = new SourceText(file, text.value);
  const limited = withinLimits(source);
  if (!limited.ok) return limited;
  const raw = /\.json$/i.test(file) ? parseJsonDocument(source) : parseYaml(source);
  if (!raw.ok) return raw;
  const unwritable = findUnwritable(raw.value, source);
  if (unwritable) return fail(...unwritable);
  const values = plain(raw.value.root);
  if (typeof values !== "object" || Array.isArray(values))
    return fail(problem("bad-syntax", "The file has no names with values.", "Write name: value.", { where: { file } }));
  return ok({ values: values as SourceValues["values"], spot: spotter(raw.value, source) });
}

function plain(value: RawValue): PlainValue {
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.map(plain);
  if (isRawMap(value)) return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
  const text = typeof value === "object" ? value.text : String(value);
  return /^(?:~|null)?$/.test(text) ? undefined : text;
}
