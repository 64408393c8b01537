import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { demand, fetchNode, installFor, patience } from "../support/published.ts";

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
  /** Runs a program, by its path there; what it printed. */
  run(words: readonly string[]): { readonly code: number | null; readonly all: string };
  end(): void;
}

export function startWindows(): Windows {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-wine-"));
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    // Wine keeps no name that the locale cannot write.
    LC_ALL: "C.UTF-8",
    WINEPREFIX: join(folder, "prefix"),
    WINEDEBUG: "-all",
    WINEDLLOVERRIDES: "mscoree,mshtml=",
    CASES_ON_WINE: "1",
  };
  demand(wine, ["wineboot", "-i"], { env });
  demand(wine, ["winecfg", "-v", "win10"], { env });
  const known = new Map<Major, string>();
  return {
    node: (major) => {
      const found = known.get(major) ?? drive(nodeForWine(major, folder));
      known.set(major, found);
      return found;
    },
    selfbill: drive(installFor(["--os=win32", "--cpu=x64"], join(folder, "installed"))),
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

/** A path of this computer as Wine shows it. */
export function drive(path: string): string {
  return `Z:${path.replaceAll("/", "\\")}`;
}
