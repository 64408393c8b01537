import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { top } from "./run-selfbill.ts";

/** Packs the program as published; returns the file. */
export function packInto(folder: string): string {
  const words = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const { stdout } = spawnSync("npm", words, { cwd: top, encoding: "utf8" });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(folder, filename);
}

/** Options for an installation without optional packages and without the network. */
export const offlineInstall = ["--omit=optional", "--omit=peer", "--offline", "--no-audit", "--no-fund"] as const;
