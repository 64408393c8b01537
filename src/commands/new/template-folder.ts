import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { expandFiles, type Files, readDocument } from "../../read/index.ts";

export interface Template {
  readonly name: string;
  readonly file: string;
  readonly title: string;
  readonly text: string;
  /** Paths of the template's attachments, relative to the template folder. */
  readonly attached: readonly string[];
  /** Path of the schema that the first line names, relative to the template folder. */
  readonly schema: string | undefined;
}

/** Searches for the template folder next to this file and up to two levels above; undefined if there is none. */
export function templateFolder(): string | undefined {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let step = 0; step < 3; step += 1) {
    const candidate = join(folder, "templates");
    if (existsSync(join(candidate, "standard-invoice.yaml"))) return candidate;
    folder = dirname(folder);
  }
  return undefined;
}

/** Reads all templates, sorted by name. Problem: `file-unreadable` if the installation is incomplete. */
export async function readTemplates(files: Files): Promise<Result<readonly Template[]>> {
  const folder = templateFolder();
  if (folder === undefined) {
    const hint = "Install selfbill again: its folder templates is missing.";
    return fail(problem("file-unreadable", "The templates are not where the program is.", hint));
  }
  const found = await expandFiles([folder], files, { endings: [".yaml"] });
  if (!found.ok) return found;
  const templates: Template[] = [];
  for (const file of found.value) {
    const bytes = await files.read(file);
    if (!bytes.ok) return bytes;
    templates.push(describe(file, bytes.value));
  }
  return ok(templates.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
}

function describe(file: string, bytes: Uint8Array): Template {
  const text = Buffer.from(bytes).toString("utf8");
  const name = file.replace(/^.*[\\/]/, "").replace(/\.yaml$/, "");
  const [, schema] = modeline.exec(text) ?? [];
  const [, title = name] = /^# (?!yaml-)(.+?)(?:[.:](?:\s.*)?)?$/m.exec(text) ?? [];
  return { name, file, title, text, attached: attachedIn(bytes, file), schema };
}

/** Matches the line that tells an editor where the schema is. */
export const modeline = /^# yaml-language-server: \$schema=(\S+)$/m;

function attachedIn(bytes: Uint8Array, file: string): string[] {
  const read = readDocument(bytes, file);
  const entries: readonly object[] = read.ok ? (read.value.document.attachments ?? []) : [];
  return entries.flatMap((entry) =>
    "file_path" in entry && typeof entry.file_path === "string" ? [entry.file_path] : [],
  );
}
