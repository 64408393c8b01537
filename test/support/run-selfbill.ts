import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { misanswer } from "./judge-answer.ts";

export const top = fileURLToPath(new URL("../..", import.meta.url));
const bin = join(top, "bin/selfbill.cjs");

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Options for a run; `input` goes to standard input, which is otherwise empty. */
export interface RunOptions {
  readonly home: string;
  readonly env?: Record<string, string>;
  readonly input?: string | Uint8Array;
  readonly cwd?: string;
  /** The program file to run instead of this folder's. */
  readonly program?: string;
}

/** Runs the program without a terminal and without this process's settings in its environment. */
export function runSelfbill(words: readonly string[], options: RunOptions): Promise<Ran> {
  return startSelfbill(words, options).ended;
}

/** The program while it runs. */
export interface Running {
  signal(signal: NodeJS.Signals): void;
  /** Resolves when this text appears on standard error. */
  says(text: string): Promise<void>;
  /** Standard output so far. */
  printed(): string;
  /** Standard error so far. */
  complained(): string;
  readonly ended: Promise<Ran>;
}

/** The environment of this process without what changes how selfbill runs: its own settings, a CI system, a proxy. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const isOther = ([name]: readonly [string, unknown]) =>
    !/^(?:SELFBILL_|CI$|NO_COLOR$|FORCE_COLOR$|HTTPS?_PROXY$)/i.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(isOther));
}

/** Starts the program, for tests that act on it while it runs. */
export function startSelfbill(words: readonly string[], options: RunOptions): Running {
  const child = spawn(process.execPath, [options.program ?? bin, ...words], {
    cwd: options.cwd ?? top,
    env: { ...plainEnvironment(), SELFBILL_HOME: options.home, ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.on("error", () => undefined); // the program may end before it has read all input
  child.stdin.end(options.input ?? "");
  const ended = new Promise<Ran>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", async (code, signal) => {
      // Output cut short by a kill is not checked; all other output must match the schemas.
      const wrong = signal === null ? await misanswer(words, stdout) : undefined;
      if (wrong === undefined) resolve({ code, stdout, stderr });
      else reject(new Error(wrong));
    });
  });
  const says = (text: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!stderr.includes(text)) return;
        child.stderr.off("data", look);
        resolve();
      };
      child.stderr.on("data", look);
      look();
    });
  return { signal: (signal) => child.kill(signal), says, printed: () => stdout, complained: () => stderr, ended };
}
