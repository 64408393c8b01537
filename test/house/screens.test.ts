import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { problemTable } from "../../src/problem/index.ts";
import { withoutScreen } from "../screens/without-screen.ts";
import { root, sourcesBelow } from "./sources.ts";

const screens = join(root, "test/screens");
const folders = readdirSync(screens, { withFileTypes: true }).flatMap((each) =>
  each.isDirectory() ? [each.name] : [],
);
/** Screens for whole commands, not for single problems. */
const ofCommands = ["status", "validate"];

test("every problem code has its screen, and no screen is without a code", () => {
  const codes = Object.keys(problemTable);
  const shown = folders.filter((name) => !ofCommands.includes(name));
  expect([...shown, ...Object.keys(withoutScreen)].sort()).toEqual(codes.sort());
  for (const code of shown) expect(existsSync(join(screens, code, "screen.txt")), code).toBe(true);
});

test("every screen is made by steps, from an input, or by a test beside it; none is only read", () => {
  const tests = sourcesBelow("test/screens", ".test.ts")
    .map(({ text }) => text)
    .join("");
  const made = (name: string): boolean =>
    ["steps.txt", "input.yaml", "input.json"].some((file) => existsSync(join(screens, name, file))) ||
    tests.includes(`"${name}"`);
  expect(folders.filter((name) => !ofCommands.includes(name) && !made(name))).toEqual([]);
});

/** The screens of whole commands, listed here because the commands' own tests would recreate a missing screen. */
const commandScreens = {
  status: ["failed", "log", "pending", "pending-verbose", "sales"].flatMap((name) =>
    ["80", "120", "pipe"].map((columns) => `${name}-${columns}.txt`),
  ),
  validate: ["github", "jsonl", "junit", "nothing-matches", "sarif", "text"].map((name) => `${name}.txt`),
};

test.each(Object.entries(commandScreens))("no screen of %s is missing, and none is left over", (name, files) => {
  const there = readdirSync(join(screens, name)).filter((file) => file.endsWith(".txt"));
  expect(there.sort()).toEqual([...files].sort());
});
