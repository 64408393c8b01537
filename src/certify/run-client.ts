import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** A client and how it is run. */
export interface Running {
  readonly command: string;
  /** What the client's environment holds beside what it is given. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** After so long a client that has not ended is ended, with all programs that it started. */
  readonly milliseconds: number;
  /** Kept when whoever runs this stops: the client is ended too. */
  readonly stopped?: Promise<void>;
  /** Takes each line that the client writes to its standard error. */
  readonly heard?: (line: string) => void;
}

/** How a client ended. */
export interface Ended {
  /** Standard output, its last million characters. */
  readonly output: string;
  /** The last lines of its standard error. */
  readonly lastWords: readonly string[];
  /** null where a signal ended it. */
  readonly exitCode: number | null;
  /** It was ended because its time was over. */
  readonly timedOut: boolean;
}

const mostOutput = 1_000_000;
const mostLines = 10;
const mostOfLine = 500;

/** Runs a client. When the promise resolves, the client has ended, and so has everything that it started. */
export function runClient(running: Running, given: Readonly<Record<string, string>>): Promise<Ended> {
  const { command, environment, milliseconds, stopped, heard } = running;
  return new Promise<Ended>((resolve) => {
    // Settings of whoever runs this must not reach the client: a token of a real service least of all.
    const kept = Object.entries(environment).filter(([name]) => !/^SELFBILL_/i.test(name));
    const env = { ...Object.fromEntries(kept), ...given };
    // A group of its own: what a shell starts for it is ended with it.
    const detached = process.platform !== "win32";
    const child = spawn(command, { shell: true, detached, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let over = false;
    let timedOut = false;
    const lastWords: string[] = [];
    // Not after it is over: its number may be another program's by then.
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
    // What it left running would hold its output open, and go on sending.
    child.on("exit", end).on("close", done);
    child.on("error", ({ message }) => {
      lastWords.push(message);
      done(null);
    });
  });
}

/**
 * Ends the client with what it started. Windows finds a program's descendants only while it runs: what a client there leaves behind goes on, and
 * may hold its outputs open for ever, so these are closed.
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
    // Nothing of it runs any more.
  }
}
