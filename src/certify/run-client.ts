import { type ChildProcess, spawn } from "node:child_process";

/** A client and how it is run. */
export interface Running {
  readonly command: string;
  /** What the client's environment holds beside what it is given. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** After so long a client that has not ended is ended, with all programs that it started. */
  readonly milliseconds: number;
  /** Kept when whoever runs this stops: the client is ended too. */
  readonly stopped?: Promise<void>;
}

/** What the client printed. It has ended when this is kept, and so has everything that it started. */
export function runClient(running: Running, given: Readonly<Record<string, string>>): Promise<string> {
  const { command, environment, milliseconds, stopped } = running;
  return new Promise<string>((resolve) => {
    // Settings of whoever runs this must not reach the client: a token of a real service least of all.
    const kept = Object.entries(environment).filter(([name]) => !/^SELFBILL_/i.test(name));
    const env = { ...Object.fromEntries(kept), ...given };
    // A group of its own: what a shell starts for it is ended with it.
    const detached = process.platform !== "win32";
    const child = spawn(command, { shell: true, detached, env, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    let over = false;
    // Not after it is over: its number may be another program's by then.
    const end = (): void => {
      if (!over) endGroup(child);
    };
    const timer = setTimeout(end, milliseconds);
    void stopped?.then(end);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-1_000_000);
    });
    const done = (): void => {
      over = true;
      clearTimeout(timer);
      resolve(output);
    };
    // What it left running would hold its output open, and go on sending.
    child.on("exit", end).on("error", done).on("close", done);
  });
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore" }).on("error", () => undefined);
    return;
  }
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing of it runs any more.
  }
}
