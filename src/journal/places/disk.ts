import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Database, lostInLog, openDatabase } from "../../database/index.ts";
import { fail, ok, type Result } from "../../problem/index.ts";
import type { MachineTime } from "../keys/machine-time.ts";
import type { ServerIdentity } from "../server/identity.ts";
import { prepareJournal } from "../store/prepare.ts";
import type { Intent } from "../store/records.ts";
import { damaged, untrusted, unusable } from "../trouble/trouble.ts";
import { networkDrive, OnNetworkDrive } from "./network-drive.ts";
import { Owners } from "./owners.ts";
import { removeSideFile, SideFile, setAside } from "./side-file.ts";
import { distrustIn } from "./trust.ts";

/** Everything that a journal keeps, and where. What a call has written is durable when it returns; every call may throw. */
export interface Disk {
  /** The journal's file, for the words of a problem. */
  readonly path: string;
  readonly database: Database;
  /** Takes a name for this process among those who share the journal. `mustLive` throws when the name is this process's no more. */
  owners(): Pick<Owners, "name" | "isAlive" | "sweep" | "release"> & { mustLive?(): void };
  /** Reserves room for results that cannot be recorded. */
  reserve(owner: string): Pick<SideFile, "keep" | "tryToKeep" | "isUsed" | "close">;
  /** What a process that is gone has set aside, the oldest first. */
  setAside(owner: string): unknown[];
  /** Gives the room of a process that is gone free. */
  release(owner: string): void;
  /** The last way to keep a text: a new file outside of the journal's folder; its path. */
  rescue(name: string, text: string): string;
  /** Of a journal on a server: which one it is. */
  readonly server?: ServerIdentity | undefined;
  /** Where several people share it: who this is. */
  readonly by?: Intent["by"];
  /** Where several computers share it: the one clock for requests of a minute (Unix milliseconds), and for what passed since a record. */
  readonly time?: () => number;
  readonly machine?: () => MachineTime;
  /** How much longer than the service's minute a turn counts, in milliseconds, where requests take longer to leave. */
  readonly margin?: number;
  /**
   * Opens the way to it again where that was lost; true when it can be asked. `isSame`: whether it has what it had. Throws where it cannot be
   * reached, or is not the same.
   */
  reconnect?(isSame: () => boolean): boolean;
}

/** The files of this computer. Problem: `journal-unusable`. */
export function openDisk(path: string): Result<Disk> {
  const distrust = distrustIn(path);
  if (distrust !== undefined) return fail(untrusted(path, distrust));
  const lost = lostInLog(path);
  if (lost !== undefined) return fail(damaged(path, lost));
  const opened = openDatabase(path, "", { code: "journal-unusable" });
  if (!opened.ok) return opened;
  try {
    const prepared = prepareJournal(opened.value, path, Date.now());
    if (!prepared.ok) {
      opened.value.close();
      return prepared;
    }
  } catch (error) {
    opened.value.close();
    return fail(unusable(error));
  }
  const folder = join(dirname(path), "journal.owners");
  return ok({
    path,
    database: opened.value,
    owners: () => new Owners(folder),
    reserve: (owner) => {
      const drive = networkDrive(dirname(path));
      if (drive !== undefined) throw new OnNetworkDrive(drive);
      return new SideFile(folder, owner);
    },
    setAside: (owner) => setAside(folder, owner),
    release: (owner) => removeSideFile(folder, owner),
    rescue(name, text) {
      const file = join(tmpdir(), name);
      writeFileSync(file, text, { mode: 0o600, flag: "wx" });
      return file;
    },
  });
}
