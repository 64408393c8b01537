import { spawnSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./run-selfbill.ts";

/** Mounts a separate disk of one mebibyte; returns its folder, or undefined if mounting is not allowed. */
export function smallDisk(): string | undefined {
  const folder = temporaryFolder();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status !== 0) return undefined;
  // On Node 20, a file stays open until its statements are garbage-collected: the folder is released immediately, the
  // disk later.
  onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
  return folder;
}

/** Leaves `left` bytes free, in whole pages. */
export function fillUp(disk: string, left = 0): void {
  const ballast = join(disk, "ballast");
  rmSync(ballast, { force: true });
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - left));
}
