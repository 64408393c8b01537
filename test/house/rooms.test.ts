import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hiddenImportsOf, type Import, importsOf, roomOf, root, sourcesBelow } from "./sources.ts";

/**
 * The rooms (folders below src) that each room may import, through their doors (index.ts). `types` rooms may only be
 * imported with `import type`.
 */
const may: Readonly<Record<string, { rooms: readonly string[]; types?: readonly string[] }>> = {
  states: { rooms: [] },
  environment: { rooms: [] },
  problem: { rooms: ["states"] },
  manual: { rooms: [] },
  json: { rooms: ["problem"] },
  answers: { rooms: ["contract", "life", "problem", "states"] },
  disk: { rooms: [] },
  memory: { rooms: [] },
  database: { rooms: ["problem"] },
  document: { rooms: ["problem"] },
  contract: { rooms: ["document", "json", "problem", "states"] },
  read: { rooms: ["disk", "document", "json", "memory", "problem"] },
  ubl: { rooms: ["document", "json", "problem"] },
  // Settings use the database only for its lock, which the system releases when a process dies.
  settings: { rooms: ["contract", "database", "disk", "document", "environment", "json", "problem"] },
  suppliers: { rooms: ["document", "json", "read", "settings", "problem"] },
  tariff: { rooms: [] },
  check: { rooms: ["document", "ubl", "problem"] },
  approval: { rooms: ["document", "json", "problem"] },
  tables: { rooms: ["document"] },
  sheet: { rooms: ["document", "memory", "read", "tables", "problem"] },
  send: { rooms: ["contract", "document", "environment", "json", "problem"] },
  journal: {
    rooms: [
      "approval",
      "contract",
      "document",
      "environment",
      "json",
      "database",
      "disk",
      "memory",
      "problem",
      "states",
    ],
  },
  life: { rooms: ["contract", "document", "journal", "json", "problem", "states"] },
  sandbox: { rooms: ["contract", "document", "ubl", "check", "json", "database", "problem", "states"] },
  report: { rooms: [], types: ["contract", "document", "json", "life", "problem", "send", "states"] },
  desk: {
    rooms: ["problem"],
    types: ["environment", "journal", "read", "report", "send", "settings", "suppliers"],
  },
  embedded: { rooms: ["sandbox"] },
  library: { rooms: ["check", "contract", "document", "json", "problem", "read", "ubl"], types: ["states"] },
  wizard: { rooms: ["document", "read", "check", "suppliers", "problem"], types: ["desk"] },
  render: {
    rooms: ["answers", "contract", "document", "environment", "life", "manual", "problem", "states"],
    types: ["json", "report"],
  },
  prepare: {
    rooms: ["read", "check", "contract", "document", "json", "memory", "problem", "settings", "suppliers", "ubl"],
    types: ["desk", "journal", "report"],
  },
  submit: {
    rooms: ["approval", "contract", "document", "json", "journal", "life", "prepare", "send", "problem", "states"],
    types: ["desk", "settings"],
  },
};
/** The commands, main, the argument parser (program), the desk that main opens and the extras may import any room. */
const free = new Set(["commands", "main", "program", "desk/real", "extra", "extras"]);

/**
 * The wings (folders below src/commands) that each wing may import. A command may import any wing; a wing never imports
 * a command. Each wing imports only wings listed above it.
 */
const wings: Readonly<Record<string, readonly string[]>> = {
  answer: [],
  codes: [],
  follow: ["answer"],
  resolve: ["answer", "follow"],
  period: ["answer", "follow"],
  list: ["answer", "follow", "period"],
  history: ["answer"],
  sheet: ["answer"],
  suppliers: ["answer", "follow", "sheet"],
  create: ["answer", "codes", "follow", "sheet"],
  intake: ["answer", "sheet", "suppliers", "create"],
  team: ["answer"],
  credit: ["answer", "follow", "create"],

  preview: ["answer", "codes", "follow", "sheet", "create"],
  new: ["answer", "codes", "create", "credit"],
  correct: ["answer", "follow", "create", "credit", "new"],
  due: ["answer", "follow", "create", "new"],
  find: ["answer", "list"],
  help: ["answer", "find"],
  home: ["answer", "follow", "due", "period", "find"],
  show: ["answer", "follow", "history", "due"],
  journal: ["answer", "create", "new"],
  sandbox: ["answer"],
  explain: [],
  fix: ["answer", "sheet"],
  verdicts: [],
  profiles: ["answer", "journal", "sheet"],
  doctor: ["answer", "follow", "create"],
  output: [],
};

