import { checkbox, confirm, input, password, search, select } from "@inquirer/prompts";
import type { Asked, Choice, PromptReply } from "../desk/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import { askPlainly, readTypedLine } from "./ask-plainly.ts";
import { backKey, helpKey, keyRefusal } from "./asked.ts";
import { joiningLines } from "./pasted-lines.ts";
import { terminalColumns, wrapText } from "./sentence.ts";

/** The terminal that questions are asked at. They go to `output` (stderr), so that stdout contains only data. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Whether to use numbered choices and line-by-line input, for screen readers. */
  readonly plain: boolean;
  readonly colour: boolean;
  /** Listens for requests to stop; the returned function removes the listener. */
  readonly onStop: (listener: () => void) => () => void;
}

/**
 * Returns functions that ask with @inquirer or, for screen readers, line by line. Problem: `interrupted`, on Ctrl-C and
 * Ctrl-D.
 */
export function askAtTerminal(terminal: Terminal) {
  const look = terminal.colour ? {} : { theme: colourless };
  // Leaves room for the mark in front of the question and the answer after it.
  const broken = (question: string): string => wrapText(question, terminalColumns(terminal.output) - 6, "", "  ");
  return {
    confirm: (question: string): Promise<Result<boolean>> =>
      terminal.plain
        ? confirmPlainly(question, terminal)
        : answered((context) => confirm({ message: broken(question), default: false, ...look }, context), terminal),
    secret: (question: string): Promise<Result<string>> =>
      answered((context) => password({ message: question, mask: false, ...look }, context), terminal),
    text: (question: string): Promise<Result<string>> =>
      terminal.plain
        ? orInterrupted(readTypedLine(`${question} `, terminal))
        : readingLines(terminal, (lines) =>
            answered((context) => input({ message: broken(question), ...look }, context), lines),
          ),
    question: (asked: Asked): Promise<Result<PromptReply>> =>
      terminal.plain ? orInterrupted(askPlainly(asked, terminal)) : drawn(asked, terminal),
  };
}

async function confirmPlainly(question: string, terminal: Terminal): Promise<Result<boolean>> {
  const typed = await orInterrupted(readTypedLine(`${question} Type yes or no: `, terminal));
  return typed.ok ? ok(/^y(?:es)?$/i.test(typed.value.trim())) : typed;
}

/**
 * Asks a question with @inquirer. Esc always goes back; `<` does so immediately in a list, and after Enter in a text
 * field. After `?`, and after text that begins with `?` or `<`, the question is redrawn with empty input, so that the
 * key does not become part of the answer.
 */
async function drawn(asked: Asked, terminal: Terminal): Promise<Result<PromptReply>> {
  terminal.output.write(introduction(asked, terminal));
  for (let current = asked; ; ) {
    const once = (asking: Terminal) => drawnOnce(current, asking);
    const reply = await (current.form === "text" ? readingLines(terminal, once) : once(terminal));
    if (!reply.ok || reply.value.is !== "aside") return reply as Result<PromptReply>;
    const { says, at } = reply.value;
    terminal.output.write(`${wrapText(says, terminalColumns(terminal.output), "  ")}\n`);
    current = at === undefined ? current : standingAt(current, at);
  }
}

/**
 * Input that is not an answer, such as the help key. `says`: what to tell the user; `at`: the active entry of a list,
 * or its ticks.
 */
interface Aside {
  readonly is: "aside";
  readonly says: string;
  readonly at?: string | readonly string[];
}

/** Returns the question with the active entry or the ticks of its list restored. */
function standingAt(asked: Asked, at: string | readonly string[]): Asked {
  if (asked.form === "choose" && typeof at === "string") return { ...asked, usual: at };
  return asked.form === "tick" && typeof at !== "string" ? { ...asked, usual: at } : asked;
}

