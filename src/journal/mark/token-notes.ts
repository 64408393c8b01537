import { isJsonObject, parseJson, writeJson } from "../../json/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Mark, PolicyMark, TokenNotes } from "./mark.ts";
import { markFile } from "./mark-file.ts";

/** Where the texts are: the keychain, or the file of a token. */
interface NotePlace {
  readonly where: string;
  /** Says what a person removes if the note of this name is damaged. */
  entry(name: string): string;
  readonly journals?: string | undefined;
  read(name: string): Promise<Result<string[]>>;
  change(name: string, change: (text: string | undefined) => string | undefined): Promise<Problem | undefined>;
}

/** Times to write a note again that another process, of another home, has set back; each then finds the newer one. */
const attempts = 3;

export interface OpenNotes extends TokenNotes {
  close(): void;
}

/**
 * Keeps notes of journals and policies where a token is. The position of a journal does not survive a change between
 * keychain and file: the new place learns it when the journal sends next, and until then the marks alone know it.
 */
export function tokenNotes(place: NotePlace): OpenNotes {
  const { where, journals } = place;
  const file = journals === undefined ? undefined : markFile(journals, true);
  const policies = new Map<string, PolicyMark | undefined>();
  let failed: Problem | undefined;
  const written = <T>(result: Result<T>, otherwise: T): Result<T> => {
    if (!result.ok) failed ??= unwritable(where, result.problems[0]);
    return result.ok ? result : ok(otherwise);
  };
  // A keychain is slow, so each note is read once in a run; whoever moves it reads it again.
  const known = new Map<string, Mark | undefined>();
  const look = async (journal: string): Promise<Result<Mark | undefined>> => {
    const found = await newest(place, `journal ${journal}`, markFrom, (mark) => mark.sequence);
    if (found.ok) known.set(journal, found.value);
    return found;
  };
  const put = async (to: Mark, isToReplace: (stored: Mark | undefined) => boolean): Promise<Result<Mark>> => {
    let kept = to;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const problem = await place.change(`journal ${to.journal}`, (text) => {
        const stored = text === undefined ? undefined : markFrom(text);
        kept = isToReplace(stored) ? to : (stored ?? to);
        return kept === to ? textOf(to) : undefined;
      });
      if (problem) return fail(problem);
      const now = await look(to.journal);
      if (!now.ok || (now.value?.sequence ?? -1) >= kept.sequence) return now.ok ? ok(now.value ?? kept) : now;
    }
    return ok(kept);
  };
  return {
    where,
    of: async (journal) => (file ? file.of(journal) : known.has(journal) ? ok(known.get(journal)) : look(journal)),
    async advance(to, from) {
      const isForward = (stored: Mark | undefined): boolean =>
        stored === undefined || (stored.head === from?.head && stored.sequence < to.sequence);
      return written(file ? file.advance(to.journal, to, from) : await put(to, isForward), from ?? to);
    },
    async set(to) {
      const set = file ? file.set(to.journal, to) : await put(to, () => true);
      return set.ok ? ok(undefined) : set;
    },
    async policy(name) {
      if (policies.has(name)) return ok(policies.get(name));
      const found = await newest(place, `policy ${name}`, policyFrom, (policy) => policy.number);
      if (found.ok) policies.set(name, found.value);
      return found;
    },
    async keepPolicy(name, seen) {
      policies.delete(name);
      const problem = await place.change(`policy ${name}`, (text) => {
        const stored = text === undefined ? undefined : policyFrom(text);
        return stored !== undefined && stored.number >= seen.number ? undefined : policyText(seen);
      });
      return written(problem ? fail(problem) : ok(undefined), undefined);
    },
    trouble: () => failed,
    close: () => file?.close(),
  };
}

/** Returns the furthest note. A text that is not a note was changed by somebody, and is never taken for none. */
async function newest<T>(
  place: NotePlace,
  name: string,
  from: (text: string) => T | undefined,
  at: (note: T) => number,
): Promise<Result<T | undefined>> {
  const texts = await place.read(name);
  if (!texts.ok) return texts;
  const notes = texts.value.flatMap((text) => from(text) ?? []);
  if (notes.length < texts.value.length) return fail(damaged(place, name));
  return ok(notes.reduce<T | undefined>((one, other) => (one && at(one) >= at(other) ? one : other), undefined));
}

const textOf = ({ journal, sequence, head, at }: Mark): string =>
  writeJson({ journal, sequence: String(sequence), head, at });

const policyText = ({ number, hash, owner }: PolicyMark): string => writeJson({ number: String(number), hash, owner });

function markFrom(text: string): Mark | undefined {
  const { journal, sequence, head, at } = membersOf(text);
  if (journal === undefined || head === undefined || at === undefined || !/^\d{1,15}$/.test(sequence ?? "")) return;
  return { journal, sequence: Number(sequence), head, at };
}

function policyFrom(text: string): PolicyMark | undefined {
  const { number, hash, owner } = membersOf(text);
  if (hash === undefined || owner === undefined || !/^\d{1,15}$/.test(number ?? "")) return undefined;
  return { number: Number(number), hash, owner };
}

function membersOf(text: string): Readonly<Record<string, string | undefined>> {
  const json = parseJson(text);
  if (!json.ok || !isJsonObject(json.value)) return {};
  const texts = Object.entries(json.value).filter((each): each is [string, string] => typeof each[1] === "string");
  return Object.fromEntries(texts);
}

function damaged({ where, entry }: NotePlace, name: string): Problem {
  const message = `Nothing was sent: what ${where} notes beside the token (${name}) is damaged.`;
  const then = name.startsWith("policy ") ? suggest`policy set FILE` : suggest`journal accept`;
  const hint = `Only selfbill writes it, so ask whoever looks after this computer. After you have removed ${entry(name)}: ${then}`;
  return problem("mark-unusable", message, hint);
}

function unwritable(where: string, { message, cause }: Problem): Problem {
  const says = `The note beside the token, in ${where}, could not be written. ${message}`;
  const hint =
    "Nothing is wrong with what you send. If this home is put back from a backup, selfbill may not notice it.";
  return problem("mark-unusable", says, hint, { severity: "warning", cause });
}
