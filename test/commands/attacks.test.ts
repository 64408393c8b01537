import { spawn } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { http, startRawServer } from "../support/raw-server.ts";
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
