import { expect, test } from "vitest";
import { foreign } from "../../src/journal/places/trust.ts";

const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()];

test.skipIf(process.platform === "win32").each([
  ["the user's own group on Linux", "linux", gid, 0o770, undefined],
  ["another group on Linux", "linux", gid + 1, 0o770, "other users can write to /books"],
  ["staff, the group of every user of macOS", "darwin", gid, 0o770, "other users can write to /books"],
  ["staff that may only read", "darwin", gid, 0o750, undefined],
  ["everybody", "darwin", gid, 0o702, "other users can write to /books"],
] as const)("who may write to the journal's folder: %s", (_, platform, group, mode, says) => {
  expect(foreign("/books", { uid, gid: group, mode }, platform)).toBe(says);
});
