import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder, top } from "../support/run-selfbill.ts";

const says = "The manual by topic";
const planted = "The MANUAL by topic";
const template = join(top, "templates/standard-invoice.yaml");
const hasModes = process.platform !== "win32";

/** Installs the program without the code that the build caches. */
function installed(): { program: string; home: string; env: Record<string, string> } {
  const program = temporaryFolder();
  for (const name of ["bin", "dist", "package.json"])
    cpSync(join(top, name), join(program, name), {
      recursive: true,
      filter: (path) => !/dist[\\/](?:code-.*|library)$/.test(path),
    });
  symlinkSync(join(top, "node_modules"), join(program, "node_modules"), "junction");
  return { program, home: temporaryFolder(), env: {} };
}

let { program, home, env } = { program: "", home: "", env: {} as Record<string, string> };
beforeEach(() => {
  ({ program, home, env } = installed());
});

/** Runs the program, which must succeed in every state of the cache. */
function run(words = ["--json", "--help"]): string {
  const settings = { PATH: process.env.PATH ?? "", SELFBILL_HOME: home, ...env };
  const ran = spawnSync(process.execPath, [join(program, "bin/selfbill.cjs"), ...words], {
    encoding: "utf8",
    env: settings,
  });
  expect([ran.status, ran.stderr]).toEqual([0, ""]);
  return ran.stdout;
}

const cache = (): string => join(home, "cache");
function kept(): string {
  const [name, ...more] = readdirSync(cache());
  expect(more).toEqual([]);
  return join(cache(), name as string);
}

/** All cached files, with size and modification time. */
function filesKept(): string[] {
  return readdirSync(kept()).map((name) => {
    const { size, mtimeMs } = lstatSync(join(kept(), name));
    return `${name} ${size} ${mtimeMs}`;
  });
}

/** Sizes of the cached code of files of the program, by their names. */
function sizes(): Map<string, number> {
  const names = readdirSync(kept()).filter((name) => name.endsWith(".cjs"));
  return new Map(names.map((name) => [name, lstatSync(join(kept(), name)).size]));
}

/** Runs two commands: the first only creates the cache folder, the second stores code in it. */
function begin(): void {
  run();
  run();
}

/** Caches code compiled from a different source, recognisable when it runs. */
function plant(): void {
  run();
  const main = join(program, "dist/main.cjs");
  const source = readFileSync(main, "utf8");
  expect([source.includes(says), planted.length]).toEqual([true, says.length]);
  writeFileSync(main, source.replace(says, planted));
  expect(run()).toContain(planted);
  writeFileSync(main, source);
}

