import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

export interface Running {
  readonly command: string;
  /** Additional environment variables for the client. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds after which the client and all programs it started are stopped. */
  readonly milliseconds: number;
  /** Resolves when the user stops the run, which also stops the client. */
  readonly stopped?: Promise<void>;
  /** Called with each line of the client's standard error. */
  readonly heard?: (line: string) => void;
}

/** How a client ended. */
export interface Ended {
  /** Standard output, at most the last million characters. */
  readonly output: string;
  /** The last lines of its standard error. */
  readonly lastWords: readonly string[];
  /** Null if the client was ended by a signal. */
  readonly exitCode: number | null;
  /** Whether the client was stopped because its time had run out. */
  readonly timedOut: boolean;
}

const mostOutput = 1_000_000;
const mostLines = 10;
const mostOfLine = 500;

/** Runs a client. When the promise resolves, it has ended and, except on Windows, so has everything it started. */
export function runClient(running: Running, given: Readonly<Record<string, string>>): Promise<Ended> {
  const { command, environment, milliseconds, stopped, heard } = running;
  return new Promise<Ended>((resolve) => {
    // The user's own settings must not reach the client, in particular the token for a real service.
    const kept = Object.entries(environment).filter(([name]) => !/^SELFBILL_/i.test(name));
    const env = { ...Object.fromEntries(kept), ...given };
    // A separate process group, so that all processes started by a shell end with it.
    const detached = process.platform !== "win32";
    const child = spawn(command, { shell: true, detached, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let over = false;
    let timedOut = false;
    const lastWords: string[] = [];
    // Does nothing after the client has ended, because its process id may now belong to another program.
    const end = (): void => {
      if (!over) endGroup(child);
    };
    const timer = setTimeout(() => {
      timedOut = !over;
      end();
    }, milliseconds);
    void stopped?.then(end);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-mostOutput);
    });
    createInterface({ input: child.stderr }).on("line", (line) => {
      heard?.(line);
      if (line.trim() !== "") lastWords.push(line.slice(0, mostOfLine));
      if (lastWords.length > mostLines) lastWords.shift();
    });
    const done = (exitCode: number | null): void => {
      over = true;
      clearTimeout(timer);
      resolve({ output, lastWords, exitCode, timedOut });
    };
    // Programs that the client left running would keep its output open and continue to send.
    child.on("exit", end).on("close", done);
    child.on("error", ({ message }) => {
      lastWords.push(message);
      done(null);
    });
  });
}

/**
 * Stops the client and all processes it started. Windows finds a program's descendants only while the program runs:
 * processes that a client leaves running there may keep its output streams open forever, so the streams are closed.
 */
function endGroup(child: ChildProcessByStdio<null, Readable, Readable>): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === "win32") {
    const ended = (): void => {
      child.kill();
      for (const each of [child.stdout, child.stderr]) each.destroy();
    };
    spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore" })
      .on("error", ended)
      .on("exit", ended);
    return;
  }
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // None of the client's processes is still running.
  }
}
