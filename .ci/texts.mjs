// Imports data files as text: `import units from "./units.txt"`. Rows that begin with # are comments. With ?codes only
// the first word of each row is imported, so that a program which only checks whether a code exists does not contain
// the names. Used for every bundle of our sources, and for vitest.
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
