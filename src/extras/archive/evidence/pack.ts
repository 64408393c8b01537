import { pastShape } from "../../../commands/history/past-attempts.ts";
import type { Desk } from "../../../desk/index.ts";
import { type Past, sha256 } from "../../../journal/index.ts";
import { writeJson } from "../../../json/index.ts";
import { ok, type Result } from "../../../problem/index.ts";
import type { Report } from "../../../report/index.ts";
import type { Pack, PackItem } from "./from-journal.ts";

export interface PackedFile {
  readonly what: string;
  readonly path: string;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
}

/** Returns the manifest, which has the hash of each file and lists what is missing. */
export function manifestOf(
  meant: Past,
  tries: readonly Past[],
  { items, missing }: Pack,
  { now, journal }: { readonly now: Date; readonly journal: Report["journal"] },
): PackItem {
  const manifest = {
    schema: "selfbill-evidence/1",
    made_at: now.toISOString(),
    // If the user keeps this head outside the journal, journal verify --head can prove that no record up to it was
    // changed or removed.
    journal: journal ?? null,
    document: pastShape.json({ past: meant }),
    attempts: tries.map((past) => pastShape.json({ past })),
    files: items.map(({ name, what, content }) => ({
      file: name,
      what,
      bytes: String(Buffer.from(content).length),
      sha256: sha256(content),
    })),
    missing,
  };
  return { name: "manifest.json", what: "manifest", content: `${writeJson(manifest, 2)}\n` };
}

/**
 * Writes the files, and the manifest last: an audit file without a manifest is incomplete. Problems: `file-exists`,
 * `output-unwritable`.
 */
export async function writePack(
  folder: string,
  items: readonly PackItem[],
  replace: boolean,
  desk: Desk,
): Promise<Result<PackedFile[]>> {
  const files: PackedFile[] = [];
  for (const { name, what, content } of items) {
    const written = await desk.output.write(folder, name, content, { replace, private: true });
    if (!written.ok) {
      const [{ code }] = written.problems;
      const hint = "Name a new folder, one for each document, or add --force to overwrite.";
      const [first, ...more] = written.problems;
      return { ok: false, problems: [code === "file-exists" ? { ...first, hint } : first, ...more] };
    }
    files.push({ what, path: written.value, sha256: sha256(content) });
  }
  return ok(files);
}
