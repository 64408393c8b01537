import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importsOf, root, sourcesBelow } from "./sources.ts";

const card = ["package.json", "tsconfig.json", "bin", "src", "templates", "test", "README.md"];
/** Other files allowed at the top level: lock file, licence, notices, and files that readers or tools expect there. */
const besides = [
  "package-lock.json",
  "LICENSE",
  "THIRD_PARTY_NOTICES",
  "RELIABILITY.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "BENCHMARKS.md",
];

test("the top level holds what the card names, and little else", () => {
  const names = readdirSync(root).filter(
    (name) => !name.startsWith(".") && name !== "node_modules" && name !== "dist" && name !== "coverage",
  );
  for (const name of card) expect(names).toContain(name);
  expect(names.filter((name) => !card.includes(name) && !besides.includes(name))).toEqual([]);
});

test("the changelog begins with what is not released, and knows the version of the package", () => {
  const headings = readFileSync(join(root, "CHANGELOG.md"), "utf8").match(/^## .*$/gm) ?? [];
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  expect(headings[0]).toBe("## [Unreleased]");
  expect(headings[1]).toMatch(new RegExp(`^## \\[${version.replaceAll(".", "\\.")}\\] – `));
});

test("the card's eight packages are dependencies, and each is used in the source or the tests", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const used = new Set([...sourcesBelow("src"), ...sourcesBelow("test")].flatMap(importsOf).map((each) => each.to));
  for (const name of [
    "commander",
    "@inquirer/prompts",
    "undici",
    "zod",
    "chalk",
    "cli-table3",
    "decimal.js",
    "vitest",
  ]) {
    expect({ ...dependencies, ...devDependencies }, name).toHaveProperty(name);
    expect(used, name).toContain(name);
  }
});

test("versions are pinned exactly", () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
  }
});

test("no package may run a script when it is installed, and those that would are named", () => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
  const locked = Object.entries<{ hasInstallScript?: boolean }>(read("package-lock.json").packages);
  const scripts = locked.flatMap(([place, { hasInstallScript }]) =>
    hasInstallScript ? [place.replace(/^.*node_modules\//, "")] : [],
  );
  const { allowScripts } = read("package.json");
  expect(Object.fromEntries(scripts.map((name) => [name, false]))).toEqual(allowScripts);
});

test("the version is told without the built program", () => {
  const told = execFileSync(process.execPath, [join(root, "bin/selfbill.cjs"), "--version"], { encoding: "utf8" });
  expect(told.trim()).toBe(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version);
});
