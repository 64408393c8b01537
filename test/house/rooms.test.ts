import { expect, test } from "vitest";
import { type Import, importsOf, roomOf, sourcesBelow } from "./sources.ts";

/** Which rooms a room may import, through their doors. `types` rooms may be imported with `import type` only. */
const may: Readonly<Record<string, { rooms: readonly string[]; types?: readonly string[] | "any" }>> = {
  problem: { rooms: [] },
  json: { rooms: ["problem"] },
  database: { rooms: ["problem"] },
  document: { rooms: ["problem"] },
  contract: { rooms: ["document", "json", "problem"] },
  read: { rooms: ["document", "json", "problem"] },
  ubl: { rooms: ["document", "json", "problem"] },
  settings: { rooms: ["contract", "document", "json", "problem"] },
  suppliers: { rooms: ["document", "json", "read", "settings", "problem"] },
  check: { rooms: ["document", "ubl", "problem"] },
  sheet: { rooms: ["document", "read", "problem"] },
  send: { rooms: ["contract", "document", "json", "problem"] },
  journal: { rooms: ["contract", "document", "json", "database", "problem"] },
  sandbox: { rooms: ["contract", "document", "ubl", "check", "json", "database", "problem"] },
  wizard: { rooms: ["document", "read", "check", "suppliers", "problem"], types: ["desk"] },
  render: { rooms: ["document", "problem"], types: "any" },
  desk: { rooms: ["document", "problem"], types: "any" },
  submit: { rooms: ["contract", "document", "json", "journal", "send", "problem"], types: "any" },
  "broken-output": { rooms: ["problem"] },
  "open-file": { rooms: ["settings"] },
  "disk-output": { rooms: ["open-file", "problem"], types: ["desk"] },
  flow: { rooms: ["read", "check", "contract", "document", "json", "problem", "suppliers", "ubl"], types: "any" },
};
/** Commands, main and the desk that main opens may use flow and any door. */
const free = new Set(["commands", "main", "open-desk"]);

const imports: Import[] = sourcesBelow("src").flatMap(importsOf);
const between = imports.filter(
  (each) => !each.isPackage && each.to.startsWith("src/") && roomOf(each.from) !== roomOf(each.to),
);

test("a room imports only the rooms that it may", () => {
  const wrong = between.filter((each) => {
    const from = roomOf(each.from);
    const to = roomOf(each.to);
    if (free.has(from)) return to === "main";
    const allowed = may[from];
    if (allowed === undefined) return true;
    const asType = each.typeOnly && (allowed.types === "any" || allowed.types?.includes(to));
    return !allowed.rooms.includes(to) && !asType;
  });
  expect(wrong.map((each) => `${each.from} → ${each.to}`)).toEqual([]);
});

test("a room is entered through its door", () => {
  const inside = between.filter((each) => each.to.split("/").length > 2 && !each.to.endsWith("/index.ts"));
  expect(inside.map((each) => `${each.from} → ${each.to}`)).toEqual([]);
});

test("nothing imports commands except main", () => {
  const wrong = between.filter((each) => roomOf(each.to) === "commands" && roomOf(each.from) !== "main");
  expect(wrong).toEqual([]);
});

test("every room has a door that says what it is for", () => {
  const rooms = new Set(sourcesBelow("src").flatMap(({ path }) => (path.split("/").length > 2 ? [roomOf(path)] : [])));
  const doors = new Map(sourcesBelow("src").map(({ path, text }) => [path, text]));
  for (const room of rooms) expect(doors.get(`src/${room}/index.ts`), room).toMatch(/^\/\*\*\n \* \S/);
});

/** Packages that one place alone may use. */
const keepers: Readonly<Record<string, RegExp>> = {
  "decimal.js": /^src\/document\/money\.ts$/,
  undici: /^src\/send\//,
  "@inquirer/prompts": /^src\/wizard\//,
  chalk: /^src\/render\//,
  "cli-table3": /^src\/render\//,
  commander: /^src\/main\.ts$/,
  "@napi-rs/keyring": /^src\/settings\//,
  "@photostructure/sqlite": /^src\/database\//,
  "js-yaml": /^src\/read\//,
  saxes: /^src\/(?:ubl|sheet)\//,
  "csv-parse": /^src\/sheet\//,
  "write-excel-file": /^src\/sheet\//,
  "env-paths": /^src\/settings\//,
};

test("a package is used in its own room only", () => {
  const wrong = imports.filter((each) => each.isPackage && keepers[each.to]?.test(each.from) === false);
  expect(wrong.map((each) => `${each.from} uses ${each.to}`)).toEqual([]);
});
