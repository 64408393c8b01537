import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder, top } from "../support/run-selfbill.ts";

const bin = join(top, "bin/selfbill.cjs");
const invoice = "templates/standard-invoice.yaml";
const send = ["create-invoice", invoice, "--sandbox", "--yes"];
const trace = / at .*:\d+:\d+|Node\.js v/;

/** A device on which every write fails, as on a full disk. */
const full = "/dev/full";

function intoFull(words: readonly string[]): SpawnSyncReturns<string> {
  const out = openSync(full, "w");
  const env = { ...process.env, SELFBILL_HOME: temporaryFolder() };
  const ran = spawnSync(process.execPath, [bin, ...words], {
    cwd: top,
    env,
    stdio: ["ignore", out, "pipe"],
    encoding: "utf8",
  });
  closeSync(out);
  return ran;
}

/** Runs the program with a standard output whose reader closes it before the first byte. */
function intoClosed(words: readonly string[]): Promise<{ code: number | null; stderr: string }> {
  const env = { ...process.env, SELFBILL_HOME: temporaryFolder() };
  const child = spawn(process.execPath, [bin, ...words], { cwd: top, env, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((go) => child.on("close", (code) => go({ code, stderr })));
}

/** A folder that contains only invalid documents. */
const outbox = mkdtempSync(join(tmpdir(), "selfbill-outbox-"));
for (let at = 0; at < 3; at += 1) writeFileSync(join(outbox, `${at}.json`), '{"issue_date": "never"}');
afterAll(() => rmSync(outbox, { recursive: true }));

describe.runIf(existsSync(full))("onto a full disk", () => {
  test.each([[[]], [["--json"]], [["--json-lines"]]])("a command that sends keeps its code: %j", (form) => {
    const ran = intoFull([...send, ...form]);
    expect(ran.status, ran.stderr).toBe(0);
    expect(ran.stderr).toContain("The result cannot be written");
    expect(ran.stderr).toContain("selfbill history");
    expect(ran.stderr).not.toMatch(trace);
  });

  test("what was refused stays refused", () => {
    const ran = intoFull(["create-invoice", "no-such-file.yaml", "--sandbox", "--yes", "--json"]);
    expect(ran.status, ran.stderr).toBe(20);
  });

  test.each([
    [["validate", invoice, "--json"]],
    [["validate", outbox]],
    [["validate", outbox, "--json"]],
    [["templates", "list"]],
    [["--version"]],
    [["--help"]],
    [["no-such-command", "--json"]],
  ])("any other ends with 27 and says that nothing was sent: %j", (words) => {
    const ran = intoFull(words);
    expect(ran.status, ran.stderr).toBe(27);
    expect(ran.stderr).toContain("output-unwritable");
    expect(ran.stderr).not.toContain("selfbill history");
    expect(ran.stderr).not.toMatch(trace);
    if (words[0] !== "--version") expect(ran.stderr).toContain("Nothing was sent.");
  });
});

describe("into a pipe that nobody reads", () => {
  test("a command that sends keeps its code and names where its result is", async () => {
    const ran = await intoClosed([...send, "--json"]);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).toContain("selfbill history");
  });

  test("what a sending command did not do stays undone", async () => {
    const ran = await intoClosed(["create-invoice", "no-such-file.yaml", "--sandbox", "--yes", "--json"]);
    expect(ran.code, ran.stderr).toBe(20);
  });

  test.each([
    [["validate", invoice, "--json"]],
    [["validate", outbox]],
    [["--version"]],
    [["--help"]],
    [["templates", "list"]],
  ])("any other ends with 0: %j", async (words) => {
    const ran = await intoClosed(words);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).not.toMatch(/sent|history|Node\.js v/);
  });

  test("a failure of its own is not a success", async () => {
    const ran = await intoClosed(["validate", "no-such-folder/*.yaml", "--json"]);
    expect(ran.code, ran.stderr).toBe(2);
  });
});

describe.skipIf(process.platform === "win32")("a file for which there is no room", () => {
  /** Limits all files to `blocks` blocks of 512 or 1,024 bytes; a page or PDF is larger. */
  const limited = (folder: string, words: readonly string[], blocks = 8): SpawnSyncReturns<string> =>
    spawnSync("sh", ["-c", `ulimit -f ${blocks} && exec "$0" "$@"`, process.execPath, bin, ...words], {
      cwd: folder,
      env: { ...process.env, SELFBILL_HOME: join(folder, "home") },
      encoding: "utf8",
    });

  test("is not left behind as half of itself, and one that was there before stays whole", () => {
    const folder = temporaryFolder();
    const words = ["preview", join(top, invoice), "--html", "page.html"];
    const ran = limited(folder, words);
    expect(ran.status, ran.stderr).toBe(27);
    expect(ran.stderr).toContain("page.html cannot be written");
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, "page.html"), "whole");
    expect(limited(folder, [...words, "--force"]).status).toBe(27);
    expect(readdirSync(folder)).toEqual(["page.html"]);
    expect(readFileSync(join(folder, "page.html"), "utf8")).toBe("whole");
  });

  test("an export of the journal that ends in its middle is not left behind as a whole one", () => {
    const folder = temporaryFolder();
    const env = { ...process.env, SELFBILL_HOME: join(folder, "home") };
    const text = readFileSync(join(top, invoice), "utf8").replace(/^note:.*\n/m, "");
    const files = [1, 2, 3, 4].map((at) => {
      const name = join(folder, `${at}.yaml`);
      writeFileSync(name, `${text}\nnote: ${at}${"n".repeat(700_000)}\n`);
      return name;
    });
    const made = spawnSync(
      process.execPath,
      [bin, "create-invoice", ...files, "--sandbox", "--allow-similar", "--yes"],
      {
        cwd: folder,
        env,
        encoding: "utf8",
      },
    );
    expect(made.status, made.stderr).toBe(0);
    const ran = limited(folder, ["journal", "export", "--out", "journal.jsonl"], 4_000);
    expect([ran.status, ran.stderr]).toEqual([27, expect.stringContaining("journal.jsonl cannot be written")]);
    expect(existsSync(join(folder, "journal.jsonl"))).toBe(false);
  });
});
