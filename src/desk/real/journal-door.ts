import { join } from "node:path";
import type { Journal, ServerAddress, ServerPatience } from "../../journal/index.ts";
import { map, ok, type Result } from "../../problem/index.ts";
import { isOnServer, type Settings, withKeptPassword } from "../../settings/index.ts";
import type { Desk, JournalPlace } from "../index.ts";
import type { WhyNot } from "./own-records.ts";

/** Maximum wait for a lost connection to the journal's server to be restored, in seconds. */
const usualWait = 60;

/** Returns how long to wait for the journal's server. `maxWait` is in seconds. */
export function patienceOf(desk: Pick<Desk, "say" | "pause">, maxWait: number | undefined): ServerPatience {
  return {
    most: (maxWait ?? usualWait) * 1_000,
    isAsked: maxWait !== undefined,
    say: (line) => desk.say(line),
    pause: (milliseconds) => desk.pause(milliseconds),
    now: () => performance.now(),
  };
}

/** Opens the journal on first use. */
export class JournalDoor {
  readonly #where: string;
  readonly #settings: Settings;
  readonly #whyNot: WhyNot;
  readonly #patience: ServerPatience;
  #journal: Promise<Result<Journal>> | undefined;

  /** `where` is a folder or the address of a server. */
  constructor(where: string, settings: Settings, { whyNot, patience }: { whyNot: WhyNot; patience: ServerPatience }) {
    this.#patience = patience;
    this.#where = where;
    this.#settings = settings;
    this.#whyNot = whyNot;
  }

  async place(): Promise<Result<JournalPlace>> {
    const address = await this.#address();
    if (!address.ok) return address;
    if (address.value) return ok({ path: address.value.address, exists: true, onServer: true, address: address.value });
    const path = this.#file();
    const { isThere } = await import("../../database/index.ts");
    return ok({ path, exists: isThere(path), onServer: false });
  }

  /** The journal's code is imported here, because most commands need neither it nor the database code. */
  async journal(): Promise<Result<Journal>> {
    this.#journal ??= this.#open().then(async (opened) => {
      const { withOwnRecords } = await import("./own-records.ts");
      return map(opened, (journal) => withOwnRecords(journal, this.#whyNot));
    });
    return this.#journal;
  }

  async #open(): Promise<Result<Journal>> {
    const address = await this.#address();
    if (!address.ok) return address;
    const journals = await import("../../journal/index.ts");
    if (address.value === undefined) return journals.openJournal(this.#file());
    const whole = await withKeptPassword(address.value, this.#settings);
    return whole.ok
      ? journals.openServerJournal(whole.value, this.#settings.folders.data, { patience: this.#patience })
      : whole;
  }

  #file(): string {
    return join(this.#where, "journal.db");
  }

  async #address(): Promise<Result<ServerAddress | undefined>> {
    if (!isOnServer(this.#where)) return ok(undefined);
    const { readServerAddress } = await import("../../journal/index.ts");
    return readServerAddress(this.#where, this.#settings.env);
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

  /** Returns the name of the account in the journal; the given name if there is no usable journal. */
  async accountFor(named: string): Promise<string> {
    const place = await this.place();
    if (!place.ok || !place.value.exists) return named;
    const journal = await this.journal();
    const known = journal.ok ? await journal.value.accounts.accountFor(named) : journal;
    return known.ok ? known.value : named;
  }

  /** Counts documents in doubt. Does not query a server that the command did not use. */
  async doubts(): Promise<number> {
    if (this.#journal === undefined && isOnServer(this.#where)) return 0;
    const place = await this.place();
    if (!place.ok || !place.value.exists) return 0;
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
