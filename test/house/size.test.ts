import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, sourcesBelow } from "./sources.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const words = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;
const lines = (text: string): number => text.trimEnd().split("\n").length;

/** What tools write beside the files of the project. */
const beside = [".git", "node_modules", "dist", "coverage"];
const top = readdirSync(root).filter((name) => !beside.includes(name));
const pages = [
  ...top.filter((name) => name.endsWith(".md")),
  ...["src", "test", "templates"].flatMap((folder) => sourcesBelow(folder, ".md").map(({ path }) => path)),
];

const isGenerated = (path: string): boolean =>
  read(path)
    .split("\n", 5)
    .some((line) => /^(?:Generated|Made) by `npm run /.test(line));
/** A page that a program writes says so in its first lines. */
const written = pages.filter((path) => !isGenerated(path));

test("what a stranger reads first is short", () => {
  expect(lines(read("RELIABILITY.md")), "RELIABILITY.md").toBeLessThanOrEqual(60);
  expect(lines(read("CHANGELOG.md")), "CHANGELOG.md").toBeLessThanOrEqual(150);
  expect(lines(read("README.md")), "README.md").toBeLessThanOrEqual(150);
  expect(words(read("src/DECISIONS.md")), "src/DECISIONS.md").toBeLessThanOrEqual(8_000);
});

test("all that is written by hand has at most 60,000 words", () => {
  expect(written).toContain("README.md");
  expect(written).not.toContain("RELIABILITY.md");
  expect(written.reduce((sum, path) => sum + words(read(path)), 0)).toBeLessThanOrEqual(60_000);
});
