// Saves the help of the program and of each command, as commander renders it, in dist/help.json, so that
// bin/selfbill.cjs shows it without loading the program. Lines are broken once the width is known; text that may be
// broken is between two marks (bin/help.cjs).
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { outside } from "./inside.mjs";
import { texts } from "./texts.mjs";

/** @param tool the bundler */
export async function keepHelp(tool) {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-help-"));
  await tool.build({
    input: { program: "src/program.ts", list: "src/commands/index.ts", manual: "src/manual/index.ts" },
    platform: "node",
    external: outside,
    plugins: [texts],
    output: { dir: folder, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
  });
  const { readWords } = await import(pathToFileURL(join(folder, "program.mjs")));
  const { commands } = await import(pathToFileURL(join(folder, "list.mjs")));
  const { topics } = await import(pathToFileURL(join(folder, "manual.mjs")));
  const help = async (words) => {
    const written = [];
    const wrap = (text) => `\u0001${text}\u0002`;
    await readWords(words, { columns: 1000, write: (text) => written.push(text), wrap });
    return written.join("");
  };
  const kept = { program: await help(["--help"]), topics, commands: {} };
  for (const { name } of commands) kept.commands[name] = await help([name, "--help"]);
  writeFileSync("dist/help.json", JSON.stringify(kept));
  rmSync(folder, { recursive: true, force: true });
}
