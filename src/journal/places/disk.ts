import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Database, lostInLog, openDatabase } from "../../database/index.ts";
import { fail, ok, type Problem, type Result } from "../../problem/index.ts";
import type { MachineTime } from "../keys/machine-time.ts";
import type { ServerAbout } from "../server/about.ts";
import type { ServerIdentity } from "../server/identity.ts";
import { prepareJournal } from "../store/prepare.ts";
import type { Intent } from "../store/records.ts";
import { damaged, untrusted, unusable } from "../trouble/trouble.ts";
import { networkDrive, OnNetworkDrive } from "./network-drive.ts";
import { Owners } from "./owners.ts";
import { removeSideFile, SideFile, setAside } from "./side-file.ts";
import { distrustIn } from "./trust.ts";

/** The storage of a journal. What a call has written is durable when it returns; every call may throw. */
export interface Disk {
  /** The journal's file, for messages. */
  readonly path: string;
  readonly database: Database;
  /** Takes a name for this process among those that share the journal. `mustLive` throws if the name is no longer this process's. */
  owners(): Pick<Owners, "name" | "isAlive" | "sweep" | "release"> & { mustLive?(): void };
  /** Reserves space for results that cannot be recorded. */
  reserve(owner: string): Pick<SideFile, "keep" | "tryToKeep" | "isUsed" | "close">;
  /** Returns the results that a dead process has set aside, oldest first. */
  setAside(owner: string): unknown[];
  /** Releases the reserved space of a dead process. */
  release(owner: string): void;
  /** Writes a text into a new file outside of the journal's folder, as a last resort; returns the path of the file. */
  rescue(name: string, text: string): string;
  /** For a journal on a server: the server's identity. */
  readonly server?: ServerIdentity | undefined;
  /** For a journal on a server: the server's state. */
  about?(): ServerAbout;
  /** For a journal on a server that is a standby, or that this user may only read: why nothing is recorded. */
  readonly onlyReads?: Problem | undefined;
  /** The present user, if several people share the journal. */
  readonly by?: Intent["by"];
  /** If several computers share the journal: the common clock for the request window (Unix milliseconds), and for the time since a record. */
  readonly time?: () => number;
  readonly machine?: () => MachineTime;
  /** Extra milliseconds for which a request counts towards the rate limit, for journals where requests take longer to leave. */
  readonly margin?: number;
  /** For a journal on a server: whether the connection is lost, as far as known. */
  isAway?(): boolean;
  /**
   * Connects again after a lost connection, and takes this process's name again. `isSame` tells whether the journal
   * still has the records that it had. Throws if the server cannot be reached or the journal is not the same
   * (`LacksRecords`).
   */
  reconnect?(isSame: () => boolean): Promise<void>;
}

/** Opens the storage of a journal in a file on this computer. Problem: `journal-unusable`. */
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
