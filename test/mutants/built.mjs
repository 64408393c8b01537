import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { mutants, said } from "./stryker.mjs";

/** The files needed to build and test a program. */
const copied = [".ci", "bin", "src", "templates", "test", "package.json", "tsconfig.json", "README.md", "LICENSE"];

/** Builds selfbill with each mutant of a line and runs tests that start it; exit code 0 if each mutant was found. */
export async function built(place, tests) {
  const [, file = "", line = ""] = /^(.*):(\d+)$/.exec(place) ?? [];
  if (line === "" || tests === undefined) {
    console.error("npm run mutants -- built FILE:LINE --tests FILE");
    return 2;
  }
  const ours = mutants({ mutate: [file], quiet: true }).filter(({ start }) => start.line === Number(line));
  const folder = mkdtempSync(join(tmpdir(), "selfbill-built-"));
  try {
    for (const each of copied) cpSync(each, join(folder, each), { recursive: true });
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
    let left = 0;
    for (const each of ours) {
      const text = readFileSync(file, "utf8");
      writeFileSync(join(folder, file), replaced(text, each));
      const isMade = run(folder, [".ci/build.mjs"]);
      const words = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts", ...tests.split(",")];
      const isFound = !isMade || !run(folder, words);
      if (!isFound) left += 1;
      console.log(said({ ...each, status: isMade ? (isFound ? "found" : "LEFT") : "not built" }));
      writeFileSync(join(folder, file), text);
    }
    console.log(`${ours.length} mutants, ${left} left.`);
    return ours.length > 0 && left === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const run = (cwd, words) => spawnSync(process.execPath, words, { cwd, stdio: "ignore" }).status === 0;

function replaced(text, { start, end, to }) {
  const lines = text.split("\n");
  const offset = ({ line, column }) =>
    lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, column - 1);
  return text.slice(0, offset(start)) + to + text.slice(offset(end));
}
