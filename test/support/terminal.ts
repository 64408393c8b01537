import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import xterm from "@xterm/headless";
import { onTestFinished } from "vitest";
import type { Piece } from "../picture/svg.ts";
import { top } from "./run-selfbill.ts";

/** How to run a program in its own terminal. */
export interface TerminalOptions {
  readonly home: string;
  readonly cwd: string;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly program?: readonly string[];
}

/** The character sequence that each key sends. */
export const keys = {
  enter: "\r",
  up: "\x1b[A",
  down: "\x1b[B",
  space: " ",
  escape: "\x1b",
  interrupt: "\x03",
  end: "\x04",
  clear: "\x15",
} as const;

const usual = [process.execPath, `${top}/bin/selfbill.cjs`];

/**
 * Runs the built program in a real pseudo-terminal, with a screen that tests can read. Every call waits for text on
 * the screen; if it does not appear within the test's timeout, the test fails and reports the screen.
 */
export class TerminalRun {
  readonly #screen: xterm.Terminal;
  readonly #child: ReturnType<typeof spawn>;
  readonly #waiting = new Set<() => void>();
  #code: number | undefined;
  #raw = "";

  constructor(words: readonly string[], { home, cwd, columns = 100, env = {}, program = usual }: TerminalOptions) {
    const rows = 50;
    this.#screen = new xterm.Terminal({ cols: columns, rows, scrollback: 5_000, allowProposedApi: true });
    const line = [...program, ...words].map(quoted).join(" ");
    // The terminal that `script` creates has no size.
    this.#child = spawn("script", ["-qfec", `stty cols ${columns} rows ${rows}; exec ${line}`, "/dev/null"], {
      cwd,
      env: { PATH: process.env.PATH, HOME: home, LANG: "C.UTF-8", TERM: "xterm", SELFBILL_HOME: home, ...env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#child.stdout?.on("data", (bytes: Buffer) => {
      this.#raw += bytes.toString("latin1");
      this.#screen.write(bytes, () => this.#changed());
    });
    this.#child.on("close", (code) =>
      this.#screen.write("", () => {
        this.#code = code ?? -1;
        this.#changed();
      }),
    );
    onTestFinished(() => void this.#child.kill("SIGKILL"));
  }

  lines(): string[] {
    const buffer = this.#screen.buffer.active;
    const lines = Array.from({ length: buffer.length }, (_, at) => buffer.getLine(at)?.translateToString(true) ?? "");
    while (lines.at(-1) === "") lines.pop();
    return lines;
  }

  /** The lines in parts of one style each, without blanks between them. */
  pieces(): Piece[][] {
    const buffer = this.#screen.buffer.active;
    return this.lines().map((_, at) => piecesOf(buffer.getLine(at), this.#screen.cols));
  }

  /** Waits until this text appears below the last answered question. */
  shows(text: string): Promise<void> {
    return this.#until(`shows ${text}`, () => below(this.lines()).some((line) => line.includes(text)));
  }

  /** Waits until this is the open question. */
  asks(text: string): Promise<void> {
    return this.#until(`asks ${text}`, () => openQuestion(this.lines())?.includes(text) === true);
  }

  /** Waits until this text appears anywhere, for a terminal that is not redrawn. */
  says(text: string): Promise<void> {
    return this.#until(`says ${text}`, () => this.lines().join("\n").includes(text));
  }

  /** All output, with cursor control sequences. */
  raw(): string {
    return this.#raw;
  }

  type(text: string): void {
    this.#child.stdin?.write(text);
  }

  /** Sends a signal to the program itself. */
  signal(name: NodeJS.Signals): void {
    const terminal = this.#child.pid;
    const [program] = readFileSync(`/proc/${terminal}/task/${terminal}/children`, "utf8").split(" ");
    process.kill(Number(program), name);
  }

  /** Waits for the question and types the answer. */
  async answer(question: string, text = ""): Promise<void> {
    await this.asks(question);
    this.type(`${text}${keys.enter}`);
    await this.#until(`takes ${question}: ${text}`, () => openQuestion(this.lines())?.includes(question) !== true);
  }

  /** Waits for the question and chooses the entry that begins with this text. */
  async choose(question: string, entry: string): Promise<void> {
    await this.asks(question);
    await this.#pointAt(entry);
    this.type(keys.enter);
    await this.#until(`takes ${entry}`, () => openQuestion(this.lines())?.includes(question) !== true);
  }

  /** Waits for the list and toggles entries in it. */
  async tick(question: string, ...entries: string[]): Promise<void> {
    await this.asks(question);
    for (const entry of entries) {
      await this.#pointAt(entry);
      await this.press(keys.space);
    }
    this.type(keys.enter);
  }

  /** Resolves with the exit code when the program has ended. */
  async ended(): Promise<number> {
    await this.#until("ends", () => this.#code !== undefined);
    return this.#code ?? -1;
  }

  async #pointAt(entry: string): Promise<void> {
    await this.#until(`lists ${entry}`, () => this.#isList());
    for (let step = 0; step < 100; step += 1) {
      const shown = this.lines();
      const here = shown.findLastIndex((line) => /^[❯>][ ◯◉[]/.test(line));
      const there = shown.findLastIndex((line) => line.replace(/^[❯> ]\s*(?:[◉◯]|\[[ x]\])?\s*/, "").startsWith(entry));
      if (here === there && here >= 0) return;
      // An entry that is not visible yet is further down.
      await this.press(there >= 0 && there < here ? keys.up : keys.down);
    }
    throw new Error(`the terminal never points at ${entry}; it shows:\n${this.lines().slice(-40).join("\n")}`);
  }

  /** Whether a complete list is on the screen; a list may be drawn piece by piece. */
  #isList(): boolean {
    const lines = this.lines();
    return lines.at(-1)?.includes("⏎") === true && lines.slice(-25).some((line) => /^[❯>][ ◯◉[]/.test(line));
  }

  /** Presses a key and waits until the screen changes. */
  async press(key: string): Promise<void> {
    const before = this.lines().slice(-30).join("\n");
    this.type(key);
    await this.#until("answers a key", () => this.#isList() && this.lines().slice(-30).join("\n") !== before);
  }

  #until(what: string, holds: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`the terminal never ${what}; it shows:\n${this.lines().slice(-60).join("\n")}`));
      }, 20_000);
      const look = (): void => {
        if (!holds()) return;
        clearTimeout(end);
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  #changed(): void {
    for (const look of [...this.#waiting]) look();
  }
}

/** The last prompt, joined into one line if it wraps between words, unless it has been answered. */
function openQuestion(lines: readonly string[]): string | undefined {
  const at = lines.findLastIndex((line) => /^[?✔] /.test(line));
  const first = lines[at]?.match(/^\? (.*)$/)?.[1];
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => !/^ {2}\S/.test(line));
  return first && [first, ...rest.slice(0, end < 0 ? rest.length : end)].map((line) => line.trim()).join(" ");
}

function below(lines: readonly string[]): readonly string[] {
  return lines.slice(lines.findLastIndex((line) => line.startsWith("✔ ")) + 1);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Splits a line of the screen where its style changes, and at two blanks. */
function piecesOf(line: xterm.IBufferLine | undefined, columns: number): Piece[] {
  const pieces: (Piece & { text: string })[] = [];
  for (let column = 0; column < columns; column += 1) {
    const cell = line?.getCell(column);
    const text = cell?.getChars() || " ";
    const colour = cell?.isFgPalette() ? cell.getFgColor() : undefined;
    const style = { bold: cell?.isBold() !== 0, dim: cell?.isDim() !== 0, ...(colour === undefined ? {} : { colour }) };
    const last = pieces.at(-1);
    const isSame = last && last.bold === style.bold && last.dim === style.dim && last.colour === style.colour;
    if (isSame && !last.text.endsWith("  ")) last.text += text;
    else if (text !== " ") pieces.push({ text, column, ...style });
  }
  return pieces.flatMap((piece) => {
    const text = piece.text.trimEnd();
    return text === "" ? [] : [{ ...piece, text }];
  });
}
