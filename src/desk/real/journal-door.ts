import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Journal } from "../../journal/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import type { JournalPlace } from "../index.ts";

/** Opens the journal of a run when it is first asked for. */
export class JournalDoor {
  readonly #given: string | undefined;
  readonly #data: string;
  readonly #environment: Readonly<Record<string, string | undefined>>;
  #journal: Promise<Result<Journal>> | undefined;

  /** `given`: a folder, or the address of a server; `data`: this user's folder for what must not be lost. */
  constructor(given: string | undefined, data: string, environment: Readonly<Record<string, string | undefined>>) {
    this.#given = given ?? (environment.SELFBILL_JOURNAL?.trim() || undefined);
    this.#data = data;
    this.#environment = environment;
  }

  async place(): Promise<Result<JournalPlace>> {
    if (this.#given !== undefined && isAddress(this.#given)) {
      const { readServerAddress } = await import("../../journal/index.ts");
      const found = readServerAddress(this.#given, this.#environment);
      return found.ok ? ok({ path: found.value.address, exists: true, onServer: true }) : found;
    }
    const path = join(resolve(this.#given ?? this.#data), "journal.db");
    return ok({ path, exists: existsSync(path), onServer: false });
  }

  /** Loaded only now: a command that asks no journal needs neither it nor what it opens databases with. */
  async journal(): Promise<Result<Journal>> {
    this.#journal ??= this.#open();
    return this.#journal;
  }

  async #open(): Promise<Result<Journal>> {
    const { openJournal, openServerJournal } = await import("../../journal/index.ts");
    if (this.#given !== undefined && isAddress(this.#given))
      return openServerJournal(this.#given, this.#data, this.#environment);
    return openJournal(join(resolve(this.#given ?? this.#data), "journal.db"));
  }

  async isNew(): Promise<Result<boolean>> {
    const place = await this.place();
    if (!place.ok) return place;
    if (!place.value.exists) return ok(true);
    const journal = await this.journal();
    if (!journal.ok) return journal;
    const ever = await journal.value.everSent();
    return ever.ok ? ok(!ever.value) : ever;
  }

  /** How many documents are in doubt, of a journal that is there. A server is not asked by a command that did not need it. */
  async doubts(): Promise<number> {
    const place = await this.place();
    if (!place.ok || !place.value.exists || (place.value.onServer && this.#journal === undefined)) return 0;
    const journal = await this.journal();
    const open = journal.ok ? await journal.value.doubts() : journal;
    return open.ok ? open.value.length : 0;
  }

  async close(): Promise<void> {
    const journal = await this.#journal;
    if (journal?.ok) journal.value.close();
    this.#journal = undefined;
  }
}

/** As readServerAddress takes it; the journal's code is not loaded to tell. */
function isAddress(text: string): boolean {
  return /^postgres(?:ql)?:/i.test(text);
}
