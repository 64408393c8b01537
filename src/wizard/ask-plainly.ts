import { createInterface } from "node:readline";
import type { Asked, Choice, PromptReply } from "../desk/index.ts";
import { backKey, helpKey, keyRefusal } from "./asked.ts";
import { terminalColumns, wrapText } from "./sentence.ts";

interface LineTerminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly onStop: (listener: () => void) => () => void;
}

/** Writes the prompt and resolves with the line typed; undefined after Ctrl-C or at the end of the input. */
export function readTypedLine(prompt: string, { input, output, onStop }: LineTerminal): Promise<string | undefined> {
  output.write(prompt);
  const reader = createInterface({ input, terminal: false });
  return new Promise((resolve) => {
    const end = (line: string | undefined): void => {
      resolve(line); // before closing, whose event resolves with undefined
      off();
      reader.close();
    };
    const off = onStop(() => {
      output.write("\n");
      end(undefined);
    });
    reader.once("line", end);
    reader.once("close", () => end(undefined));
  });
}

/**
 * Asks a question for screen readers: writes numbered lines and never redraws. Resolves with undefined after Ctrl-C or
 * at the end of the input.
 */
export async function askPlainly(asked: Asked, terminal: LineTerminal): Promise<PromptReply | undefined> {
  const lines = introduction(asked).map((line) => wrapText(line, terminalColumns(terminal.output)));
  terminal.output.write(`${lines.join("\n")}\n`);
  for (;;) {
    const line = await readTypedLine(howToAnswer(asked), terminal);
    if (line === undefined) return undefined;
    const typed = line.trim();
    if (typed === backKey) return { is: "back" };
    const read = typed === helpKey ? asked.explains : (keyRefusal(typed) ?? (await readAnswer(asked, line)));
    if (typeof read === "object") return { is: "answer", value: read.value };
    terminal.output.write(`${wrapText(read, terminalColumns(terminal.output))}\n`);
  }
}

function introduction(asked: Asked): string[] {
  const { number, heading, message, help } = asked;
  const choices = asked.form === "text" ? [] : asked.choices;
  return [
    "",
    ...(heading === undefined ? [] : [`${heading}.`]),
    number === undefined ? message : `Question ${number}: ${message}`,
    ...(help === "" ? [] : [help]),
    ...choices.map(({ name }, index) => `${index + 1}: ${name}`),
  ];
}

function howToAnswer(asked: Asked): string {
  switch (asked.form) {
    case "text":
      return asked.usual === "" ? "Answer: " : `Answer (Enter for ${asked.usual}): `;
    case "choose": {
      const at = asked.choices.findIndex(({ value }) => value === asked.usual);
      return at < 0 ? "Number: " : `Number (Enter for ${at + 1}): `;
    }
    case "tick": {
      const usual = asked.choices.flatMap(({ value }, at) => (asked.usual.includes(value) ? [String(at + 1)] : []));
      return `Numbers with commas, 0 for none (Enter for ${usual.join(",") || "none"}): `;
    }
  }
}

type Read = { readonly value: string | readonly string[] } | string;

/** Resolves with the value of a typed line, or with a message that says why the line is not an answer. */
async function readAnswer(asked: Asked, line: string): Promise<Read> {
  const typed = line.trim();
  switch (asked.form) {
    case "text": {
      const text = typed === "" ? asked.usual : line;
      return (await asked.check(text)) ?? { value: text };
    }
    case "choose": {
      const value = typed === "" ? asked.usual : (numbered(asked.choices, typed) ?? byWords(asked, typed));
      return value === undefined ? `Type a number from 1 to ${asked.choices.length}.` : { value };
    }
    case "tick": {
      const values = ticked(asked.choices, asked.usual, typed);
      if (values === undefined) return `Type numbers from 1 to ${asked.choices.length}, such as 1,3, or 0 for none.`;
      return (await asked.check(values)) ?? { value: values };
    }
  }
}

/** Returns the choice that contains every typed word; undefined if several do, or none. */
function byWords(asked: Asked & { readonly form: "choose" }, typed: string): string | undefined {
  if (!asked.find || !/\p{L}/u.test(typed)) return undefined;
  const words = typed.toLowerCase().split(/\s+/);
  const [only, another] = asked.choices.filter(({ name }) => words.every((each) => name.toLowerCase().includes(each)));
  return another === undefined ? only?.value : undefined;
}

function numbered(choices: readonly Choice[], typed: string): string | undefined {
  return /^\d{1,4}$/.test(typed) ? choices[Number(typed) - 1]?.value : undefined;
}

function ticked(choices: readonly Choice[], usual: readonly string[], typed: string): readonly string[] | undefined {
  if (typed === "") return usual;
  if (typed === "0") return [];
  const values = typed.split(/[\s,]+/).map((each) => numbered(choices, each));
  return values.some((each) => each === undefined) ? undefined : values.filter((each) => each !== undefined);
}
