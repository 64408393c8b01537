import type { Desk } from "../../desk/index.ts";
import { isSwitchedOn } from "../../environment/index.ts";
import { ok, type Result, suggest, typed } from "../../problem/index.ts";
import { whichDocument } from "../find/which-document.ts";
import { monthCalled } from "../kinds.ts";
import { commandMeant, type MeantCommand, meanings } from "./other-words.ts";

const placeholders = {
  NUMBER: "Which document? Its number, or words of it:",
  FILE: "Which file?",
  NAME: "Which name?",
  WORDS: "Which words?",
  CODE: "Which code?",
  DIR: "Which folder?",
  "YYYY-MM": "Which month, as YYYY-MM?",
} as const;
type Placeholder = keyof typeof placeholders;

const isPlaceholder = (word: string): word is Placeholder => Object.hasOwn(placeholders, word);

/**
 * Finds the command that the user probably meant by an unknown first word, and keeps the other words and options.
 * Asks before a command that sends or changes something. Undefined if nothing fits or the user declines. Problem:
 * `interrupted`.
 */
export async function runInstead(
  typedWords: readonly string[],
  commands: readonly { readonly name: string }[],
  desk: Desk,
): Promise<Result<readonly string[] | undefined>> {
  const argv = inOneWord(typedWords);
  const at = argv.findIndex((word) => !word.startsWith("-"));
  const word = argv[at] ?? "";
  if (commands.some(({ name }) => name === word)) return ok(undefined);
  const all = wordsOf(argv.slice(at + 1));
  const asked = questionIn([word, ...all.words]);
  const meant = asked ?? commandMeant(word, commands);
  if (meant === undefined) return ok(undefined);
  const words = asked
    ? ok(asked.command.split(" ").slice(1).concat(all.options))
    : await filled(meant.command, all, desk);
  if (!words.ok || words.value === undefined) return words;
  const line = [...words.value, ...argv.slice(0, at)];
  const shown = ["selfbill", ...line.map((each) => typed(each))].join(" ");
  if (meant.isSafe) {
    desk.say(`${asked ? [word, ...all.words].join(" ") : word} means: ${shown}`);
    return ok(line);
  }
  const agreed = await desk.ask.confirm(`There is no command ${JSON.stringify(word)}. Run ${shown}?`);
  return agreed.ok ? ok(agreed.value ? line : undefined) : agreed;
}

/** Joins the first two words if the result is a synonym of a command: `back up` becomes `backup`. */
function inOneWord(argv: readonly string[]): readonly string[] {
  const [first = "", second = ""] = argv;
  const joined = `${first}${second}`.toLowerCase();
  return meanings.some(({ words }) => words.includes(joined)) && second !== "" ? [joined, ...argv.slice(2)] : argv;
}

/** Recognises questions about suppliers' answers, such as `who did not accept` and `not accepted`. */
function questionIn(words: readonly string[]): MeantCommand | undefined {
  const isAsked = words.length > 1 && /^(?:who|which|what|not|suppliers?|open)$/i.test(words[0] ?? "");
  if (!isAsked || !words.some((word) => /^(?:un)?(?:accept|answer)(?:ed|ance|s)?$/i.test(word))) return undefined;
  return { command: `${suggest`suppliers acceptance-list`}`, isSafe: true };
}

/**
 * Splits the arguments before the first option. All later words stay with the options, because a word after an option
 * may be its value.
 */
function wordsOf(rest: readonly string[]): { readonly words: readonly string[]; readonly options: readonly string[] } {
  const at = rest.findIndex((word) => word.startsWith("-") && word !== "-");
  return at < 0 ? { words: rest, options: [] } : { words: rest.slice(0, at), options: rest.slice(at) };
}

/**
 * Fills the placeholders with the typed words; the last one takes all remaining words. Without words, omits an option
 * for a month and asks for all other values. Undefined if a word does not fit.
 */
async function filled(
  command: string,
  { words, options }: ReturnType<typeof wordsOf>,
  desk: Desk,
): Promise<Result<readonly string[] | undefined>> {
  const parts = withoutTyped(command.split(" ").slice(1), options);
  const places = parts.filter(isPlaceholder).length;
  if (words.length > 0 && places === 0 && parts.length > 1) return ok(undefined);
  const left = parts.includes("NUMBER") ? words.filter(isTelling) : [...words];
  const made: string[] = [];
  let place = 0;
  for (const [at, part] of parts.entries()) {
    if (!isPlaceholder(part)) {
      made.push(part);
      continue;
    }
    place += 1;
    const isValue = parts[at - 1]?.startsWith("--") === true;
    if (part === "NUMBER") {
      const named = await wordsOr(left.splice(0), `${command}: ${placeholders[part]}`, desk);
      if (!named.ok || named.value.length === 0) return named.ok ? ok(undefined) : named;
      const number = await numberOf(named.value, options, desk);
      if (!number.ok || number.value === undefined) return number as Result<undefined>;
      made.push(...number.value);
      continue;
    }
    const given = place === places && !isValue ? left.splice(0) : left.splice(0, 1);
    const isMonth = part === "YYYY-MM";
    const named = isMonth ? monthCalled(given)?.(desk.now()) : undefined;
    if (named !== undefined) made.push(named);
    else if (given.length > 0) made.push(...(part === "NAME" && !isValue ? [given.join(" ")] : given));
    else if (isMonth && places === 1) made.pop();
    else {
      const reply = await desk.ask.text(`${command}: ${placeholders[part]}`);
      if (!reply.ok) return reply;
      if (reply.value.trim() === "") return ok(undefined);
      made.push(reply.value.trim());
    }
  }
  return ok(left.length > 0 && places > 0 ? undefined : [...made, ...left, ...options]);
}

/** If no words were typed, asks for them. */
async function wordsOr(given: readonly string[], question: string, desk: Desk): Promise<Result<readonly string[]>> {
  if (given.length > 0) return ok(given);
  const reply = await desk.ask.text(question);
  return reply.ok ? ok(reply.value.split(/\s+/).filter((word) => word !== "")) : reply;
}

/** Whether the word helps to find a document; false for words such as `credit note` in `credit note SB-1`. */
const isTelling = (word: string): boolean =>
  !/^(?:credit|part|some|half|notes?|invoices?|bills?|documents?|the|an?|of|for|from|my|number|nr\.?)$/i.test(word);

/**
 * Returns the words unchanged if they are numbers or files; otherwise the number of the document that they describe.
 */
async function numberOf(
  words: readonly string[],
  options: readonly string[],
  desk: Desk,
): Promise<Result<readonly string[] | undefined>> {
  const sandbox = options.includes("--sandbox") || isSwitchedOn(desk.environment.SELFBILL_PRACTICE);
  const profile = options[options.indexOf("--profile") + 1];
  const text = words.join(" ");
  const place = { sandbox, profile: options.includes("--profile") ? profile : undefined };
  const number = await whichDocument(text, place, desk);
  if (!number.ok || number.value === undefined) return number as Result<undefined>;
  return ok(number.value === text ? words : [number.value]);
}

/** Removes an option that the user typed, with its placeholder. */
function withoutTyped(parts: readonly string[], options: readonly string[]): string[] {
  const isTyped = (part: string | undefined): boolean =>
    part?.startsWith("--") === true && options.some((each) => each === part || each.startsWith(`${part}=`));
  return parts.filter((part, at) => !isTyped(part) && !(isPlaceholder(part) && isTyped(parts[at - 1])));
}