const imports: Import[] = sourcesBelow("src").flatMap(importsOf);
const between = imports.filter(
  (each) => !each.isPackage && each.to.startsWith("src/") && roomOf(each.from) !== roomOf(each.to),
);

test("a room imports only the rooms that it may", () => {
  const wrong = between.filter((each) => {
    const from = roomOf(each.from);
    const to = roomOf(each.to);
    if (to === "extras" && each.to !== "src/extras.ts") return true;
    if (free.has(from)) return to === "main" || to === "desk/real" ? from !== "main" : false;
    const allowed = may[from];
    if (allowed === undefined) return true;
    const asType = each.typeOnly && allowed.types?.includes(to);
    return !allowed.rooms.includes(to) && !asType;
  });
  expect(wrong.map((each) => `${each.from} → ${each.to}`)).toEqual([]);
});

/** Moving, merging, repairing and the set-up of a server are apart, so that what sends does not reach them. */
const secondDoor = "src/journal/admin.ts";

test("only the commands that look after journals, and extras, enter by the journal's second door", () => {
  const inside = between.filter(({ from, to }) => to === secondDoor && !from.startsWith("src/extras/"));
  const wrong = inside.filter(({ from }) => !/^src\/commands\/(?:(?:journal|doctor)\/[^/]+|team)\.ts$/.test(from));
  expect(inside).not.toEqual([]);
  expect(wrong.map(({ from }) => from)).toEqual([]);
  const own = imports.filter(({ from, to }) => from.startsWith("src/journal/") && to === secondDoor);
  expect(own).toEqual([]);
});

test("a room is entered through its door", () => {
  const inside = between.filter(
    (each) =>
      each.to.split("/").length > 2 &&
      each.to !== `src/${roomOf(each.to)}/index.ts` &&
      each.to !== secondDoor &&
      !isOfExtra(each.from, each.to),
  );
  expect(inside.map((each) => `${each.from} → ${each.to}`)).toEqual([]);
});

/** Whether an extra imports what its commands are made of: a wing of the commands, or what defines a command. */
function isOfExtra(from: string, to: string): boolean {
  return /^src\/extras?[./]/.test(from) && /^src\/commands\/(?:[^/]+\/|command\.ts|kinds\.ts)/.test(to);
}

test("nothing imports commands except main, what reads its words, and extras their wings", () => {
  const wrong = between.filter(
    ({ from, to }) =>
      roomOf(to) === "commands" && !/^(?:main|program|extra)$/.test(roomOf(from)) && !isOfExtra(from, to),
  );
  expect(wrong).toEqual([]);
});

test("every room has a door that says what it is for", () => {
  const rooms = new Set(sourcesBelow("src").flatMap(({ path }) => (path.split("/").length > 2 ? [roomOf(path)] : [])));
  rooms.delete("extras");
  const doors = new Map(sourcesBelow("src").map(({ path, text }) => [path, text]));
  for (const room of rooms) expect(doors.get(`src/${room}/index.ts`), room).toMatch(/^\/\*\*\n \* \S/);
});

test("a wing of the commands imports only the wings that it may, and no command", () => {
  const below = imports.filter(({ from, to }) => wingOf(from) !== undefined && to.startsWith("src/commands/"));
  const wrong = below.filter(({ from, to }) => {
    const [here, there] = [wingOf(from) ?? "", wingOf(to)];
    if (there === undefined) return !/^src\/commands\/(?:command|kinds)\.ts$/.test(to);
    return here !== there && !(wings[here] ?? []).includes(there);
  });
  expect(wrong.map((each) => `${each.from} → ${each.to}`)).toEqual([]);
});

