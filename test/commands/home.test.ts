import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { saveProfile, storeToken } from "../../src/settings/index.ts";
import { startRecorder } from "../support/recorder.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";
import { settingsOf, unwrap } from "../support/settings.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

/**
 * An attacker has put settings in every folder to which a relative home could refer; the settings name the attacker's
 * service.
 */
async function hostileFolder() {
  const sandbox = await startTestSandbox();
  const theirs = await startRecorder(sandbox.baseUrl, { tunnel: true });
  const [home, folder] = [temporaryFolder(), temporaryFolder()];
  const settings = unwrap(
    saveProfile(settingsOf({ home }), "theirs", { base_url: theirs.baseUrl, business_profile_id: "BP-1" }),
  );
  await storeToken(settings, theirs.baseUrl, "canary-4711", { insecureStorage: true, now: new Date() });
  for (const at of ["config", ".config/selfbill", "conf/selfbill", "home/config", "home/.config/selfbill"])
    cpSync(join(home, "config"), join(folder, at), { recursive: true });
  return { folder, theirs };
}

const unset = { SELFBILL_HOME: "", HOME: "/nonexistent", XDG_CONFIG_HOME: "", XDG_DATA_HOME: "", XDG_STATE_HOME: "" };

test.skipIf(process.platform === "win32").each([
  ["SELFBILL_HOME", "home"],
  ["SELFBILL_HOME", "."],
  ["XDG_CONFIG_HOME", "conf"],
  ["XDG_DATA_HOME", "share"],
  ["XDG_STATE_HOME", "state"],
  ["HOME", "home"],
])("with %s=%s no command reads settings from the working folder, and no token leaves", async (name, value) => {
  const { folder, theirs } = await hostileFolder();
  const env = { ...unset, [name]: value, SELFBILL_TOKEN: "secret-0815" };
  for (const words of [
    ["profile", "list"],
    ["status", "SB-1"],
    ["create-invoice", join(top, "templates/standard-invoice.yaml"), "--yes", "--json"],
    ["journal", "accept"],
    ["logout"],
  ]) {
    const { code, stdout, stderr } = await runSelfbill(words, { home: "", cwd: folder, env });
    expect([code, stdout + stderr], words.join(" ")).toEqual([27, expect.stringContaining("home-unusable")]);
    expect(stdout + stderr).toContain(`Nothing was sent: ${name} is`);
  }
  expect(theirs.requests).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual([".config", "conf", "config", "home"]);
  for (const words of [["--version"], ["--help"], ["explain", "IBR-138-AE"], ["codes", "unit", "box"]])
    expect((await runSelfbill(words, { home: "", cwd: folder, env })).code, words.join(" ")).toBe(0);
  const doctor = await runSelfbill(["doctor", "--offline"], { home: "", cwd: folder, env });
  expect([doctor.code, doctor.stdout]).toEqual([27, expect.stringContaining(`${name} is`)]);
});

test.skipIf(process.platform === "win32").each(["", "  "])(
  "an empty HOME (%j) is the home of the system's user, and never the working folder",
  async (HOME) => {
    const { folder, theirs } = await hostileFolder();
    const env = { ...unset, HOME, SELFBILL_TOKEN: "secret-0815" };
    const listed = await runSelfbill(["profile", "list", "--json"], { home: "", cwd: folder, env });
    expect(listed.code).toBe(0);
    expect(listed.stdout).not.toContain("theirs");
    expect(theirs.requests).toEqual([]);
  },
);

test.skipIf(process.platform === "win32").each([
  ["XDG_CACHE_HOME", "cache"],
  ["SELFBILL_HOME", "home"],
  ["HOME", "home"],
  ["HOME", ""],
])("with %s=%j no compiled code is taken from the working folder", (name, value) => {
  const [program, folder] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(join(program, "dist"));
  mkdirSync(join(program, "bin"));
  cpSync(join(top, "bin/load.cjs"), join(program, "bin/load.cjs"));
  writeFileSync(join(program, "dist/build-id"), "0123456789abcdef\n");
  // The tag depends on V8's flags, which another test in this process may have set, so a new process reads it.
  const tag = spawnSync(process.execPath, ["-p", "v8.cachedDataVersionTag()"], { encoding: "utf8" }).stdout.trim();
  const kind = `${process.version}-${process.platform}-${process.arch}-${tag}`;
  for (const at of [
    "cache/selfbill",
    "home/cache",
    "home/.cache/selfbill",
    ".cache/selfbill",
    "home/Library/Caches/selfbill",
  ]) {
    const planted = join(folder, at, `code-0123456789abcdef-${kind}`);
    mkdirSync(planted, { recursive: true, mode: 0o700 });
    writeFileSync(join(planted, "main.cjs"), "planted", { mode: 0o600 });
    chmodSync(planted, 0o700);
  }
  const asks = `const { codeOf, keep: keepForUser } = require(${JSON.stringify(join(program, "bin/load.cjs"))}).installed;
    process.stdout.write(String(codeOf("main.cjs")));
    keepForUser(new Map([["other.cjs", new (require("node:vm").Script)("1")]]));`;
  const asked = (env: Record<string, string>): string =>
    spawnSync(process.execPath, ["-e", asks], { cwd: folder, env, encoding: "utf8" }).stdout;
  expect(asked({ HOME: "/nonexistent", [name]: value })).toBe("undefined");
  expect(asked({ HOME: "/nonexistent", [name]: join(folder, value || "home") })).toBe("planted");
});