describe("code that an installed program keeps", () => {
  test("is used by the next command, and nobody else may look at it", () => {
    plant();
    expect(run()).toContain(planted);
    if (!hasModes) return;
    expect(lstatSync(kept()).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(kept())) expect(lstatSync(join(kept(), name)).mode & 0o777, name).toBe(0o600);
  });

  test("is kept for what was not loaded before, too", () => {
    begin();
    const before = readdirSync(kept());
    run(["codes", "currency", "dirham"]);
    const after = readdirSync(kept());
    expect(after.length).toBeGreaterThan(before.length);
    expect(after.filter((name) => !/\.cjs$|^ran-/.test(name))).toEqual([]);
  });

  test("has what other commands call of a file, too, and is written once for each of them", () => {
    const [check, list] = [
      ["validate", template, "--quiet"],
      ["list", "invoices", "--sandbox", "--quiet"],
    ];
    for (let times = 0; times < 2; times++) run(check);
    const checked = [...sizes()];
    run(list);
    const listed = sizes();
    const grown = checked.filter(([name, size]) => (listed.get(name) ?? 0) > size * 1.01);
    expect(grown).not.toEqual([]);
    run(check);
    run(list);
    const before = filesKept();
    run(list);
    run(check);
    expect([...listed].filter(([name, size]) => (sizes().get(name) ?? 0) < size)).toEqual([]);
    expect(filesKept()).toEqual(before);
  });

  test("shows that who checks, sends and follows a document is spared what only --json, a terminal or explain needs", () => {
    run();
    for (const words of [
      ["validate", template],
      ["create-invoice", template, "--sandbox", "--yes"],
      ["status", "SBX-INV-000001", "--sandbox", "--watch"],
    ])
      run([...words, "--quiet"]);
    const names = readdirSync(kept()).map((name) => name.replace(/-[\w-]{8}\.cjs$/, ""));
    expect(names).toEqual(expect.arrayContaining(["main.cjs", "status", "validate"]));
    expect(names.filter((name) => /^(?:zod|answers|overview-json|tables|html|rule-examples)$/.test(name))).toEqual([]);
  });

  test.runIf(hasModes)("is not used from a folder or a file that others may write or read, or behind a link", () => {
    plant();
    const [folder, file] = [kept(), join(kept(), "main.cjs")];
    const spoilt: [spoil: () => void, mend: () => void][] = [
      ...[0o755, 0o710, 0o702].map((mode): [() => void, () => void] => [
        () => chmodSync(folder, mode),
        () => chmodSync(folder, 0o700),
      ]),
      ...[0o640, 0o604, 0o622].map((mode): [() => void, () => void] => [
        () => chmodSync(file, mode),
        () => chmodSync(file, 0o600),
      ]),
    ];
    for (const [spoil, mend] of spoilt) {
      const before = readFileSync(file);
      spoil();
      expect(run()).toContain(says);
      mend();
      writeFileSync(file, before, { mode: 0o600 });
    }
    expect(run()).toContain(planted);
    renameSync(folder, `${folder}-moved`);
    symlinkSync(`${folder}-moved`, folder);
    expect(run()).toContain(says);
  });

  test.runIf(process.getuid?.() === 0)("is not used, and not kept, where another user owns the folder", () => {
    plant();
    chownSync(kept(), 12_345, 12_345);
    expect(run()).toContain(says);
    chownSync(kept(), 0, 0);
    chownSync(join(kept(), "main.cjs"), 12_345, 12_345);
    expect(run()).toContain(says);
    home = temporaryFolder();
    chownSync(home, 12_345, 12_345);
    begin();
    expect(readdirSync(home)).toEqual([]);
  });

  test.runIf(hasModes)("is kept nowhere below a folder into which others may write", () => {
    mkdirSync(cache());
    chmodSync(cache(), 0o777);
    begin();
    expect(readdirSync(cache())).toEqual([]);
  });

  test("of another build is not used", () => {
    plant();
    writeFileSync(join(program, "dist/build-id"), "0123456789abcdef\n");
    expect(run()).toContain(says);
  });

  test.each<[string, (code: Buffer) => Buffer]>([
    ["cut off", (code) => code.subarray(0, code.length / 2)],
    ["empty", () => Buffer.alloc(0)],
    ["of another V8", (code) => Buffer.concat([Buffer.alloc(64, 7), code.subarray(64)])],
  ])("that is %s is not used, and is kept anew", (_, spoil) => {
    begin();
    const file = join(kept(), "main.cjs");
    const whole = readFileSync(file);
    writeFileSync(file, spoil(whole));
    expect(run()).toContain(says);
    expect(readFileSync(file).length).toBeGreaterThan(whole.length / 2);
  });

  test("of old versions is removed when a new one begins, and nothing else", () => {
    const old = "code-00112233445566aa-v20.1.0-linux-x64";
    const young = "code-00112233445566bb-v20.1.0-linux-x64";
    for (const name of [old, young, "program-0.1.0-00"])
      mkdirSync(join(cache(), name), { recursive: true, mode: 0o700 });
    const past = Date.now() / 1000 - 40 * 86_400;
    for (const name of [old, "program-0.1.0-00"]) utimesSync(join(cache(), name), past, past);
    run();
    const left = readdirSync(cache());
    expect([left.length, left.includes(old), left.includes(young)]).toEqual([3, false, true]);
  });
});

test("the first command of a home has few functions that V8 compiles one by one when they are called", () => {
  const log = join(home, "v8.log");
  const flags = ["--log-function-events", "--no-logfile-per-isolate", `--logfile=${log}`];
  const words = [...flags, join(program, "bin/selfbill.cjs"), "create-invoice", template, "--sandbox", "--yes"];
  expect(spawnSync(process.execPath, words, { env: { SELFBILL_HOME: home } }).status).toBe(0);
  const events = readFileSync(log, "utf8")
    .split("\n")
    .map((line) => line.split(","));
  const ours = new Set(
    events.flatMap(([kind, id, path]) =>
      kind === "script-details" && path?.startsWith(join(program, "dist")) ? [id] : [],
    ),
  );
  const count = (event: string): number =>
    events.filter(([kind, name, id]) => kind === "function" && name === event && ours.has(id)).length;
  expect(count("first-execution")).toBeGreaterThan(1000);
  expect(count("parse-function")).toBeLessThan(count("first-execution") / 3);
});

describe("no code is kept", () => {
  test("beside that of the build", () => {
    cpSync(join(top, "dist"), join(program, "dist"), { recursive: true });
    begin();
    expect(existsSync(cache())).toBe(false);
  });

  test("by the first command of a home, which only makes the cache", () => {
    run();
    expect(readdirSync(cache())).toEqual([]);
    run();
    expect(filesKept()).not.toEqual([]);
  });

  test("where Node was told not to", () => {
    env = { NODE_DISABLE_COMPILE_CACHE: "1" };
    begin();
    expect(existsSync(cache())).toBe(false);
  });

  test("where there can be no folder: the program works all the same", () => {
    home = join(home, "file", "below");
    writeFileSync(join(home, "../../file"), "");
    expect(run()).toContain(says);
  });
});
