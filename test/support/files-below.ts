import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

export function filesBelow(folder: string, at = folder): (readonly [path: string, hash: string])[] {
  return readdirSync(at)
    .flatMap((name): (readonly [string, string])[] => {
      const path = join(at, name);
      if (statSync(path).isDirectory()) return filesBelow(folder, path);
      return [[relative(folder, path), createHash("sha256").update(readFileSync(path)).digest("hex")]];
    })
    .sort(([a], [b]) => a.localeCompare(b));
}
