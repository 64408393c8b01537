import type { OpenNotes, TokenNotes } from "../../journal/index.ts";
import { notePlace, type ProfileFlags, resolveProfile, type Settings } from "../../settings/index.ts";

/** The notes beside the tokens of the profiles that a run uses, each place opened once. */
export class NotesByPlace {
  readonly #opened = new Map<string, OpenNotes>();

  /** Returns undefined where no token of the profile is kept. */
  async of(settings: Settings, words: ProfileFlags): Promise<TokenNotes | undefined> {
    const profile = resolveProfile(settings, words);
    const place = profile.ok ? notePlace(settings, profile.value) : undefined;
    if (place === undefined) return undefined;
    const { tokenNotes } = await import("../../journal/index.ts");
    const notes = this.#opened.get(place.name) ?? tokenNotes(place);
    this.#opened.set(place.name, notes);
    return notes;
  }

  close(): void {
    for (const notes of this.#opened.values()) notes.close();
    this.#opened.clear();
  }
}
