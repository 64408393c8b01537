import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "./run-selfbill.ts";

/** A time limit in milliseconds that is enough for a busy or emulated computer. */
export const patience = 900_000;

/** Thrown if Node, or a package that selfbill needs, is not available from the registry. */
export class NotFetched extends Error {}

/** Node as published to npm for other platforms: its version, and the SHA-512 of the package. */
const nodes = {
  "win-x64 20": ["20.20.2", "JCwLL25UBIyiXLXUN6dfb/AMZTBtV5LUugV+DpurEn3uAM/GKm7Z/rgR4aV5Z76UHSbzK4n43ox6GTvsOAoNxA=="],
  "win-x64 22": ["22.23.3", "lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg=="],
  "win-x64 24": ["24.21.0", "0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA=="],
  "linux-x64 22": [
    "22.23.3",
    "qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==",
  ],
  "linux-arm64 20": [
    "20.20.2",
    "LCXJnNTFiyGuYBw2gZSI5OBFMbkjAPt8sqD/NKrWoE2QmDgSubTqFng6GaNJ9EJ8HpxBMGcWWpbbcs4Vo+CnGg==",
  ],
  "linux-arm64 24": [
    "24.21.0",
    "FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  ],
} as const;

export type PublishedNode = keyof typeof nodes;

/** Installs Node for another platform in the folder; returns the program's path. */
export function fetchNode(wanted: PublishedNode, folder: string): string {
  const [version, sha512] = nodes[wanted];
  const [computer = ""] = wanted.split(" ");
  const into = join(folder, `node-${computer}-${version}`);
  mkdirSync(into);
  demand("npm", ["pack", `node-${computer}@${version}`, "--pack-destination", into], { cwd: folder });
  const packed = join(into, `node-${computer}-${version}.tgz`);
  if (createHash("sha512").update(readFileSync(packed)).digest("base64") !== sha512)
    throw new Error(`${packed} is not the Node that was looked at`);
  const program = `package/bin/node${computer.startsWith("win") ? ".exe" : ""}`;
  demand("tar", ["xzf", packed, "-C", into, program], {});
  rmSync(packed);
  return join(into, program);
}

/**
 * Installs the project as it would be published, with the dependencies for the platform given by npm's options;
 * returns the path of the entry point.
 */
export function installFor(computer: readonly string[], folder: string): string {
  mkdirSync(folder);
  demand("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: top });
  const { version } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), "{}");
  const plain = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  demand("npm", ["install", ...computer, ...plain, join(folder, `selfbill-${version}.tgz`)], { cwd: folder });
  return join(folder, "node_modules", "selfbill", "bin", "selfbill.cjs");
}

/** Runs a program that must succeed; returns its output. */
export function demand(
  program: string,
  words: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv },
): string {
  const { status, stdout, stderr } = spawnSync(program, words, { ...options, encoding: "utf8", timeout: patience });
  if (status === 0) return stdout;
  const why = `${program} ${words.join(" ")} ended with ${status}: ${stderr}`;
  throw /\b(?:EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|E404|E403|ERR_SOCKET_TIMEOUT)\b/.test(stderr)
    ? new NotFetched(why)
    : new Error(why);
}
