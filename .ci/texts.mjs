// Imports data files as text: `import units from "./units.txt"`. Rows that begin with # are comments. With ?codes
// only the first word of each row is imported, so that a program that only checks whether a code exists does not
// contain the names. With ?lists the words of each row that is not indented are imported with the words of the
// indented rows below it. Used for every bundle of our sources, and for vitest.
import { readFileSync } from "node:fs";

const ours = /\.txt(?:\?(?:codes|lists))?$/;

export const texts = {
  name: "texts",
  enforce: "pre",
  load: {
    filter: { id: ours },
    handler(id) {
      const [file, form] = id.split("?");
      const rows = readFileSync(file, "utf8")
        .trimEnd()
        .split(/\r?\n/)
        .filter((row) => !row.startsWith("#"));
      const made = { codes: () => codesIn(rows).join(" "), lists: () => listsIn(rows) }[form]?.() ?? rows.join("\n");
      return { code: `export default ${JSON.stringify(made)};`, moduleType: "js" };
    },
  },
};

const codesIn = (rows) => rows.map((row) => row.split(" ", 1)[0]).sort();

function listsIn(rows) {
  const lists = [];
  for (const row of rows) {
    const words = row.trim().split(/\s+/);
    if (/^\s/.test(row)) lists.at(-1)[1].push(...words);
    else lists.push([words, []]);
  }
  return lists;
}
