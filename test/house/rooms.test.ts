import { expect, test } from "vitest";
import { type Import, importsOf, roomOf, sourcesBelow } from "./sources.ts";

/** Which rooms a room may import, through their doors. `types` rooms may be imported with `import type` only. */
const may: Readonly<Record<string, { rooms: readonly string[]; types?: readonly string[] }>> = {
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
  report: { rooms: [], types: ["check", "contract", "document", "json", "problem", "send"] },
  desk: { rooms: ["problem"], types: ["journal", "read", "report", "send", "settings", "suppliers"] },
  wizard: { rooms: ["document", "read", "check", "suppliers", "problem"], types: ["desk"] },
  render: { rooms: ["document", "problem"], types: ["check", "contract", "json", "report"] },
  prepare: {
    rooms: ["read", "check", "contract", "document", "json", "problem", "suppliers", "ubl"],
    types: ["desk", "journal", "report", "settings"],
  },
  submit: {
    rooms: ["contract", "document", "json", "journal", "send", "problem"],
    types: ["desk", "prepare", "settings"],
  },
};
/** Commands, main and the desk that main opens may use any door. */
const free = new Set(["commands", "main", "desk/real"]);

/**
 * Which wings a wing of the commands may import. A command may import any wing; a wing never imports a command. Read from top to
 * bottom, a wing uses only what is above it.
 */
const wings: Readonly<Record<string, readonly string[]>> = {
  answer: [],
  follow: ["answer"],
  resolve: ["answer", "follow"],
  due: ["answer", "follow"],
  evidence: ["answer", "follow"],
  sheet: ["answer"],
  suppliers: ["answer", "sheet"],
  create: ["answer", "follow", "sheet"],
  credit: ["answer", "follow", "create"],
  preview: ["answer", "follow", "sheet", "create"],
  new: ["answer", "create", "credit"],
  journal: ["answer", "create", "new"],
  rules: ["answer"],
  doctor: ["answer", "create"],
};

const imports: Import[] = sourcesBelow("src").flatMap(importsOf);
const between = imports.filter(
  (each) => !each.isPackage && each.to.startsWith("src/") && roomOf(each.from) !== roomOf(each.to),
);

test("a room imports only the rooms that it may", () => {
  const wrong = between.filter((each) => {
    const from = roomOf(each.from);
    const to = roomOf(each.to);
    if (free.has(from)) return to === "main" || to === "desk/real" ? from !== "main" : false;
    const allowed = may[from];
    if (allowed === undefined) return true;
    const asType = each.typeOnly && allowed.types?.includes(to);
    return !allowed.rooms.includes(to) && !asType;
  });
  expect(wrong.map((each) => `${each.from} → ${each.to}`)).toEqual([]);
});

test("a room is entered through its door", () => {
  const inside = between.filter(
    (each) => each.to.split("/").length > 2 && each.to !== `src/${roomOf(each.to)}/index.ts`,
  );
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

test("a wing of the commands imports only the wings that it may, and no command", () => {
  const below = imports.filter(({ from, to }) => wingOf(from) !== undefined && to.startsWith("src/commands/"));
  const wrong = below.filter(({ from, to }) => {
    const [here, there] = [wingOf(from) ?? "", wingOf(to)];
    if (there === undefined) return to !== "src/commands/command.ts";
    return here !== there && !(wings[here] ?? []).includes(there);
  });
  expect(wrong.map((each) => `${each.from} → ${each.to}`)).toEqual([]);
});

test("a command imports no other command; auth alone is two of them under one name", () => {
  const isCommand = (path: string): boolean => /^src\/commands\/(?!index|command\.)[^/]+\.ts$/.test(path);
  const wrong = imports.filter(({ from, to }) => isCommand(from) && isCommand(to) && from !== "src/commands/auth.ts");
  expect(wrong.map((each) => `${each.from} → ${each.to}`)).toEqual([]);
});

test("every wing of the commands has a direction, and the directions make no circle", () => {
  const found = new Set(sourcesBelow("src/commands").flatMap(({ path }) => wingOf(path) ?? []));
  expect([...found].sort()).toEqual(Object.keys(wings).sort());
  const above = new Set<string>();
  for (const [wing, uses] of Object.entries(wings)) {
    for (const each of uses) expect(above, `${wing} → ${each}`).toContain(each);
    above.add(wing);
  }
});

function wingOf(path: string): string | undefined {
  return /^src\/commands\/([^/]+)\//.exec(path)?.[1];
}

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
