import { createHash } from "node:crypto";
import { oddName } from "./odd-name.ts";

/** Names of files that every system takes unchanged and keeps apart: no upper case, because some disks ignore case. */
const plain = /^[a-z0-9](?:[a-z0-9_-]|\.(?=[a-z0-9_-])){0,99}$/;

/**
 * Returns the name of a file for an id, which is any text (Decision 170): ids that differ, be it by case alone, have
 * names that differ on every system. An id that is not a plain name gets part of its hash.
 */
export function idFileName(id: string): string {
  if (plain.test(id) && oddName(id) === undefined) return id;
  const kept = id
    .replace(/[^\p{L}\p{N}_-]+/gu, "_")
    .replace(/^[_-]+|[_-]+$/g, "")
    .slice(0, 60)
    .replace(/\p{Cs}$/u, "");
  const hash = createHash("sha256").update(JSON.stringify(id)).digest("hex").slice(0, 10);
  return kept === "" ? hash : `${kept}-${hash}`;
}