async function drawnOnce(asked: Asked, terminal: Terminal): Promise<Result<PromptReply | Aside>> {
  const stop = new AbortController();
  // The prompt reads this when it ends: an abandoned question is erased, and an answered one stays.
  const context = { input: terminal.input, output: terminal.output, signal: stop.signal, clearPromptOnDone: false };
  let says: string | undefined;
  const aside = (words: string): true => {
    says = words;
    context.clearPromptOnDone = true;
    return true;
  };
  const onKey = (text: string | undefined, key: { readonly name?: string } | undefined): void => {
    if (asked.form !== "text" && text === helpKey && says === undefined) {
      aside(asked.explains);
      // A list reports its active entry only when it is answered, so Enter is sent to it.
      terminal.input.emit("keypress", "\r", { name: "return" });
      return;
    }
    if (key?.name !== "escape" && (asked.form === "text" || text !== backKey)) return;
    context.clearPromptOnDone = true;
    stop.abort();
  };
  terminal.input.on("keypress", onKey);
  const end = abortedAtEnd(terminal, stop);
  try {
    const shown = asideFirst(wrappedRefusals(asked, terminal), aside, () => says !== undefined);
    const value = await prompt(shown, context, terminal.colour);
    if (says !== undefined) return ok({ is: "aside", says, ...(asked.form === "text" ? {} : { at: value }) });
    return ok(value === backKey ? { is: "back" } : { is: "answer", value });
  } catch (error) {
    if (isNamed(error, "AbortPromptError") && !end.isReached()) return ok({ is: "back" });
    if (isNamed(error, "AbortPromptError") || isNamed(error, "ExitPromptError")) return interrupted();
    throw error;
  } finally {
    end.ignore();
    terminal.input.removeListener("keypress", onKey);
  }
}

/** Passes the help key, and text that begins with a key, to `aside` instead of checking it as an answer. */
function asideFirst(asked: Asked, aside: (words: string) => true, isLeft: () => boolean): Asked {
  if (asked.form === "tick")
    return { ...asked, check: async (values: readonly string[]) => (isLeft() ? undefined : asked.check(values)) };
  if (asked.form === "choose") return asked;
  const check = async (text: string): Promise<string | undefined> => {
    const words = text.trim() === helpKey ? asked.explains : keyRefusal(text);
    if (words === undefined) return asked.check(text);
    aside(words);
    return undefined;
  };
  return { ...asked, check };
}

type PromptContext = Parameters<typeof input>[1];

function prompt(asked: Asked, context: PromptContext, colour: boolean): Promise<string | readonly string[]> {
  const { message } = asked;
  const look = colour ? {} : { theme: colourless };
  const list = { message, pageSize: 16, loop: false, ...look };
  switch (asked.form) {
    case "text":
      return input(
        {
          message,
          default: asked.usual,
          validate: async (text) => text.trim() === backKey || ((await asked.check(text)) ?? true),
          ...look,
        },
        context,
      ).then((text) => (text.trim() === backKey ? backKey : text));
    case "choose":
      if (asked.find) {
        const { choices, usual } = asked;
        const source = (term: string | undefined) => withWords(choices, term);
        return search(
          { message, pageSize: 16, source, ...(usual === undefined ? {} : { default: usual }), ...look },
          context,
        );
      }
      return select(
        { ...list, choices: [...asked.choices], ...(asked.usual === undefined ? {} : { default: asked.usual }) },
        context,
      );
    case "tick":
      return checkbox(
        {
          ...list,
          shortcuts: { all: null, invert: null },
          choices: asked.choices.map((each) => ({ ...each, checked: asked.usual.includes(each.value) })),
          validate: async (ticked) => (await asked.check(ticked.map(({ value }) => value))) ?? true,
        },
        context,
      );
  }
}

