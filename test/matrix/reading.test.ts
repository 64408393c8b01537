import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { row } from "../support/failure-matrix.ts";
import { creating, deskBefore, first, template } from "../support/sender.ts";

describe("1 read", () => {
  const device = (path: string): void => symlinkSync("/dev/zero", path);
  const files: [what: string, make: (path: string) => void, code: string][] = [
    ["missing", () => undefined, "file-unreadable"],
    ["a pipe", (path) => execFileSync("mkfifo", [path]), "file-unreadable"],
    ["a device", device, "file-unreadable"],
    ["a link to itself", (path) => symlinkSync(path, path), "file-unreadable"],
    ["of more than 16 MB", (path) => writeFileSync(path, `note: ${"x".repeat(16_777_216)}`), "file-too-big"],
    ["in Latin-1", (path) => writeFileSync(path, Buffer.from("note: caf\u00e9\n", "latin1")), "bad-encoding"],
    ["in UTF-16 without its mark", (path) => writeFileSync(path, Buffer.from(template, "utf16le")), "bad-encoding"],
    [
      "in pieces of UTF-16",
      (path) => writeFileSync(path, Buffer.from("\ufeffnote: x", "utf16le").subarray(0, 9)),
      "bad-encoding",
    ],
  ];
  const unix = process.platform !== "win32";

  test.runIf(unix).each(files)(
    row("1 read", "one that is %s is named and 20; another goes on"),
    async (_, make, code) => {
      const server = await creating();
      const { desk, send } = deskBefore(server);
      const bad = join(desk.folder, "bad.yaml");
      make(bad);
      const words = [bad, desk.file("good.yaml", template)];
      const held = await send({}, words);
      expect([held.outcome, server.requests.length]).toEqual(["invalid", 0]);
      expect(first(held).problems[0]).toMatchObject({ code, where: { file: bad } });
      const went = await send({ skipInvalid: true }, words);
      if (went.view.view !== "submissions") throw new Error(went.view.view);
      expect(went.view.results.map(({ outcome }) => outcome)).toEqual(["invalid", "done"]);
      expect(server.requests).toHaveLength(1);
    },
  );

  test(row("1 read", "a folder without documents is named, and 2"), async () => {
    const { desk, send } = deskBefore(await creating());
    const empty = join(desk.folder, "empty.yaml");
    mkdirSync(empty);
    const report = await send({}, [empty, desk.file("good.yaml", template)]);
    expect([report.outcome, report.problems[0]?.message]).toEqual(["usage", expect.stringContaining(empty)]);
  });

  test.skipIf(!unix || process.getuid?.() === 0)(
    row("1 read", "one that may not be read is named and 20"),
    async () => {
      const { desk, send } = deskBefore(await creating());
      const file = desk.file("closed.yaml", template);
      chmodSync(file, 0);
      expect((await send({}, [file])).outcome).toBe("invalid");
    },
  );
});

describe("2 parse, 3 rules", () => {
  const outcomeOf = async (content: string) => {
    const server = await creating();
    const { desk, send } = deskBefore(server);
    const report = await send({}, [desk.file("x.yaml", content)]);
    return { report, sent: server.requests.length, codes: first(report).problems.map(({ code }) => code) };
  };

  test.each([
    ["broken syntax", `${template}\n  - [`],
    ["an equal key", `${template}\nissue_date: 2026-06-15\n`],
    ["an alias", `${template}\nnote: *other\n`],
    ["65 levels", `note: ${"[".repeat(65)}${"]".repeat(65)}`],
    ["a wrong type", template.replace(/^issue_date: .*/m, "issue_date: [2026-06-15]")],
  ])(row("2 parse", "%s ends with 20, and nothing is sent"), async (_, content) => {
    const { report, sent } = await outcomeOf(content);
    expect([report.outcome, sent]).toEqual(["invalid", 0]);
    expect(first(report).problems[0]?.where?.line).toEqual(expect.any(Number));
  });

  test(row("2 parse", "an unknown field is told at its line, and without a question it is not sent"), async () => {
    const { report, codes, sent } = await outcomeOf(`${template}\nissue_dat: 2026-06-15\n`);
    expect([report.outcome, codes, sent]).toEqual(["invalid", ["unknown-field", "unknown-field"], 0]);
    expect(first(report).problems.map(({ severity }) => severity)).toEqual(["error", "warning"]);
  });

  test(row("2 parse", "all mistakes are told at once, in the order of their lines"), async () => {
    const wrong = template
      .replace(/^issue_date: .*/m, "issue_date: tomorrow\nissue_dat: 2026-06-15")
      .replace("quantity: 40", "quantity: many");
    const { report } = await outcomeOf(wrong);
    const lines = first(report).problems.map(({ where }) => where?.line ?? 0);
    expect(new Set(lines).size).toBeGreaterThanOrEqual(3);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
  });

  test.each([
    ["a field", template.replace(/^issue_date: .*\n/m, "")],
    ["a date", template.replace(/^issue_date: .*/m, "issue_date: 2026-02-30")],
    ["a currency", template.replace(/^issue_date:/m, "document_currency_code: XYZ\nissue_date:")],
    ["a flag", template.replace('profile_execution_id: "00000000"', 'profile_execution_id: "00010000"')],
    ["a total", template.replace("base_amount: 250.00", "base_amount: -250.00")],
  ])(row("3 rules", "%s that is wrong ends with 20, and nothing is sent"), async (_, content) => {
    expect(content).not.toBe(template);
    const { report, sent } = await outcomeOf(content);
    expect([report.outcome, sent]).toEqual(["invalid", 0]);
  });

  test(row("3 rules", "a warning is told and blocks nothing"), async () => {
    const { report, sent, codes } = await outcomeOf(template.replace(/^issue_date: .*/m, "issue_date: 2026-06-30"));
    expect([report.outcome, sent, codes]).toEqual(["done", 1, ["date-ahead"]]);
  });
});
