import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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
