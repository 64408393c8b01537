import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * System calls in a send that change or read the disk or the network. SQLite's reads of its own pages (pread64) are
 * omitted: the state before one of them equals the state before the next call in this list.
 */
export const calls = [
  "openat",
  "read",
  "recvfrom",
  "write",
  "pwrite64",
  "writev",
  "sendto",
  "fsync",
  "fdatasync",
  "ftruncate",
  "mkdir",
  "rename",
  "unlink",
  "connect",
  "close",
] as const;
export type Call = (typeof calls)[number];

/** Why strace cannot be used here; undefined if it can. */
export function straceMissing(): string | undefined {
  if (process.platform !== "linux") return "strace is for Linux";
  const { error, status } = spawnSync("strace", ["-o", "/dev/null", "true"], { stdio: "ignore" });
  if (error) return "strace is not installed";
  return status === 0 ? undefined : "strace may not trace here";
}

/** A logged system call. Only the main thread is traced: it runs SQLite and the network. */
export interface Traced {
  readonly call: string;
  /** The whole line of the log. */
  readonly line: string;
  /** The n-th call of its kind, from 1. */
  readonly n: number;
  /**
   * Whether the call concerns a pipe or counter that the process uses to wake itself; such a call affects neither
   * disk nor network.
   */
  readonly inner: boolean;
}

/** Logs all calls of a command, with names of files and sockets. */
export function tracing(log: string): string[] {
  return ["strace", "-y", "-s", "0", "-o", log, "-e", `trace=${calls.join()}`];
}

export function tracedIn(log: string): Traced[] {
  const counts = new Map<string, number>();
  return readFileSync(log, "utf8")
    .split("\n")
    .flatMap((line): Traced[] => {
      const [, call = ""] = /^(\w+)\(/.exec(line) ?? [];
      if (call === "") return [];
      const n = (counts.get(call) ?? 0) + 1;
      counts.set(call, n);
      const inner = /^\w+\((?:[3-9]|\d\d+)<(?:pipe:|anon_inode:)/.test(line);
      return [{ call, line, n, inner }];
    });
}

/** A fault at the n-th call of a kind in the main thread. */
export interface Injection {
  readonly call: string;
  readonly n: number;
  /** `signal=SIGKILL`: sent before the call is executed. `error=EIO`: the call is not executed. */
  readonly what: string;
  /** Whether every call from the n-th onwards fails. */
  readonly onward?: boolean;
}

/** Injects the fault into a command, and logs whether it occurred. */
export function injecting({ call, n, what, onward }: Injection, log: string): string[] {
  const when = `inject=${call}:${what}:when=${n}${onward ? "+" : ""}`;
  return ["strace", "-y", "-s", "0", "-o", log, "-e", `trace=${call}`, "-e", when];
}

/**
 * Whether the fault occurred, according to the log of `injecting`; an error counts only at a call that involves
 * `path`.
 */
export function happened({ what }: Injection, log: string, path = ""): boolean {
  const [kind, name = ""] = what.split("=");
  const lines = readFileSync(log, "utf8").split("\n");
  if (kind === "error") return lines.some((line) => line.includes("(INJECTED)") && line.includes(path));
  return lines.some((line) => line.includes(`--- ${name} `) || line.includes(`killed by ${name}`));
}
