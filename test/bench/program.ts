import { type ChildProcess, spawn } from "node:child_process";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A built checkout: `selfbill` is this one, `before` the one given by --against. */
export interface Checkout {
  readonly name: "selfbill" | "before";
  readonly folder: string;
}

/** Returns an environment without the user's settings and without variables that slow down Node. */
export function environment(home: string): Record<string, string | undefined> {
  return { PATH: process.env.PATH, SELFBILL_HOME: home, NO_COLOR: "1" };
}

export function bin({ folder }: Checkout): string {
  return join(folder, "bin", "selfbill.cjs");
}

/** How to run a program: its environment, the exit codes that are not errors, and the program if it is not Node. */
export interface Manner {
  readonly codes?: readonly number[];
  /** The program to run instead of Node. */
  readonly program?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program; resolves with the milliseconds until it ends, whatever it prints. Rejects on an exit code not in
 * `codes`.
 */
export function run(
  words: readonly string[],
  home: string,
  { codes = [0], program = process.execPath, env = {} }: Manner = {},
): Promise<number> {
  const start = performance.now();
  const child = spawn(program, words, { env: { ...environment(home), ...env }, stdio: "ignore" });
  return new Promise((done, failed) => {
    child.on("error", failed).on("close", (code) => {
      if (code !== null && codes.includes(code)) done(performance.now() - start);
      else failed(new Error(`${words.join(" ")} ended with ${code}`));
    });
  });
}

/** A running server, with its first line and the milliseconds until it appeared. */
export interface Serving {
  readonly child: ChildProcess;
  readonly line: string;
  readonly milliseconds: number;
}

/** Starts a server; resolves once it prints a line that matches `isReady`. */
export function serve(words: readonly string[], home: string, isReady = /^/): Promise<Serving> {
  const start = performance.now();
  const child = spawn(process.execPath, words, { env: environment(home), stdio: ["ignore", "pipe", "ignore"] });
  return new Promise((ready, failed) => {
    child.on("error", failed).on("exit", (code) => failed(new Error(`${words.join(" ")} ended with ${code}`)));
    createInterface(child.stdout).on("line", (line) => {
      if (isReady.test(line)) ready({ child, line, milliseconds: performance.now() - start });
    });
  });
}

/** Like `serve`, for a program that prints nothing: ready when its port accepts a connection. */
export async function serveSilently(words: readonly string[], home: string, port: number): Promise<Serving> {
  const start = performance.now();
  const child = spawn(process.execPath, words, { env: environment(home), stdio: "ignore" });
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${words.join(" ")} ended with ${child.exitCode}`);
    await new Promise((next) => setTimeout(next, 5));
  }
  return { child, line: `http://127.0.0.1:${port}`, milliseconds: performance.now() - start };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((told) => {
    const socket = connect(port, "127.0.0.1")
      .on("connect", () => told(socket.destroy() !== undefined))
      .on("error", () => told(false));
  });
}

export function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.removeAllListeners("exit").once("exit", () => done());
    child.kill("SIGKILL");
  });
}
