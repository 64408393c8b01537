import { expect, test } from "vitest";
import { networkDrive, OnNetworkDrive } from "../../src/journal/places/network-drive.ts";
import { unusable } from "../../src/journal/trouble/trouble.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const mounts = `22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 0:35 / /home/amina/remote\\040files rw,nosuid shared:2 - fuse.sshfs amina@server: rw
41 22 0:36 / /home/amina/usb rw shared:3 - fuse.ntfs-3g /dev/sdb1 rw`;
const realPath = (path: string): string => path;
const linux = (type: number) => ({ platform: "linux", typeOf: () => type, mounts: () => mounts, realPath });
const windows = (drive: string) => ({ ...linux(0), platform: "win32", realPath: () => drive });
const mac = { ...linux(0x6969), platform: "darwin" };

test.each([
  ["NFS", "/mnt/books", linux(0x6969), "NFS"],
  ["CIFS", "/mnt/books", linux(0xff534d42), "SMB/CIFS"],
  ["CIFS with a sign", "/mnt/books", linux(0xff534d42 | 0), "SMB/CIFS"],
  ["SMB 2", "/mnt/books", linux(0xfe534d42), "SMB"],
  ["sshfs, in a folder whose name has a space", "/home/amina/remote files/journal", linux(0x65735546), "fuse.sshfs"],
  ["a USB disk by FUSE", "/home/amina/usb/journal", linux(0x65735546), undefined],
  ["ext4", "/home/amina", linux(0xef53), undefined],
  ["a share of Windows", "\\\\server\\books", windows("C:\\"), "a shared folder of Windows"],
  ["a share in the long form", "\\\\?\\UNC\\server\\books", windows("C:\\"), "a shared folder of Windows"],
  ["a share mapped to a letter", "H:\\books", windows("\\\\server\\share\\"), "a shared folder of Windows, as H:\\"],
  ["the same in the long form", "H:\\", windows("\\\\?\\UNC\\server\\s"), "a shared folder of Windows, as H:\\"],
  [
    "a link to a share",
    "C:\\books",
    { ...windows(""), realPath: (path: string) => (path === "C:\\" ? path : "\\\\server\\books") },
    "a shared folder of Windows, by a link",
  ],
  ["a letter for a folder (subst)", "S:\\books", windows("C:\\data\\"), undefined],
  ["a long path of Windows", "\\\\?\\C:\\books", windows("C:\\"), undefined],
  ["a drive of Windows", "C:\\books", windows("C:\\"), undefined],
  ["the disk of macOS", "/Users/amina/Library/Application Support/selfbill", mac, undefined],
  ["iCloud", "/Users/amina/Library/Mobile Documents/books", mac, "a folder that is copied to a server"],
  ["another cloud", "/Users/amina/Library/CloudStorage/Drive/books", mac, "a folder that is copied to a server"],
])("%s", (_, folder, drives, is) => {
  expect(networkDrive(folder, drives)).toBe(is);
});

test("a folder of this computer is not on the network, and one that cannot be asked about is not known to be", () => {
  expect(networkDrive(temporaryFolder())).toBeUndefined();
  expect(networkDrive("/there/is/none")).toBeUndefined();
});

test("the refusal says why, that nothing was sent, and what to do", () => {
  expect(unusable(new OnNetworkDrive("NFS"))).toMatchObject({
    code: "journal-unusable",
    outcome: "local_state",
    message: expect.stringMatching(/on a network drive \(NFS\).*Nothing was sent/),
    hint: expect.stringContaining("selfbill journal move --to DIR"),
  });
});
