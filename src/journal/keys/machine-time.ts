import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { hostname, uptime } from "node:os";

/** A moment by a clock that cannot be set; it runs from one start of the computer to the next. */
export interface MachineTime {
  /** Identifies the boot of the computer; `started S` (Unix seconds) if the system has no id for it. */
  readonly boot: string;
  /** Milliseconds; time spent asleep may be missing. */
  readonly at: number;
}

/** Returns the present moment, the same for all processes of this computer. */
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
    // Derived from the adjustable clock. If that was set, this looks like a restart, after which nothing is concluded.
    return `started ${Math.round(Date.now() / 1000 - uptime())}`;
  }
}

/** The time of a boot is known to within this many seconds. */
const sameStart = 3;

/** Returns the milliseconds since a moment; undefined if the computer was restarted, or if that is unknown. */
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

/** The place that documents are sent from, as a journal notes it. */
export interface SendingPlace {
  /** As in `MachineTime`. */
  readonly boot: string;
  /** A hash of the computer, the home on it and the journal's own file; it reveals none of them. */
  readonly where: string;
}

/** Returns the place for the current boot of this computer, this home and the journal in this file. */
export function sendingPlace({ boot }: MachineTime, home: string, file: string): SendingPlace {
  const where = createHash("sha256")
    .update(JSON.stringify([machineId(), home, fileId(file)]))
    .digest("hex");
  return { boot, where };
}

/** Identifies a file, so that a copy in its place is noticed; empty if the system cannot tell. */
function fileId(path: string): string {
  try {
    const { ino, birthtimeNs, ctimeNs } = statSync(path, { bigint: true });
    // A system that keeps no birth time may give the time of the last change instead.
    return `${ino} ${birthtimeNs === ctimeNs ? "" : birthtimeNs}`;
  } catch {
    return "";
  }
}

/** Whether two places are the same boot of the same computer, with the same home. */
export function isSamePlace(one: SendingPlace, other: SendingPlace): boolean {
  return one.where === other.where && sameBoot(one.boot, other.boot);
}

/** Identifies a computer, so that a copied disk is noticed: a system id if there is one, otherwise the computer's name. */
function machineId(): string {
  for (const path of ["/etc/machine-id", "/var/lib/dbus/machine-id"]) {
    try {
      return readFileSync(path, "utf8").trim();
    } catch {
      // Other systems keep their id elsewhere.
    }
  }
  return hostname();
}
