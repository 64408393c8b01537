import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { demand, fetchNode, installFor, patience } from "../support/published.ts";
import { top } from "../support/run-selfbill.ts";

/** Debian's wine64 starts what is for 64 bits alone, which is all that Node for Windows needs. */
const wine = "/usr/lib/wine/wine64";

export function wineMissing(): string | undefined {
  return existsSync(wine) ? undefined : "Debian's package wine64 is not installed";
}

/** The major versions of Node that are run. */
export type Major = "20" | "22" | "24";

/** Windows' own Node under Wine, and selfbill installed there from its package. */
export interface Windows {
  /** A Node's path, as programs there see it. */
  node(major: Major): string;
  readonly selfbill: string;
  /** A Node, or selfbill.exe made on this system, with the words that come before those for selfbill. */
  program(which: Program): readonly string[];
  /** Runs a program, by its path there; what it printed. */
  run(words: readonly string[]): { readonly code: number | null; readonly all: string };
  /** What starts a program in a terminal, which is its console, and with which environment. */
  readonly console: { readonly wine: string; readonly env: Readonly<Record<string, string>> };
  end(): void;
}

export type Program = Major | "selfbill.exe";

export function startWindows(): Windows {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-wine-"));
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    // Wine keeps no name that the locale cannot write.
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
    // Node takes no pipe of Linux from Wine: what it prints goes to a file.
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
 * Node for Windows as published; of Node 24 a copy in which the name of one function of the system is another. Wine 8 has VirtualAlloc2 without
 * what V8 asks of it. Where V8 does not find it, it does as on a Windows that has none.
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

/** selfbill.exe around this Node for Windows, made here; its path. */
function executable(node: string, folder: string): string {
  const out = join(folder, "executable");
  const words = [".ci/package.mjs", out, "--as-built", "--node", node];
  demand(fetchNode("linux-x64 22", folder), words, { cwd: top, env: { ...process.env, TMPDIR: folder } });
  return join(out, "selfbill.exe");
}

/** What was made once under a name. */
function kept(): (name: string, make: () => string) => string {
  const known = new Map<string, string>();
  return (name, make) => {
    const found = known.get(name) ?? make();
    known.set(name, found);
    return found;
  };
}

/** A path of this computer as Wine shows it. */
export function drive(path: string): string {
  return `Z:${path.replaceAll("/", "\\")}`;
}

/** And back. */
export function here(path: string): string {
  return path.replace(/^Z:/, "").replaceAll("\\", "/");
}
