import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder, top } from "../support/run-selfbill.ts";

const bin = join(top, "bin/selfbill.cjs");

describe.skipIf(process.platform === "win32")("in a folder that was deleted", () => {
  /** Runs the program in a shell whose folder has been deleted. */
  const run = (...words: string[]) =>
    spawnSync(
      "sh",
      ["-c", 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"', process.execPath, bin, ...words],
      {
        cwd: temporaryFolder(),
        env: { ...process.env, SELFBILL_HOME: temporaryFolder() },
        encoding: "utf8",
      },
    );

  test.each([
    ["create-invoice", "a.yaml", "--sandbox", "--yes"],
    ["validate", "a.yaml"],
    ["preview", "a.yaml"],
    ["journal", "backup", "--out", "copy"],
    ["history"],
  ])("%s says so, and that nothing was sent", (...words) => {
    const ran = run(...words);
    expect(ran.status, ran.stderr).toBe(27);
    expect(ran.stderr).toContain("folder-gone  Nothing was sent");
    expect(ran.stdout).toBe("");
    expect(JSON.parse(run(...words, "--json").stdout)).toMatchObject({
      outcome: "local_state",
      problems: [{ code: "folder-gone" }],
    });
  });

  test("help and version are shown all the same", () => {
    for (const word of ["--version", "--help"]) expect(run(word).status).toBe(0);
  });
});

/**
 * These tests run as another user: a journal that this user cannot access must not be treated as one that was never
 * created.
 */
describe("a journal that cannot be looked at", () => {
  const ran = (words: readonly string[], home = temporaryFolder()) =>
    spawnSync(process.execPath, [bin, ...words], {
      cwd: top,
      env: { ...process.env, SELFBILL_HOME: home },
      encoding: "utf8",
    });
  const asking = [
    ["history"],
    ["due"],
    ["report", "--month", "2026-06"],
    ["export", "csv", "--month", "2026-06"],
    ["archive", "--month", "2026-06", "--out", "archive"],
    ["journal", "verify"],
    ["resolve"],
    ["create-invoice", "templates/standard-invoice.yaml", "--sandbox", "--yes"],
  ];
  const some = [["history"], ["resolve"]];
  const why = (words: readonly string[], folder: string, said: string): void => {
    const { status, stdout, stderr } = ran([...words, "--journal", folder, "--json"]);
    expect([words[0], status, stderr.replace(/^SANDBOX.*\n/, "")]).toEqual([words[0], 27, ""]);
    const { problems } = JSON.parse(stdout) as { problems: { code: string; message: string }[] };
    expect(problems[0]).toMatchObject({ code: "journal-unusable", message: expect.stringContaining(said) });
  };

  test("because a file is where its folder should be", () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    for (const words of asking) why(words, file, `${file} is a file, not a folder.`);
  });

  test("because no name can be so long", () => {
    const long = join(temporaryFolder(), "j".repeat(300));
    for (const words of some) why(words, long, "it cannot be looked at (ENAMETOOLONG)");
  });

  test.skipIf(process.platform === "win32")("because it is a link that leads nowhere", () => {
    const folder = temporaryFolder();
    symlinkSync(join(folder, "unmounted", "journal.db"), join(folder, "journal.db"));
    for (const words of some) why(words, folder, "is a symbolic link");
  });

  test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "because its folder is closed to this user",
    () => {
      const folder = join(temporaryFolder(), "locked");
      mkdirSync(folder);
      chmodSync(folder, 0);
      for (const words of asking) why(words, folder, "it cannot be looked at (EACCES)");
    },
  );

  test("nor is a mark, without which an old journal would pass for the present one", () => {
    const [folder, home] = [temporaryFolder(), temporaryFolder()];
    const send = [
      "create-invoice",
      "templates/standard-invoice.yaml",
      "--sandbox",
      "--yes",
      "--json",
      "--journal-mark",
    ];
    writeFileSync(join(folder, "file"), "");
    const places = [join(folder, "file", "mark"), join(folder, "m".repeat(300))];
    if (process.platform !== "win32") {
      symlinkSync(join(folder, "unmounted"), join(folder, "mark"));
      places.push(join(folder, "mark"));
    }
    for (const place of places) {
      const { status, stdout } = ran([...send, place], home);
      expect([status, JSON.parse(stdout)]).toEqual([
        27,
        expect.objectContaining({ problems: [expect.objectContaining({ code: "mark-unusable" })] }),
      ]);
    }
  });

  test.skipIf(process.platform === "win32").each([
    ["settings.json", "settings-broken", "profile"],
    ["suppliers.yaml", "suppliers-broken", "suppliers"],
  ])("nor is %s behind a link that leads nowhere", (name, code, command) => {
    const home = temporaryFolder();
    mkdirSync(join(home, "config"), { mode: 0o700 });
    symlinkSync(join(home, "unmounted"), join(home, "config", name));
    const { status, stderr } = ran([command, "list"], home);
    expect([status, stderr]).toEqual([27, expect.stringContaining(code)]);
    expect(stderr).toContain("it is a symbolic link that leads nowhere");
  });
});
