import { readFileSync, realpathSync, statfsSync } from "node:fs";
import { win32 } from "node:path";

/** Linux file system types whose files are on other computers (linux/magic.h, statfs(2)). */
const byNumber: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "SMB/CIFS"],
  [0xfe534d42, "SMB"],
  [0x5346414f, "AFS"],
  [0x00c36400, "Ceph"],
]);
/**
 * The type number of all FUSE file systems. Many of them are local, so the list of mounts is needed to tell them apart.
 */
const fuse = 0x65735546;
const overNetwork = /^fuse\.(?:sshfs|rclone|s3fs|goofys|gcsfuse|davfs2?|glusterfs|curlftpfs|smbnetfs)/;

/** macOS folders that another program synchronises with a server. */
const cloudOfMac = /\/Library\/(?:CloudStorage|Mobile Documents)(?:\/|$)/;

/** Access to the operating system, which tests replace. */
export interface Drives {
  readonly platform: string;
  /** The file system's type number, as statfs(2) returns it. */
  readonly typeOf: (folder: string) => number;
  /** The contents of /proc/self/mountinfo. */
  readonly mounts: () => string;
  /** Resolves Windows drive letters and links; throws if the path does not exist. */
  readonly realPath: (path: string) => string;
}

const ofThisComputer: Drives = {
  platform: process.platform,
  typeOf: (folder) => statfsSync(folder).type,
  mounts: () => readFileSync("/proc/self/mountinfo", "utf8"),
  realPath: (path) => realpathSync.native(path),
};

/**
 * Returns the kind of network drive that holds a folder; undefined for a local disk, or if the kind is unknown (on
 * macOS, only folders that the system itself synchronises are recognised). SQLite's locks and write-ahead log work
 * only on one computer: https://sqlite.org/wal.html
 */
export function networkDrive(folder: string, drives: Drives = ofThisComputer): string | undefined {
  try {
    if (drives.platform === "win32") return onWindows(folder, drives);
    if (drives.platform === "darwin")
      return cloudOfMac.test(folder) ? "a folder that is copied to a server" : undefined;
    if (drives.platform !== "linux") return undefined;
    const type = drives.typeOf(folder) >>> 0;
    if (type !== fuse) return byNumber.get(type);
    return overNetwork.exec(mountedAs(folder, drives.mounts()))?.[0];
  } catch {
    return undefined; // unknown: treated as local
  }
}

/**
 * Recognises a share by its name, by its drive letter (the real path of `H:\` is then `\\server\share\`), or through a
 * link.
 */
function onWindows(folder: string, { realPath }: Drives): string | undefined {
  const isShare = (path: string): boolean => /^[\\/]{2}(?:[?.][\\/]UNC[\\/]|(?![?.][\\/]))/i.test(path);
  if (isShare(folder)) return "a shared folder of Windows";
  const { root } = win32.parse(folder);
  if (/^[a-z]:\\$/i.test(root) && isShare(realPath(root))) return `a shared folder of Windows, as ${root}`;
  return isShare(realPath(folder)) ? "a shared folder of Windows, by a link" : undefined;
}

/** Returns the file system type of a folder's mount, which is the one with the longest matching mount point. */
function mountedAs(folder: string, mounts: string): string {
  let [longest, type] = ["", ""];
  for (const line of mounts.split("\n")) {
    const [left = "", right = ""] = line.split(" - ");
    const at = (left.split(" ")[4] ?? "").replace(/\\([0-7]{3})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    );
    const below = at === "/" || folder === at || folder.startsWith(`${at}/`);
    if (at !== "" && below && at.length >= longest.length) [longest, type] = [at, right.split(" ")[0] ?? ""];
  }
  return type;
}

/** Thrown when the journal's folder is on a network drive. */
export class OnNetworkDrive extends Error {}
