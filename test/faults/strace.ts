import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * The system calls of a send: those that leave something behind on disk or wire, and those that take something from there. SQLite's reads
 * of its own pages (pread64) are left out: before one of them everything is as it is before the next call here.
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

/** Why strace cannot be used here; undefined when it can. */
export function straceMissing(): string | undefined {
  if (process.platform !== "linux") return "strace is for Linux";
  const { error, status } = spawnSync("strace", ["-o", "/dev/null", "true"], { stdio: "ignore" });
  if (error) return "strace is not installed";
  return status === 0 ? undefined : "strace may not trace here";
}

/** One call of a traced run, in order. Only the main thread is traced: SQLite and the network are there. */
export interface Traced {
  readonly call: string;
  /** The whole line. */
  readonly line: string;
  /** It is the n-th of its kind, from 1. */
  readonly n: number;
  /** It goes to a pipe or counter by which the process wakes itself: neither disk nor wire know of it. */
  readonly inner: boolean;
}

/** Around a command: writes all calls into `log`, files and sockets by name. */
export function tracing(log: string): string[] {
  return ["strace", "-y", "-s", "0", "-o", log, "-e", `trace=${calls.join()}`];
}

/** What `tracing` wrote. */
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

/** Something that happens to the n-th call of a kind in the main thread. */
export interface Injection {
  readonly call: string;
  readonly n: number;
  /** `signal=SIGKILL`: it comes before the call is carried out. `error=EIO`: the call is not carried out. */
  readonly what: string;
  /** From the n-th on every one. */
  readonly onward?: boolean;
}

/** Around a command: makes it happen, and writes down whether it did. */
export function injecting({ call, n, what, onward }: Injection, log: string): string[] {
  const when = `inject=${call}:${what}:when=${n}${onward ? "+" : ""}`;
  return ["strace", "-y", "-s", "0", "-o", log, "-e", `trace=${call}`, "-e", when];
}

/** Whether it happened, by what `injecting` wrote; an error to a call that has to do with `path`. */
export function happened({ what }: Injection, log: string, path = ""): boolean {
  const [kind, name = ""] = what.split("=");
  const lines = readFileSync(log, "utf8").split("\n");
  if (kind === "error") return lines.some((line) => line.includes("(INJECTED)") && line.includes(path));
  return lines.some((line) => line.includes(`--- ${name} `) || line.includes(`killed by ${name}`));
}
