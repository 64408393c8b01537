import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bringToEnd } from "./bring-to-end.ts";
import { runHere, runProgram, sending } from "./command.ts";
import { judgeStop } from "./disk.ts";
import type { Lane } from "./lane.ts";
import type { Tally } from "./report.ts";

/** Free space on the disk, in KiB: more than a send needs. */
const most = 480;

/**
 * Sends with a journal on a real, nearly full disk of 4 MiB. If mounting is not allowed, only reports that.
 */
export async function smallDisk(lane: Lane, count: number, tally: Tally, say: (line: string) => void): Promise<void> {
  const step = Math.max(8, Math.ceil(most / Math.max(1, count / 8) / 4) * 4);
  for (let left = 0; left <= most; left += step) {
    const mounted = await onSmallDisk(lane, async (home) => {
      const { bavail, bsize } = statfsSync(home);
      const ballast = join(home, "ballast");
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left * 1024)));
      await sendOn(home, `a real disk with ${left} KiB left`, () => rmSync(ballast), lane, tally);
      tally.fault("a real disk that is nearly full");
    });
    if (!mounted) {
      say("  skipped: a real full disk, which needs the right to mount one");
      return;
    }
  }
  await onSmallDisk(lane, async (home) => {
    const remount = (how: string) => spawnSync("mount", ["-o", `remount,${how}`, home]);
    if (remount("ro").status !== 0) return;
    await sendOn(home, "a real disk that is read-only", () => remount("rw"), lane, tally);
    tally.fault("a real disk that is read-only");
  });
}

/** Returns false if mounting is not allowed. */
async function onSmallDisk(lane: Lane, use: (home: string) => Promise<void>): Promise<boolean> {
  const { data } = await lane.prepare("there");
  // Never reuse a path: see Lane.prepare.
  const home = `${data}-on-a-small-disk`;
  mkdirSync(home);
  const mount = spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m,mode=0700", "tmpfs", home]);
  if (mount.status !== 0) return false;
  try {
    cpSync(data, join(home, "data"), { recursive: true });
    await use(home);
  } finally {
    spawnSync("umount", ["-l", home]);
  }
  return true;
}

/** Sends one file, then repairs the disk and finishes sending the file. */
async function sendOn(home: string, name: string, repair: () => unknown, lane: Lane, tally: Tally): Promise<void> {
  const { service } = lane;
  const papers = lane.papers(1);
  const files = papers.map(({ file }) => file);
  const settings = { ...service.settings, SELFBILL_HOME: home };
  const it = { name, papers, settings, service, tally, lived: true };
  service.behave("created");
  tally.sends += 1;
  const said = await runProgram(sending(files), settings);
  await service.idle();
  judgeStop(it, said);
  repair();
  await bringToEnd(it, said, () => runHere(files, settings));
}