function withWords(choices: readonly Choice[], term: string | undefined): Choice[] {
  const words = (term ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((each) => each !== "" && each !== helpKey);
  return choices.filter(({ name }) => words.every((each) => name.toLowerCase().includes(each)));
}

function introduction({ heading, help: said, form }: Asked, terminal: Terminal): string {
  const help =
    form === "tick" ? `Space ticks, and unticks what was ticked by mistake; Enter continues. ${said}`.trimEnd() : said;
  const [strong, faint, end] = terminal.colour ? ["\x1b[1m", "\x1b[2m", "\x1b[22m"] : ["", "", ""];
  const above = heading === undefined ? "" : `\n${strong}── ${heading} ──${end}\n`;
  return `${above}${help === "" ? "" : `${faint}${wrapText(help, terminalColumns(terminal.output), "  ")}${end}\n`}`;
}

/** Wraps refusals between words, because the prompts would break long lines inside words. */
function wrappedRefusals(asked: Asked, terminal: Terminal): Asked {
  const inLines = (refusal: string | undefined): string | undefined =>
    refusal === undefined ? undefined : wrapText(refusal, terminalColumns(terminal.output), "  ").trimStart();
  if (asked.form === "text") return { ...asked, check: async (text: string) => inLines(await asked.check(text)) };
  if (asked.form === "tick")
    return { ...asked, check: async (values: readonly string[]) => inLines(await asked.check(values)) };
  return asked;
}

/** The theme has no colours; marks and words carry all the information. */
const same = (text: string): string => text;
const colourless = {
  prefix: { idle: "?", done: "✔" },
  icon: { checked: "[x]", unchecked: "[ ]", cursor: ">" },
  style: {
    answer: same,
    message: same,
    error: (text: string): string => `> ${text}`,
    defaultAnswer: (text: string): string => `(${text})`,
    help: same,
    highlight: same,
    key: same,
    description: same,
    disabled: same,
    keysHelpTip: (keys: [string, string][]): string => keys.map(([key, action]) => `${key} ${action}`).join(" • "),
  },
};

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

function interrupted(): Result<never> {
  const hint = "Run the command again when you are ready.";
  return fail(problem("interrupted", "Cancelled; nothing was sent.", hint));
}

async function orInterrupted<T>(answer: Promise<T | undefined>): Promise<Result<T>> {
  const value = await answer;
  return value === undefined ? interrupted() : ok(value);
}

async function answered<T>(ask: (context: PromptContext) => Promise<T>, terminal: Terminal): Promise<Result<T>> {
  const stop = new AbortController();
  const end = abortedAtEnd(terminal, stop);
  try {
    return ok(await ask({ input: terminal.input, output: terminal.output, signal: stop.signal }));
  } catch (error) {
    if (isNamed(error, "AbortPromptError") || isNamed(error, "ExitPromptError")) return interrupted();
    throw error;
  } finally {
    end.ignore();
  }
}

/** Asks with pasted lines joined, because an answer is one line. */
async function readingLines<T>(terminal: Terminal, ask: (terminal: Terminal) => Promise<T>): Promise<T> {
  const lines = joiningLines(terminal.input, terminal.output);
  try {
    return await ask({ ...terminal, input: lines.input });
  } finally {
    lines.close();
  }
}

/**
 * Ends the prompt on a signal, and on Ctrl-D on an empty line, which closes the line editor: the prompt would then
 * wait for an answer for ever.
 */
function abortedAtEnd({ input, onStop }: Terminal, stop: AbortController) {
  let isReached = false;
  const reach = (): void => {
    isReached = true;
    stop.abort();
  };
  const onKey = (_: string | undefined, key: { readonly name?: string; readonly ctrl?: boolean } | undefined): void => {
    if (key?.ctrl === true && key.name === "d") setImmediate(() => void (input.isPaused() && reach()));
  };
  const off = onStop(reach);
  input.on("keypress", onKey);
  return {
    isReached: () => isReached,
    ignore: () => {
      off();
      input.removeListener("keypress", onKey);
    },
  };
}
