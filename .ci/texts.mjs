// Data that a source imports as text: `import units from "./units.txt"`. Rows that begin with # are remarks for whoever reads the file. With
// ?codes it is the first word of each row, so that a program which asks only whether a code exists does not carry the names.
// For every bundle of our sources, and for vitest.
import { readFileSync } from "node:fs";

const ours = /\.txt(?:\?codes)?$/;

export const texts = {
  name: "texts",
  enforce: "pre",
  load: {
    filter: { id: ours },
    handler(id) {
      const [file, codes] = id.split("?");
      const rows = readFileSync(file, "utf8")
        .trimEnd()
        .split(/\r?\n/)
        .filter((row) => !row.startsWith("#"));
      const text = codes === undefined ? rows.join("\n") : codesIn(rows).join(" ");
      return { code: `export default ${JSON.stringify(text)};`, moduleType: "js" };
    },
  },
};

const codesIn = (rows) => rows.map((row) => row.split(" ", 1)[0]).sort();
