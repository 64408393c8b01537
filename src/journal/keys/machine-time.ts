import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { hostname, uptime } from "node:os";

/** A moment by a clock that nobody can set: it runs from the start of the computer to the next one. */
export interface MachineTime {
  /** Which run of the computer; `started S` (Unix seconds) where the system has no name for it. */
  readonly boot: string;
  /** Milliseconds; a time of sleep may be missing from it. */
  readonly at: number;
}

/** Now. The same for all processes of this computer. */
export function machineTime(): MachineTime {
  return { boot: bootOf(), at: Math.floor(Number(process.hrtime.bigint() / 1_000_000n)) };
}

let known: string | undefined;

function bootOf(): string {
  if (known !== undefined) return known;
  try {
    known = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return known;
  } catch {
    // Told by the clock that may be set: then it looks like a restart, after which nothing is concluded.
    return `started ${Math.round(Date.now() / 1000 - uptime())}`;
  }
}

/** The start of one run of the computer is told with so much error, in seconds. */
const sameStart = 3;

/** Milliseconds that passed since then; undefined when the computer was started again, or when that cannot be told. */
export function elapsedSince(then: Partial<MachineTime>, now: MachineTime): number | undefined {
  if (then.boot === undefined || then.at === undefined || !sameBoot(then.boot, now.boot)) return undefined;
  const passed = now.at - then.at;
  return passed >= 0 ? passed : undefined;
}

function sameBoot(one: string, other: string): boolean {
  const [a, b] = [one, other].map((boot) => /^started (\d+)$/.exec(boot)?.[1]);
  if (a !== undefined && b !== undefined) return Math.abs(Number(a) - Number(b)) <= sameStart;
  return one !== "" && one === other;
}

/** Where documents are sent from, as a journal notes it. */
export interface SendingPlace {
  /** As in `MachineTime`. */
  readonly boot: string;
  /** Of the computer, the home on it and the journal's own file; a hash, which tells none of them. */
  readonly where: string;
}

/** That run of this computer, with this home and the journal in this file. */
export function sendingPlace({ boot }: MachineTime, home: string, file: string): SendingPlace {
  const where = createHash("sha256")
    .update(JSON.stringify([machineId(), home, fileId(file)]))
    .digest("hex");
  return { boot, where };
}

/** What a copy that is put in a file's place does not share with it; empty where the system cannot tell. */
function fileId(path: string): string {
  try {
    const { ino, birthtimeNs, ctimeNs } = statSync(path, { bigint: true });
    // A system that keeps no time of birth may name the time of the last change instead.
    return `${ino} ${birthtimeNs === ctimeNs ? "" : birthtimeNs}`;
  } catch {
    return "";
  }
}

/** Whether two are the same run of the same computer, with the same home. */
export function isSamePlace(one: SendingPlace, other: SendingPlace): boolean {
  return one.where === other.where && sameBoot(one.boot, other.boot);
}

/** What a copy of a disk does not share with another computer, where the system has such an id; else its name. */
function machineId(): string {
  for (const path of ["/etc/machine-id", "/var/lib/dbus/machine-id"]) {
    try {
      return readFileSync(path, "utf8").trim();
    } catch {
      // Another system keeps it elsewhere.
    }
  }
  return hostname();
}
