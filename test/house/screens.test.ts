import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { problemTable } from "../../src/problem/index.ts";
import { withoutScreen } from "../screens/without-screen.ts";
import { root } from "./sources.ts";

const screens = join(root, "test/screens");
const folders = readdirSync(screens, { withFileTypes: true }).flatMap((each) =>
  each.isDirectory() ? [each.name] : [],
);
/** Screens of whole commands, not of one problem. */
const ofCommands = ["status", "validate"];

test("every problem code has its screen, and no screen is without a code", () => {
  const codes = Object.keys(problemTable);
  const shown = folders.filter((name) => !ofCommands.includes(name));
  expect([...shown, ...Object.keys(withoutScreen)].sort()).toEqual(codes.sort());
  for (const code of shown) expect(existsSync(join(screens, code, "screen.txt")), code).toBe(true);
});
