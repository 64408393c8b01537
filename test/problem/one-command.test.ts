import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../src/commands/index.ts";
import { exitCodes, problemTable } from "../../src/problem/index.ts";
import { root } from "../house/sources.ts";
import { withoutScreen } from "../screens/without-screen.ts";

const local = Object.entries(problemTable).filter(([, { outcome }]) => exitCodes[outcome] === 27);

/** The remedy for each problem with exit code 27 that no selfbill command can resolve. */
const ended: Readonly<Record<string, string>> = {
  "journal-newer": "an update of selfbill",
  "journal-in-use": "the other process, which ends",
  "being-sent": "the other process, which ends",
  "clock-ahead": "the clock of the computer",
  "file-exists": "another name, or --force",
  "folder-gone": "another folder",
  "output-unwritable": "permissions or space",
  "sandbox-unusable": "its folder, or a free port",
  "settings-broken": "an editor",
  "settings-unwritable": "permissions or space",
  "home-unusable": "the variable that is shown",
  "not-in-practice": "--sandbox, or the variable",
  "keychain-missing": "unlocking it, or --insecure-storage",
  "node-unsupported": "another Node",
  "package-missing": "npm",
  "disk-low": "space on the disk",
  "ca-unusable": "another file",
  "suppliers-broken": "an editor",
  "items-broken": "an editor",
};

const names = new Set(commands.map(({ name }) => name));

/** The commands named in a text, each listed once, such as `journal accept`. */
function commandsIn(text: string): string[] {
  const found = [...text.matchAll(/selfbill ([a-z-]+)(?: ([a-z]+))?/g)].flatMap(([, name = "", action]) =>
    names.has(name) ? [action === undefined ? name : `${name} ${action}`] : [],
  );
  return [...new Set(found)];
}

test("each 27 names the one command that ends it, or no command does", () => {
  const wrong = local.filter(([code, { todo }]) => commandsIn(todo).length !== (code in ended ? 0 : 1));
  expect(wrong.map(([code, { todo }]) => [code, todo])).toEqual([]);
  const codes = local.map(([code]) => code);
  expect(Object.keys(ended).filter((code) => !codes.includes(code))).toEqual([]);
});

test("so does its screen, by the same command", () => {
  const shown = local.filter(([code]) => !(code in ended) && !(code in withoutScreen));
  expect(shown.length).toBeGreaterThan(5);
  for (const [code, { todo }] of shown) {
    const file = join(root, "test/screens", code, "screen.txt");
    expect(existsSync(file), code).toBe(true);
    const hint = readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => /^ +→ /.test(line))
      .join("\n");
    expect([code, commandsIn(hint)]).toEqual([code, commandsIn(todo)]);
  }
});
