import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { hostname, uptime } from "node:os";

/** A time from a monotonic clock, which starts at each boot of the computer and cannot be set. */
export interface MachineTime {
  /** Identifies the boot; `started S` (Unix seconds) if the system has no boot id. */
  readonly boot: string;
  /** Milliseconds; time that the computer spent asleep may not be included. */
  readonly at: number;
}

/** The same for all processes on this computer. */
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
    // Derived from the adjustable clock. Setting that clock looks like a restart, after which the elapsed time is
    // unknown.
    return `started ${Math.round(Date.now() / 1000 - uptime())}`;
  }
}

/** Tolerance for the boot time, in seconds. */
const sameStart = 3;

/** Milliseconds; undefined if the computer was restarted, or if that is unknown. */
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

/** The place that documents are sent from, as recorded in a journal. */
export interface SendingPlace {
  /** The same as in `MachineTime`. */
  readonly boot: string;
  /** A hash of the computer, the user's home folder and the journal's file. */
  readonly where: string;
}

export function sendingPlace({ boot }: MachineTime, home: string, file: string): SendingPlace {
  const where = createHash("sha256")
    .update(JSON.stringify([machineId(), home, fileId(file)]))
    .digest("hex");
  return { boot, where };
}

/** An id that reveals a copy put in place of the file; empty if the system does not provide one. */
function fileId(path: string): string {
  try {
    const { ino, birthtimeNs, ctimeNs } = statSync(path, { bigint: true });
    // Some systems without a birth time report the last change instead.
    return `${ino} ${birthtimeNs === ctimeNs ? "" : birthtimeNs}`;
  } catch {
    return "";
  }
}

export function isSamePlace(one: SendingPlace, other: SendingPlace): boolean {
  return one.where === other.where && sameBoot(one.boot, other.boot);
}

/** Returns the system's id or, if it has none, the computer's name, so that a copied disk can be detected. */
function machineId(): string {
  for (const path of ["/etc/machine-id", "/var/lib/dbus/machine-id"]) {
    try {
      return readFileSync(path, "utf8").trim();
    } catch {
      // Other systems store the id elsewhere.
    }
  }
  return hostname();
}
