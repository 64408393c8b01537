import { spawn } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { http, listen, startRawServer } from "../support/raw-server.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

const canary = "canary-4711-canary";

test("a token among the words is refused, not repeated, and asked for in another way", async () => {
  const home = temporaryFolder();
  for (const words of [
    ["login", `--token=${canary}`],
    ["auth", "login", "--with-token", canary],
  ]) {
    const { code, stdout, stderr } = await runSelfbill(words, { home, env: { CI: "true" } });
    expect({ words, code }).toEqual({ words, code: 2 });
    expect(stdout + stderr).not.toContain(canary);
  }
  expect(readdirSync(home)).toEqual([]);
});

test.skipIf(!existsSync("/proc/self/cmdline"))(
  "while a token is read from standard input, no other user of the computer sees it",
  async () => {
    const home = temporaryFolder();
    const words = [
      "bin/selfbill.cjs",
      "login",
      "--with-token",
      "--base-url",
      "https://api.service.example",
      "--insecure-storage",
    ];
    const child = spawn(process.execPath, words, {
      cwd: top,
      env: { PATH: "", SELFBILL_HOME: home },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin.write(canary);
    const told = ["cmdline", "environ"].map((name) => readFileSync(`/proc/${child.pid}/${name}`, "utf8")).join("");
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += String(text)));
    child.stdin.end("\n");
    await new Promise((ended) => child.on("close", ended));
    expect(told).toContain("--with-token");
    expect(told + said).not.toContain(canary);
  },
);

test("a fault of our own shows neither its words nor where it came from", async () => {
  const home = temporaryFolder();
  const trap = join(home, "trap.cjs");
  writeFileSync(trap, `TextDecoder.prototype.decode = () => { throw new Error("${canary} in ${home}"); };`);
  const words = ["validate", join(top, "templates/standard-invoice.yaml")];
  for (const more of [[], ["--json"]]) {
    const { code, stdout, stderr } = await runSelfbill([...words, ...more], {
      home,
      env: { NODE_OPTIONS: `--require=${trap}` },
    });
    expect(code).toBe(1);
    expect(stdout + stderr).toContain("selfbill has an internal error at this file");
    if (more.length > 0) expect(JSON.parse(stdout)).toMatchObject({ outcome: "internal", results: [{ ok: false }] });
    expect(stdout + stderr).not.toMatch(new RegExp(`${canary}| {4}at |${home}`));
  }
});

test("what --debug shows of a cause commands neither a terminal nor the log of a CI system", async () => {
  const home = temporaryFolder();
  writeFileSync(join(home, "file"), "");
  const out = join(home, "file", "a\n::error::x\u001b]0;owned\u0007\u202e", "page.html");
  const { code, stderr } = await runSelfbill(["preview", "templates/standard-invoice.yaml", "--html", out, "--debug"], {
    home,
  });
  expect(code).toBe(27);
  expect(stderr).toMatch(/\n {4}at /);
  expect(stderr).toContain("<U+003A>:error::x^[]0;owned^G<U+202E>");
  for (const sign of ["\n::", "\u001b", "\u0007", "\u202e"]) expect(stderr).not.toContain(sign);
});

test("a database that says the journal's password back does not bring it onto the screen", async () => {
  const home = temporaryFolder();
  const file = join(home, "password");
  writeFileSync(file, `${canary}\n`, { mode: 0o600 });
  const message = (type: string, content: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(content.length + 4);
    return Buffer.concat([Buffer.from(type), length, content]);
  };
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.once("data", () => {
      socket.once("data", (answer: Buffer) => {
        asked.push(answer.subarray(5, -1).toString());
        const said = `SFATAL\0C28P01\0Mno user amina with ${asked[0]} here\0\0`;
        socket.end(message("E", Buffer.from(said)));
      });
      socket.write(message("R", Buffer.from([0, 0, 0, 3]))); // asks for the password in clear text
    });
  });
  onTestFinished(() => void server.close());
  const address = `postgres://amina@127.0.0.1:${await listen(server)}/books`;
  for (const more of [[], ["--json"]]) {
    const { code, stdout, stderr } = await runSelfbill(["history", "--journal", address, "--debug", ...more], {
      home,
      env: { SELFBILL_JOURNAL_PASSWORD_FILE: file },
    });
    expect([code, asked[0]]).toEqual([27, canary]);
    expect(stdout + stderr).toContain("no user amina with [password] here");
    expect(stdout + stderr).not.toContain(canary);
  }
});

test.skipIf(process.platform === "win32")(
  "programs of the folder and the PATH that are named like those of the system are never run",
  async () => {
    const home = temporaryFolder();
    const trap = join(home, "was-run");
    const programs = [
      "node",
      "git",
      "sh",
      "bash",
      "xdg-open",
      "open",
      "less",
      "more",
      "stty",
      "tput",
      "security",
      "uname",
    ];
    for (const name of programs)
      writeFileSync(join(home, name), `#!/bin/sh\necho "$0 $@" >> "${trap}"\n`, { mode: 0o755 });
    copyFileSync(join(top, "templates/standard-invoice.yaml"), join(home, "a.yaml"));
    const env = { PATH: `${home}:.`, PAGER: "less", EDITOR: "sh", BROWSER: "open" };
    for (const words of [
      ["create-invoice", "a.yaml", "--sandbox", "--yes"],
      ["history"],
      ["help", "sending"],
      ["validate", "a.yaml"],
    ]) {
      const { code, stderr } = await runSelfbill(words, { home, env, cwd: home });
      expect([words, code], stderr).toEqual([words, 0]);
    }
    expect(existsSync(trap)).toBe(false);
  },
);

test("an address in a document is never asked", async () => {
  const home = temporaryFolder();
  const server = await startRawServer((socket) => socket.end(http(200, "x")));
  const url = `http://127.0.0.1:${server.port}/x`;
  const template = readFileSync(join(top, "templates/standard-invoice.yaml"), "utf8");
  for (const [name, more] of [
    ["ref.yaml", `\nnote: {$ref: "${url}"}\n`],
    ["include.yaml", `\nnote: !include ${url}\n`],
    ["attachment.yaml", `\nattachments:\n  - file_path: ${url}\n`],
    ["content.yaml", `\nattachments:\n  - {file_name: a.pdf, file_type: application/pdf, file_content: "${url}"}\n`],
  ] as const) {
    writeFileSync(join(home, name), template + more);
    const { code, stderr } = await runSelfbill(["create-invoice", join(home, name), "--sandbox", "--yes"], { home });
    expect([name, code], stderr).toEqual([name, 20]);
  }
  expect([server.connections.length, server.requests.length]).toEqual([0, 0]);
});
