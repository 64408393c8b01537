import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, top } from "../support/run-selfbill.ts";
import { TerminalRun } from "../support/terminal.ts";
import { dark, drawn, light, type Piece } from "./svg.ts";

/** The picture of the README: what is typed, line by line, and what the built program shows. */
const typed = [
  "selfbill create-invoice receipts.csv --map receipts.yaml --sandbox --yes",
  "selfbill create-invoice again.csv --map receipts.yaml --sandbox --yes",
  "selfbill validate scrap.csv --map receipts.yaml --sandbox",
];
const columns = 92;
const story = join(top, "test/picture/story");

async function shown(): Promise<Piece[][]> {
  const folder = temporaryFolder();
  for (const name of readdirSync(story)) copyFileSync(join(story, name), join(folder, name));
  const home = join(folder, "home");
  mkdirSync(home);
  // The clock stands still and ids are numbered, so that the picture is the same each time.
  const env = { SAME_CLOCK: join(folder, "clock") };
  const program = [process.execPath, "--require", join(top, "test/same/frozen.cjs"), join(top, "bin/selfbill.cjs")];
  const run = async (line: string): Promise<Piece[][]> => {
    const [, ...words] = line.split(" ");
    const terminal = new TerminalRun(words, { home, cwd: folder, columns, env, program });
    if (line.includes("again.csv")) await terminal.answer("Send this one as well?", "n");
    await terminal.ended();
    return terminal.pieces();
  };
  await run("selfbill suppliers import suppliers.csv --sandbox");
  const lines: Piece[][] = [];
  for (const line of typed) {
    if (lines.length > 0) lines.push([]);
    lines.push([{ text: `$ ${line}`, column: 0, bold: true, dim: false }], ...(await run(line)));
  }
  return lines;
}

test.skipIf(process.platform === "win32")("the picture of the README is what the program shows", async () => {
  const lines = await shown();
  const text = lines.map((pieces) => pieces.map((piece) => piece.text).join(" ")).join("\n");
  for (const moment of [
    /3 documents were sent/,
    /bills what SBX-INV-000001/,
    /Send this one as well\? No/,
    /SB-1010.*[Mm]etal scrap/s,
  ])
    expect(text).toMatch(moment);
  await expect(drawn(lines, columns, light)).toMatchFileSnapshot("../../src/manual/picture-light.svg");
  await expect(drawn(lines, columns, dark)).toMatchFileSnapshot("../../src/manual/picture-dark.svg");
});
