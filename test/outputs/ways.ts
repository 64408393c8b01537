import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "../support/run-selfbill.ts";

/** A terminal, a pipe, a full device, or a pipe whose reader has closed it. */
export type Output = "terminal" | "pipe" | "full" | "closed";

export interface Given {
  readonly env: Readonly<Record<string, string>>;
  /** Standard error is saved here if the output is a terminal. */
  readonly folder: string;
  readonly input?: string | undefined;
  /** A signal that is sent as soon as the text `at` appears on standard error. */
  readonly signal?: { readonly name: NodeJS.Signals; readonly at: string } | undefined;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const program = join(top, "bin/selfbill.cjs");

/** Runs a program whose standard input is a pipe or a file, never a terminal. */
export async function runInto(output: Output, words: readonly string[], given: Given): Promise<Ended> {
  const said = join(given.folder, "said.txt");
  const out = output === "full" ? openSync("/dev/full", "w") : "pipe";
  const [file, ...rest] =
    output === "terminal" ? inTerminal(words, said, given.input) : [process.execPath, program, ...words];
  const child = spawn(file ?? "", rest, { cwd: given.folder, env: given.env, stdio: ["pipe", out, "pipe"] });
  if (typeof out === "number") closeSync(out);
  if (output === "closed") child.stdout?.destroy();
  // A terminal would echo the input.
  const { code, stdout, stderr } = await ended(child, output === "terminal" ? { ...given, input: undefined } : given);
  return { code, stdout, stderr: output === "terminal" ? readFileSync(said, "utf8") : stderr };
}

/**
 * Returns a command line that runs the program in a terminal of its own, which `script` provides for standard output.
 */
function inTerminal(words: readonly string[], said: string, input = ""): string[] {
  const quoted = [process.execPath, program, ...words].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  const piped = input === "" ? "</dev/null" : `<<'END'\n${input.trimEnd()}\nEND`;
  return ["script", "-qfec", `stty cols 100 rows 50; exec ${quoted} 2>'${said}' ${piped}`, "/dev/null"];
}

function ended(child: ChildProcess, { input = "", signal }: Given): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    if (signal && stderr.includes(signal.at)) child.kill(signal.name);
  });
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(input);
  // A program that hangs would also block the test.
  const hangs = setTimeout(() => child.kill("SIGKILL"), 120_000);
  return new Promise((done, failed) => {
    child.on("error", failed);
    child.on("close", (code) => {
      clearTimeout(hangs);
      done({ code, stdout, stderr });
    });
  });
}
