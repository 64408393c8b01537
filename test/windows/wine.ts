import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { demand, fetchNode, installFor, patience } from "../support/published.ts";
import { top } from "../support/run-selfbill.ts";

/** Debian's wine64 starts only 64-bit programs, which is all that Node for Windows needs. */
const wine = "/usr/lib/wine/wine64";

export function wineMissing(): string | undefined {
  return existsSync(wine) ? undefined : "Debian's package wine64 is not installed";
}

/** The major versions of Node that are tested. */
export type Major = "20" | "22" | "24";

/** Node for Windows under Wine, and selfbill installed there from its package. */
export interface Windows {
  /** The path of a Node executable, as programs under Wine see it. */
  node(major: Major): string;
  readonly selfbill: string;
  /**
   * The command that starts selfbill with this Node, or selfbill.exe built on this system, without selfbill's
   * arguments.
   */
  program(which: Program): readonly string[];
  /** Runs a program, whose path is given as a path under Wine. */
  run(words: readonly string[]): { readonly code: number | null; readonly all: string };
  /** The command and environment that start a program in a terminal, which becomes its console. */
  readonly console: { readonly wine: string; readonly env: Readonly<Record<string, string>> };
  end(): void;
}

export type Program = Major | "selfbill.exe";

export function startWindows(): Windows {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-wine-"));
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    // Wine drops names that the locale cannot represent.
    LC_ALL: "C.UTF-8",
    WINEPREFIX: join(folder, "prefix"),
    WINEDEBUG: "-all",
    WINEDLLOVERRIDES: "mscoree,mshtml=",
    CASES_ON_WINE: `--require ${drive(join(top, "test/windows/keep-alive-on-wine.cjs")).replaceAll("\\", "/")}`,
  };
  demand(wine, ["wineboot", "-i"], { env });
  demand(wine, ["winecfg", "-v", "win10"], { env });
  const once = kept();
  const node = (major: Major): string => once(major, () => drive(nodeForWine(major, folder)));
  const selfbill = drive(installFor(["--os=win32", "--cpu=x64"], join(folder, "installed")));
  return {
    node,
    selfbill,
    program: (which) =>
      which === "selfbill.exe"
        ? [once(which, () => drive(executable(here(node("22")), folder)))]
        : [node(which), selfbill],
    console: { wine, env: { ...env, NODE_OPTIONS: env.CASES_ON_WINE } },
    // Node does not accept a Linux pipe from Wine, so its output goes to a file.
    run: (words) => {
      const out = join(folder, "out");
      const script = '"$0" "$@" </dev/null >"$OUT" 2>&1';
      const { status } = spawnSync("sh", ["-c", script, wine, ...words], {
        env: { ...env, OUT: out },
        timeout: patience,
      });
      return { code: status, all: readFileSync(out, "utf8") };
    },
    end: () => {
      spawnSync("/usr/lib/wine/wineserver64", ["-k", "-w"], { env });
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Node for Windows as published; for Node 24, a copy in which the name of one system function is changed.
 * VirtualAlloc2 in Wine 8 lacks what V8 needs. If V8 does not find the function, it behaves as it does on Windows
 * versions without it.
 */
function nodeForWine(major: Major, folder: string): string {
  const published = fetchNode(`win-x64 ${major}`, folder);
  if (major !== "24") return published;
  const [name, other] = ["\0VirtualAlloc2\0", "\0VirtualAlloc0\0"];
  const parts = readFileSync(published, "latin1").split(name);
  if (parts.length !== 2) throw new Error(`${published} names VirtualAlloc2 ${parts.length - 1} times, not once`);
  const copy = join(dirname(published), "node-for-wine.exe");
  writeFileSync(copy, parts.join(other), "latin1");
  return copy;
}

/** Builds selfbill.exe around this Node; returns its path. */
function executable(node: string, folder: string): string {
  const out = join(folder, "executable");
  const words = [".ci/package.mjs", out, "--as-built", "--node", node];
  demand(fetchNode("linux-x64 22", folder), words, { cwd: top, env: { ...process.env, TMPDIR: folder } });
  return join(out, "selfbill.exe");
}

/** A cache that creates each named item only once. */
function kept(): (name: string, make: () => string) => string {
  const known = new Map<string, string>();
  return (name, make) => {
    const found = known.get(name) ?? make();
    known.set(name, found);
    return found;
  };
}

/** The path of a local file as seen in Wine. */
export function drive(path: string): string {
  return `Z:${path.replaceAll("/", "\\")}`;
}

/** The local path of a file as seen in Wine. */
export function here(path: string): string {
  return path.replace(/^Z:/, "").replaceAll("\\", "/");
}
