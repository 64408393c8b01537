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
import { damaged, notAFolder, untrusted, unusable } from "../trouble/trouble.ts";
import { networkDrive, OnNetworkDrive } from "./network-drive.ts";
import { Owners } from "./owners.ts";
import { removeSideFile, SideFile, setAside } from "./side-file.ts";
import { distrustIn, isFileForFolder } from "./trust.ts";

/** The storage of a journal. Writes are durable on return; every call may throw. */
export interface Disk {
  readonly path: string;
  readonly database: Database;
  /** Registers this process among those that share the journal. `mustLive` throws if the registration was lost. */
  owners(): Pick<Owners, "name" | "isAlive" | "sweep" | "release"> & { mustLive?(): void };
  /** Reserves space for results that cannot be recorded. */
  reserve(owner: string): Pick<SideFile, "keep" | "tryToKeep" | "isUsed" | "close">;
  /** Returns the results that `owner` could not record, oldest first. */
  setAside(owner: string): unknown[];
  /** Releases the reserved space of a dead process. */
  release(owner: string): void;
  /** As a last resort, writes `text` to a new file outside the journal's folder; returns its path. */
  rescue(name: string, text: string): string;
  /** Only for a journal on a server. */
  readonly server?: ServerIdentity | undefined;
  /** Only for a journal on a server. */
  about?(): ServerAbout;
  /** Why nothing can be recorded: the server is a standby, or this user has only read access. */
  readonly onlyReads?: Problem | undefined;
  /** The current user, if several people share the journal. */
  readonly by?: Intent["by"];
  /**
   * The common clock of the computers that share the journal, in Unix milliseconds, for the request window and for
   * elapsed times; absent for a journal in a file.
   */
  readonly time?: () => number;
  readonly machine?: () => MachineTime;
  /** Milliseconds added to the request window, for journals where more time can pass before a request is sent. */
  readonly margin?: number;
  /** Only for a journal on a server: whether the connection is known to be lost. */
  isAway?(): boolean;
  /**
   * Reconnects after the connection was lost, and registers this process again. `isSame` returns whether the journal
   * still has its earlier records. Throws if the server cannot be reached or the journal is not the same
   * (`LacksRecords`).
   */
  reconnect?(isSame: () => boolean): Promise<void>;
}

/** Opens a journal's file on this computer. Problem: `journal-unusable`. */
export function openDisk(path: string): Result<Disk> {
  if (isFileForFolder(path)) return fail(notAFolder(dirname(path)));
  const distrust = distrustIn(path);
  if (distrust !== undefined) return fail(untrusted(path, distrust));
  const lost = lostIn(path);
  if (!lost.ok) return lost;
  if (lost.value !== undefined) return fail(damaged(path, lost.value));
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

/** What the file's log lost. Problem: `journal-unusable` if the log cannot be read. */
function lostIn(path: string): Result<string | undefined> {
  try {
    return ok(lostInLog(path));
  } catch (error) {
    return fail(unusable(error, "read"));
  }
}
