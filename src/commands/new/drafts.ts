import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ConnectionWords, Desk } from "../../desk/index.ts";
import { isJsonObject, numbersAsText, parseJson, writeJson } from "../../json/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";
import type { Answer, Draft } from "../../wizard/index.ts";

/** A stored draft with the options that it was started with; they determine where the document is sent. */
export interface KeptDraft {
  readonly draft: Draft;
  readonly words: Pick<ConnectionWords, "sandbox" | "profile">;
  /** Whether it is for a sandbox; undefined if no service was known at the start. */
  readonly practice: boolean | undefined;
  /** Time of the last answer; UTC, ISO 8601. */
  readonly changed: string;
}

/**
 * The drafts: one private file per unfinished document, written atomically. Practice drafts are in the same folder.
 * Each draft stores whether it is practice: a practice draft cannot be finished as a real document, nor a real one as
 * practice.
 */
export class Drafts {
  readonly #folder: string;
  readonly #desk: Desk;

  private constructor(folder: string, desk: Desk) {
    this.#folder = folder;
    this.#desk = desk;
  }

  static async of(desk: Desk): Promise<Result<Drafts>> {
    const settings = await desk.settings();
    return settings.ok ? ok(new Drafts(join(settings.value.folders.data, "drafts"), desk)) : settings;
  }

  /**
   * Returns the drafts, latest first; ignores other files. Also ignores a file whose id differs from its name, because
   * someone may have planted it and the id is used as a path.
   */
  async list(): Promise<KeptDraft[]> {
    const found: KeptDraft[] = [];
    for (const name of await namesIn(this.#folder)) {
      const bytes = await this.#desk.files.read(join(this.#folder, name));
      const draft = bytes.ok ? readDraft(bytes.value) : undefined;
      if (draft && name === nameOf(draft.draft.id)) found.push(draft);
    }
    return found.toSorted((a, b) => (a.changed < b.changed ? 1 : -1));
  }

  async find(id: string): Promise<Result<KeptDraft>> {
    const found = (await this.list()).find(({ draft }) => draft.id === id);
    const message = `There is no draft ${JSON.stringify(id)}.`;
    return found ? ok(found) : fail(problem("bad-usage", message, `${suggest`new --drafts`} lists them.`));
  }

  async keep({ draft, words, practice }: Omit<KeptDraft, "changed">): Promise<Result<string>> {
    const { sandbox, profile = null } = words;
    const changed = this.#desk.now().toISOString();
    const text = writeJson(
      { schema: "selfbill-draft/1", ...draft, changed, sandbox, profile, practice: practice ?? null },
      1,
    );
    return this.#desk.output.write(this.#folder, nameOf(draft.id), text, { replace: true, private: true });
  }

  /** Returns the drafts to move to another computer, keyed by file name; excludes practice drafts. */
  async texts(): Promise<ReadonlyMap<string, string>> {
    const texts = new Map<string, string>();
    for (const { draft, practice } of await this.list()) {
      const bytes = await this.#desk.files.read(join(this.#folder, nameOf(draft.id)));
      if (bytes.ok && practice !== true) texts.set(nameOf(draft.id), Buffer.from(bytes.value).toString("utf8"));
    }
    return texts;
  }

  /** Stores a draft from another computer. Problems: `file-unreadable`, `file-exists`, `output-unwritable`. */
  async put(name: string, text: string): Promise<Result<string>> {
    const draft = readDraft(Buffer.from(text));
    if (draft === undefined || !draftName.test(name) || name !== nameOf(draft.draft.id))
      return fail(
        problem("file-unreadable", `The draft ${JSON.stringify(name)} cannot be read.`, "Copy the file again."),
      );
    return this.#desk.output.write(this.#folder, name, text, { private: true });
  }

  async discard(id: string): Promise<Result<undefined>> {
    const found = await this.find(id);
    return found.ok ? this.#desk.output.remove(join(this.#folder, nameOf(found.value.draft.id))) : found;
  }
}

const draftName = /^[a-z0-9-]{1,40}\.json$/;

/** Returns the file name of a draft; ids look like `2026-06-01-1a2b3c`. */
function nameOf(id: string): string {
  return `${id}.json`;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => draftName.test(name));
  } catch {
    return []; // no draft was ever started here
  }
}

function readDraft(bytes: Uint8Array): KeptDraft | undefined {
  const read = parseJson(Buffer.from(bytes).toString("utf8"));
  if (!read.ok || !isJsonObject(read.value) || read.value.schema !== "selfbill-draft/1") return undefined;
  const { id, begun, changed, sandbox, profile, practice, answers, before } = read.value;
  if (typeof id !== "string" || typeof begun !== "string" || typeof changed !== "string") return undefined;
  if (!isJsonObject(answers) || !isJsonObject(before)) return undefined;
  const given = (value: unknown): Record<string, Answer> => numbersAsText(value as never) as Record<string, Answer>;
  return {
    draft: { id, begun, answers: given(answers), before: given(before) },
    practice: typeof practice === "boolean" ? practice : sandbox === true ? true : undefined,
    words: { sandbox: sandbox === true, profile: typeof profile === "string" ? profile : undefined },
    changed,
  };
}
