import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync, statfsSync } from "node:fs";
import { win32 } from "node:path";

/** Types of Linux file systems that lie on another computer: linux/magic.h, and statfs(2). */
const byNumber: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "SMB/CIFS"],
  [0xfe534d42, "SMB"],
  [0x5346414f, "AFS"],
  [0x00c36400, "Ceph"],
]);
/** FUSE says in the list of mounts what it is; many of its file systems are on this computer. */
const fuse = 0x65735546;
const overNetwork = /^fuse\.(?:sshfs|rclone|s3fs|goofys|gcsfuse|davfs2?|glusterfs|curlftpfs|smbnetfs)/;

/** The same by the name that macOS gives a file system: mount(8). */
const macOverNetwork = /^(?:smbfs|nfs|afpfs|webdav|cifs|ftp|acfs|lustre|macfuse_sshfs)$/;
/** Folders of macOS that another program copies to and from a server. */
const cloudOfMac = /\/Library\/(?:CloudStorage|Mobile Documents)(?:\/|$)/;

/** What tells where a folder lies; of this computer unless a test says otherwise. */
export interface Drives {
  readonly platform: string;
  /** Number of the file system's type. */
  readonly typeOf: (folder: string) => number;
  /** The system's list of mounts: /proc/self/mountinfo of Linux, what mount(8) of macOS prints. */
  readonly mounts: () => string;
  /** The path that a drive or link of Windows really has; throws where there is none. */
  readonly realPath: (path: string) => string;
}

const ofThisComputer: Drives = {
  platform: process.platform,
  typeOf: (folder) => statfsSync(folder).type,
  mounts: () =>
    process.platform === "darwin"
      ? spawnSync("/sbin/mount", { encoding: "utf8", timeout: 5_000 }).stdout
      : readFileSync("/proc/self/mountinfo", "utf8"),
  realPath: (path) => realpathSync.native(path),
};

/**
 * The kind of network drive that a folder lies on; undefined for a disk of this computer, and where it cannot be told. SQLite's locks and its
 * write-ahead log need one computer: https://sqlite.org/wal.html
 */
export function networkDrive(folder: string, drives: Drives = ofThisComputer): string | undefined {
  try {
    if (drives.platform === "win32") return onWindows(folder, drives);
    if (drives.platform === "darwin") return onMac(folder, drives);
    if (drives.platform !== "linux") return undefined;
    const type = drives.typeOf(folder) >>> 0;
    if (type !== fuse) return byNumber.get(type);
    return overNetwork.exec(mountedAs(folder, mountsOfLinux(drives.mounts())))?.[0];
  } catch {
    return undefined; // what cannot be asked is not known to be elsewhere
  }
}

/** A share by its name, by the letter that it is mapped to (the real path of `H:\` is then `\\server\share\`), or by a link. */
function onWindows(folder: string, { realPath }: Drives): string | undefined {
  const isShare = (path: string): boolean => /^[\\/]{2}(?:[?.][\\/]UNC[\\/]|(?![?.][\\/]))/i.test(path);
  if (isShare(folder)) return "a shared folder of Windows";
  const { root } = win32.parse(folder);
  if (/^[a-z]:\\$/i.test(root) && isShare(realPath(root))) return `a shared folder of Windows, as ${root}`;
  return isShare(realPath(folder)) ? "a shared folder of Windows, by a link" : undefined;
}

/** The list of mounts is asked for only where the folder is not on the system's own kind of disk. */
function onMac(folder: string, { typeOf, mounts }: Drives): string | undefined {
  if (cloudOfMac.test(folder)) return "a folder that is copied to a server";
  if (typeOf(folder) === typeOf("/")) return undefined;
  return macOverNetwork.exec(mountedAs(folder, mountsOfMac(mounts())))?.[0];
}

interface Mount {
  readonly at: string;
  readonly type: string;
}

function mountsOfLinux(list: string): Mount[] {
  return list.split("\n").map((line) => {
    const [left = "", right = ""] = line.split(" - ");
    const at = (left.split(" ")[4] ?? "").replace(/\\([0-7]{3})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    );
    return { at, type: right.split(" ")[0] ?? "" };
  });
}

/** Lines such as `//amina@server/books on /Volumes/books (smbfs, nodev, nosuid, mounted by amina)`. */
function mountsOfMac(list: string): Mount[] {
  return list.split("\n").map((line) => {
    const [, at = "", type = ""] = / on (.+) \(([a-z0-9_]+)[,)]/.exec(line) ?? [];
    return { at, type };
  });
}

/** The type of the mount that a folder is below, by the longest one. */
function mountedAs(folder: string, mounts: readonly Mount[]): string {
  const above = mounts.filter(({ at }) => at === "/" || folder === at || (at !== "" && folder.startsWith(`${at}/`)));
  return above.reduce((longest, each) => (each.at.length >= longest.at.length ? each : longest), { at: "", type: "" })
    .type;
}

/** A journal that lies where sending from it is not safe. */
export class OnNetworkDrive extends Error {}
