import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The result of the official programs for one document. */
export interface Verdict {
  readonly file: string;
  /** The ids of the failed rules by layer, in upper case. */
  readonly ids: Readonly<Record<string, ReadonlySet<string>>>;
  /** Layers in which the published stylesheet failed, so there is nothing to compare. */
  readonly stopped: ReadonlySet<string>;
}

interface Line {
  readonly file: string;
  readonly failed: ReadonlyArray<{ layer: string; id: string; error?: string }>;
  readonly aborts?: readonly string[];
}

/** Yields a verdict for each document, in order. `official`: the folder that contains validate.mjs, already set up. */
export async function* officialVerdicts(
  official: string,
  inputs: readonly string[],
  engine: "auto" | "saxonjs" = "auto",
): AsyncGenerator<Verdict> {
  const words = [join(official, "validate.mjs"), "--engine", engine, "--detail", "ids", "--no-xsd", ...inputs];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const text of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
    yield verdictOf(JSON.parse(text) as Line);
  }
}

function verdictOf({ file, failed, aborts = [] }: Line): Verdict {
  const ids: Record<string, Set<string>> = {};
  for (const { layer, id, error } of failed) {
    if (error !== undefined) continue;
    ids[layer] ??= new Set();
    ids[layer].add(id.toUpperCase());
  }
  return { file, ids, stopped: new Set(aborts) };
}
