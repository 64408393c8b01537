import { listedCommands } from "../../../src/manual/index.ts";
import { Suggestion } from "../../../src/problem/index.ts";
import { readWords } from "../../../src/program.ts";
import type { Shown } from "../open/ask.ts";
import { inOneLine } from "./judge.ts";

/** Keeps the text of every suggested command from now on; wrapped text on a screen cannot be taken apart again. */
export function keepSuggestions(): { taken(): readonly string[]; end(): void } {
  const kept = new Set<string>();
  const original = Suggestion.prototype.toString;
  Suggestion.prototype.toString = function () {
    const text = original.call(this);
    kept.add(text);
    return text;
  };
  return {
    taken() {
      const all = [...kept];
      kept.clear();
      return all;
    },
    end() {
      Suggestion.prototype.toString = original;
    },
  };
}

/** A suggested command as words; `problem` says why it can never be typed so. */
export interface Step {
  readonly text: string;
  readonly words: readonly string[];
  /** Whether it only reads, and has no placeholder, so that it can be carried out to see where it leads. */
  readonly isRead: boolean;
  readonly problem: string | undefined;
}

/** Commands that no service of the six endpoints can carry out. */
const impossible = new Set([
  "get",
  "download",
  "reconcile",
  "resubmit",
  "profile fetch",
  "list invoices",
  "list credit-notes",
]);
const takesProfile: ReadonlySet<string> = new Set(Object.values(listedCommands).flatMap(({ profile }) => profile));
const reads = new Set(["status", "show", "logs", "history", "due", "list", "report", "explain"]);

/** Returns the suggestions that the output shows. */
export async function stepsIn(shown: Shown, taken: readonly string[]): Promise<Step[]> {
  const text = inOneLine(shown.pipe);
  return Promise.all(taken.filter((each) => text.includes(inOneLine(each))).map(stepOf));
}

async function stepOf(text: string): Promise<Step> {
  const words = wordsOf(text).slice(1);
  const [name = ""] = words;
  const placeholder = words.some((word) => /^(?:[A-Z]{2,}(?:[.-][A-Z]+)*|\.\.\.)$/.test(word) || word.includes("…"));
  const isRead = reads.has(name) && !placeholder && !words.includes("--done");
  const step = { text, words, isRead };
  if (impossible.has(name) || impossible.has(words.slice(0, 2).join(" ")))
    return { ...step, problem: `${name} cannot work at this service` };
  if (placeholder) return { ...step, problem: undefined };
  const read = await readWords(words, { columns: 80, write: () => undefined });
  if (!read.ok) return { ...step, problem: read.problems[0].message };
  const typed = read.value;
  // For some commands only certain actions take the option.
  const takes = [1, 2].some((count) => takesProfile.has(words.slice(0, count).join(" ")));
  const lost = takes && typed?.given.profile !== "open" && typed?.given.sandbox !== true;
  return { ...step, problem: lost ? "it lacks the profile" : undefined };
}

/** Takes a command line apart as a POSIX shell would; only what `typed` writes occurs. */
export function wordsOf(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (const [part] of line.matchAll(/'[^']*'|"[^"]*"|\\.|[^\s'"\\]+|\s+/gs)) {
    if (/^\s/.test(part)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else
      word = (word ?? "") + (/^['"]/.test(part) ? part.slice(1, -1) : part.startsWith("\\") ? part.slice(1) : part);
  }
  if (word !== undefined) words.push(word);
  return words;
}