test("the core does not know an extra, and an extra does not know another", () => {
  const extraOf = (path: string): string | undefined => /^src\/extras\/([^/]+)\//.exec(path)?.[1];
  const wrong = imports.filter(({ from, to }) => extraOf(to) !== undefined && extraOf(from) !== extraOf(to));
  const known = wrong.filter(({ from, to }) => from !== "src/extras.ts" || !to.endsWith("/index.ts"));
  expect(known.map((each) => `${each.from} → ${each.to}`)).toEqual([]);
  const list = imports.filter(({ to }) => to === "src/extras.ts").map(({ from }) => from);
  expect(list).toEqual(["src/commands/index.ts", "src/desk/real/real-desk.ts"]);
});

test("an extra is registered by its folder's name in one line, and has a page that says what it is", () => {
  const folders = readdirSync(join(root, "src/extras"), { withFileTypes: true });
  const list = readFileSync(join(root, "src/extras.ts"), "utf8");
  for (const { name } of folders) {
    expect(list, name).toContain(` from "./extras/${name}/index.ts";`);
    expect(readFileSync(join(root, `src/extras/${name}/index.ts`), "utf8"), name).toContain(`name: "${name}"`);
    expect(readFileSync(join(root, `src/extras/${name}/README.md`), "utf8"), name).toMatch(/^# \S/);
  }
});

test("a command imports no other command; auth alone is two of them under one name", () => {
  const isCommand = (path: string): boolean => /^src\/commands\/(?!index|command\.|kinds\.)[^/]+\.ts$/.test(path);
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

/** Where each package may be used; a package that is not listed may not be used anywhere. */
const keepers: Readonly<Record<string, RegExp>> = {
  "decimal.js": /^src\/document\/money\.ts$/,
  undici: /^src\/send\//,
  "@inquirer/prompts": /^src\/wizard\//,
  chalk: /^src\/render\//,
  "cli-table3": /^src\/render\//,
  commander: /^src\/program\.ts$/,
  "@napi-rs/keyring": /^src\/settings\//,
  "@myriaddreamin/typst-ts-node-compiler": /^src\/extras\/pdf\//,
  "@photostructure/sqlite": /^src\/database\//,
  pg: /^src\/database\/postgres\/worker\.ts$/,
  "js-yaml": /^src\/read\//,
  saxes: /^src\/(?:ubl|sheet)\//,
  "write-excel-file": /^src\/tables\//,
  zod: /^src\/(?:answers|approval|contract|document|read|sandbox|settings|sheet|wizard)\//,
};

test("what sends a document is called by the room that records it first, and by no other", () => {
  const calls = sourcesBelow("src").filter(({ text }) => /\bcallsThatChange\b/.test(text));
  const rooms = calls.filter(({ path }) => roomOf(path) !== "send").map(({ path }) => path);
  expect(rooms).toEqual(["src/submit/exchange.ts"]);
  const aside = sourcesBelow("src").filter(({ text }) => /getOwnPropertySymbols|Reflect\.ownKeys/.test(text));
  expect(aside.map(({ path }) => path)).toEqual([]);
});

test("a package is used in its own room only, and one that no room keeps nowhere", () => {
  const used = imports.filter(({ isPackage, to }) => isPackage && !to.startsWith("node:"));
  const wrong = used.filter(({ from, to }) => !keepers[to]?.test(from));
  expect(wrong.map((each) => `${each.from} uses ${each.to}`)).toEqual([]);
  expect([...new Set(used.map(({ to }) => to))].sort(), "packages").toEqual(Object.keys(keepers).sort());
});

test("every room has a direction", () => {
  const rooms = new Set(sourcesBelow("src").map(({ path }) => roomOf(path)));
  expect([...rooms].sort()).toEqual([...Object.keys(may), ...free].sort());
});

test("no import is hidden from these tests", () => {
  const hidden = sourcesBelow("src").flatMap((source) =>
    hiddenImportsOf(source).map((found) => `${source.path}: ${found}`),
  );
  expect(hidden).toEqual([]);
  const spellings = ["import ( './x.ts' )", "await import(name)", 'import x = require("./x.ts")', "require('./x.ts')"];
  for (const text of spellings) expect(hiddenImportsOf({ path: "src/x.ts", text }), text).not.toEqual([]);
  const read = (text: string) => importsOf({ path: "src/room/x.ts", text }).map(({ to }) => to);
  expect(read('const { y } = await import( "../other/y.ts" );')).toEqual(["src/other/y.ts"]);
  expect(read('export * from "../other/y.ts";')).toEqual(["src/other/y.ts"]);
  expect(read('import "../other/y.ts";')).toEqual(["src/other/y.ts"]);
  expect(read('type Y = import("../other/y.ts").Y;')).toEqual(["src/other/y.ts"]);
});

/** Files that look for a package on disk, because a bundle cannot contain its native part. */
const loaders = [
  "src/commands/doctor/computer.ts",
  "src/database/load.ts",
  "src/extras/pdf/press.ts",
  "src/settings/keychain.ts",
];

test("only packages with native parts are loaded past the bundle", () => {
  const found = sourcesBelow("src").filter(({ text }) => /\bcreateRequire\b|\bdlopen\b|getBuiltinModule/.test(text));
  expect(found.map(({ path }) => path)).toEqual(loaders);
});

test("the journal's files are in its rooms, beside its doors, its interface, its implementation and its budget", () => {
  const loose = sourcesBelow("src/journal").filter(({ path }) => path.split("/").length === 3);
  expect(loose.map(({ path }) => path.slice("src/journal/".length))).toEqual([
    "admin.ts",
    "budget.ts",
    "database-journal.ts",
    "index.ts",
    "journal.ts",
    "open.ts",
    "reads.ts",
  ]);
  const page = readFileSync(join(root, "src/README.md"), "utf8");
  const rooms = readdirSync(join(root, "src/journal"), { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(rooms.filter(({ name }) => !page.includes(`\n| \`${name}\` |`)).map(({ name }) => name)).toEqual([]);
});

test("no import makes a circle, type-only ones included", () => {
  expect(
    circles(new Map(sourcesBelow("src").map((source) => [source.path, importsOf(source).map(({ to }) => to)]))),
  ).toEqual([]);
  const knot = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["b"]],
  ]);
  expect(circles(knot)).toEqual([["b", "c"]]);
});

/** The import cycles, each listed once. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const reach = (from: string): Set<string> => {
    const seen = new Set<string>();
    const next = [...(graph.get(from) ?? [])];
    for (let at = next.pop(); at !== undefined; at = next.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      next.push(...(graph.get(at) ?? []));
    }
    return seen;
  };
  const reached = new Map([...graph.keys()].map((file) => [file, reach(file)]));
  const inCircle = [...graph.keys()].filter((file) => reached.get(file)?.has(file));
  const groups = new Map<string, string[]>();
  for (const file of inCircle) {
    const group = inCircle.filter((each) => reached.get(file)?.has(each) && reached.get(each)?.has(file)).sort();
    groups.set(group.join(), group);
  }
  return [...groups.values()];
}

test("every file of rules is listed, so that its rules are asked", () => {
  const text = sourcesBelow("src/check").find(({ path }) => path === "src/check/registry.ts")?.text ?? "";
  for (const { path } of sourcesBelow("src/check/rules")) {
    const name = new RegExp(`import \\* as (\\w+) from "\\./rules/${path.replace(/^.*\//, "")}"`).exec(text)?.[1];
    expect(name, `${path} is not imported by the registry`).toBeDefined();
    expect(text.split(`\n  ${name},\n`), `${path} is in no list of the registry`).toHaveLength(2);
  }
});
