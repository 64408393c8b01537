import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "../../src/problem/index.ts";
import { diskFiles, fileLimit } from "../../src/read/index.ts";
import { files } from "../support/read-file.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfbill-read-"));
  await writeFile(join(folder, "march.yaml"), "note: x\n");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function refusal(path: string): Promise<Problem> {
  const read = await files.read(path);
  if (read.ok) throw new Error(`${path} was read`);
  return read.problems[0];
}

describe("from disk", () => {
  test("an ordinary file is read whole, through a link as well", async () => {
    await symlink(join(folder, "march.yaml"), join(folder, "link.yaml"));
    for (const name of ["march.yaml", "link.yaml"]) {
      const read = await files.read(join(folder, name));
      expect(read.ok && Buffer.from(read.value).toString()).toBe("note: x\n");
    }
  });

  test("a missing file is told with the name that looks most like it", async () => {
    const { code, message, hint, where } = await refusal(join(folder, "marhc.yaml"));
    expect([code, where?.file]).toEqual(["file-unreadable", join(folder, "marhc.yaml")]);
    expect(message).toBe(`The file ${join(folder, "marhc.yaml")} does not exist.`);
    expect(hint).toBe(`Did you mean ${join(folder, "march.yaml")}?`);
  });

  test("a missing file far from every other name gets no guess", async () => {
    expect((await refusal(join(folder, "x.json"))).hint).toBe("Check the name and the folder.");
    expect((await refusal(join(folder, "march.yaml", "inside.yaml"))).message).toContain("does not exist");
    expect((await refusal(join(folder, "nowhere", "march.yaml"))).hint).toBe("Check the name and the folder.");
  });

  test("a folder is refused", async () => {
    await mkdir(join(folder, "april"));
    expect((await refusal(join(folder, "april"))).message).toMatch(/ is a folder\.$/);
  });

  test("a pipe is refused without waiting for its writer", async () => {
    execFileSync("/bin/sh", ["-c", `mkfifo "$1"`, "sh", join(folder, "pipe.yaml")]);
    const { message, hint } = await refusal(join(folder, "pipe.yaml"));
    expect(message).toMatch(/ is a pipe or device, not a file\.$/);
    expect(hint).toContain("-");
  });

  test("a device is refused", async () => {
    expect((await refusal("/dev/zero")).message).toBe("/dev/zero is a pipe or device, not a file.");
  });

  test("a socket is refused", async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(folder, "socket.yaml"), done));
    expect((await refusal(join(folder, "socket.yaml"))).message).toMatch(/ is a pipe or device/);
    await new Promise((done) => server.close(done));
  });

  test("a link to itself is refused", async () => {
    await symlink(join(folder, "loop.yaml"), join(folder, "loop.yaml"));
    expect((await refusal(join(folder, "loop.yaml"))).message).toMatch(/ is a link that leads to itself\.$/);
  });

  test.skipIf(process.getuid?.() === 0)("a file of somebody else's is refused", async () => {
    await writeFile(join(folder, "secret.yaml"), "note: x\n");
    await chmod(join(folder, "secret.yaml"), 0);
    expect((await refusal(join(folder, "secret.yaml"))).message).toMatch(/ may not be read by you\.$/);
  });

  test("a file of exactly 16 MB is read, one of a byte more is refused", async () => {
    const path = join(folder, "big.yaml");
    await writeFile(path, "");
    await truncate(path, fileLimit);
    expect((await files.read(path)).ok).toBe(true);
    await truncate(path, fileLimit + 1);
    expect((await refusal(path)).code).toBe("file-too-big");
  });

  test.each(["con", "NUL.yaml", "folder/com1.txt", "C:con", "march.yaml:stream", "a\0b"])(
    "%j, a device or stream on Windows, is refused on every system",
    async (name) => expect((await refusal(name)).code).toBe("file-unreadable"),
  );
});

describe("from standard input", () => {
  const inputOf = (chunks: readonly (Uint8Array | string)[]) =>
    diskFiles(
      (async function* () {
        yield* chunks;
      })(),
    ).read("-");

  test("everything that is piped in is read", async () => {
    const read = await inputOf([Buffer.from("no"), "te: ", Buffer.from("x")]);
    expect(read.ok && Buffer.from(read.value).toString()).toBe("note: x");
  });

  test("more than 16 MB are refused", async () => {
    const read = await inputOf(Array.from({ length: 17 }, () => Buffer.alloc(1024 * 1024)));
    expect(!read.ok && read.problems[0].code).toBe("file-too-big");
  });

  test("an input that breaks is a problem, not a crash", async () => {
    const broken = (async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from("note: ");
      throw Object.assign(new Error("read"), { code: "EIO" });
    })();
    const read = await diskFiles(broken).read("-");
    expect(!read.ok && read.problems[0].message).toBe("Standard input cannot be read (EIO).");
  });
});
