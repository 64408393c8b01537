import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ruleExamples } from "../../src/check/index.ts";
import { journalUse } from "../../src/commands/command.ts";
import { type Command, commands } from "../../src/commands/index.ts";
import { endpoints, toWire } from "../../src/contract/index.ts";
import { type DocumentKind, documentJsonSchema, documentKinds } from "../../src/document/index.ts";
import { toldVariables } from "../../src/environment/index.ts";
import { writeJson } from "../../src/json/index.ts";
import { topics } from "../../src/manual/index.ts";
import { exitCodes, outcomeTable, problem } from "../../src/problem/index.ts";
import { readDocument } from "../../src/read/index.ts";
import { renderJson } from "../../src/render/index.ts";
import type { View } from "../../src/report/index.ts";
import { salesSeeds, testSuppliers } from "../../src/sandbox/index.ts";
import { nameInCode, settingNames } from "../../src/settings/index.ts";
import { recordedRuns } from "../faults/recorded.ts";
import { mutantSection } from "../faults/reliability-mutants.ts";
import { recordedPage, recordedPlace, reliabilityPage } from "../faults/reliability-page.ts";
import { fuzzTable } from "../fuzz/recorded.ts";
import { coveragePage } from "../support/coverage-page.ts";
import { editionCases } from "../support/edition-cases.ts";
import { allCases, examplesFrom, writeExamples } from "../support/rule-examples.ts";
import { root, sourcesBelow } from "./sources.ts";

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
function withSection(text: string, name: string, rows: readonly (readonly string[])[]): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  expect(text, `no section ${name}`).toContain(start);
  const [head = [], ...rest] = rows.map((row) => row.map(inCell));
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const table = [line(head), `|${"---|".repeat(head.length)}`, ...rest.map(line)].join("\n");
  return `${text.slice(0, text.indexOf(start) + start.length)}\n\n${table}\n\n${text.slice(text.indexOf(end))}`;
}

/** Escapes vertical bars, which would end a table cell even inside code. */
const inCell = (words: string): string => words.replaceAll("|", "\\|");
const asCode = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

/** Returns the names that the JSON renderer gives to the members of the first entry in the list `member`. */
function membersOf(view: View, member: string): string[] {
  const answer = renderJson({ outcome: "done", sandbox: false, view, problems: [] });
  return Object.keys((answer[member] as [object])[0]);
}

const result = { file: "a.yaml", outcome: "done", kind: "invoice", problems: [] } as const;
const status = { asked: "a", outcome: "done", sides: {}, findings: [], saved: [], problems: [] };
const oneProblem = {
  outcome: "usage",
  sandbox: false,
  view: { view: "nothing" },
  problems: [problem("bad-usage", "", "")],
} as const;

const tables: Readonly<Record<string, () => Promise<readonly (readonly string[])[]>>> = {
  commands: async () => {
    const loaded = await Promise.all(commands.map(({ load }) => load()));
    return [["command", "what it does"], ...loaded.map(({ words, summary }) => [`\`selfbill ${words}\``, summary])];
  },
  "exit codes": async () => [
    ["code", "`outcome`", "meaning"],
    ...outcomeTable.map(({ outcome, means }) => [String(exitCodes[outcome]), `\`${outcome}\``, means]),
  ],
  "sales credit notes": async () => [
    ["id", "number", "what happens"],
    ...salesSeeds.map(({ id, number, happens }) => [`\`${id}\``, number, happens]),
  ],
  "test suppliers": async () => [
    ["supplier TIN", "what happens"],
    ...testSuppliers.map(({ tin, happens }) => [tin, happens]),
    ["any other", "approved"],
  ],
  variables: async () => [
    ["variable", "meaning"],
    ...toldVariables.map(({ names, means }) => [asCode(Object.keys(names)), means]),
  ],
  "json members": async () => [
    ["answer of", "member", "its members"],
    [
      "`create-invoice`, `create-credit-note`, `resubmit`",
      "`results`",
      asCode([...membersOf({ view: "submissions", results: [result], dryRun: false }, "results")]),
    ],
    [
      "the same with `--dry-run`",
      "`results`",
      `also ${asCode(membersOf({ view: "submissions", results: [result], dryRun: true }, "results").filter((name) => name === "request"))}`,
    ],
    [
      "`status`",
      "`results`",
      asCode(membersOf({ view: "statuses", results: [status as never], verbose: false }, "results")),
    ],
    ["`logs`", "`events`", "one for each event; with `--json-lines` one on each line"],
    [
      "`get`, `list`, `download`, `due`, `suppliers list`",
      "`document`, `documents`, `files`, `due`, `suppliers`",
      "as the command shows them",
    ],
    ["every command", "`problems`", asCode(Object.keys((renderJson(oneProblem).problems as [object])[0]))],
  ],
};

test.each(["README", ...topics.map((topic) => `src/manual/${topic}`)])(
  "the tables of %s.md are those of the code",
  async (page) => {
    let text = readFileSync(join(root, `${page}.md`), "utf8").replaceAll("\r\n", "\n");
    for (const [name, rows] of Object.entries(tables))
      if (text.includes(`<!-- ${name} -->`)) text = withSection(text, name, await rows());
    await expect(text).toMatchFileSnapshot(`../../${page}.md`);
  },
);

test("the calls in the contract's README are those of the code", async () => {
  const page = "src/contract/README.md";
  const rows = endpoints.map(({ row, method, path, definition: { success = 200, answers, section, of }, kind }) => {
    const answer = answers === "xml" || answers === "attachment" ? "file" : answers;
    return [String(row), `\`${method} ${path}\``, `${success}, ${answer} ${section}`, of[kind]?.[2] ?? ""];
  });
  const table = [["#", "call", "answer", "source"], ...rows];
  const text = withSection(readFileSync(join(root, page), "utf8").replaceAll("\r\n", "\n"), "calls", table);
  await expect(text).toMatchFileSnapshot(`../../${page}`);
});

test("every generated table stands in the manual, and every page is a topic", () => {
  const pages = readdirSync(join(root, "src/manual")).filter((name) => name.endsWith(".md"));
  expect(pages.sort()).toEqual(topics.map((topic) => `${topic}.md`).sort());
  const all = pages.map((name) => readFileSync(join(root, "src/manual", name), "utf8")).join("");
  for (const name of Object.keys(tables)) expect(all).toContain(`<!-- ${name} -->`);
});

const environment = "src/environment/variables.ts";

test("every variable of the table is read, and every one of selfbill's own that is named is in the manual", () => {
  const sources = sourcesBelow("src").filter(({ path }) => path !== environment);
  const table = readFileSync(join(root, environment), "utf8");
  const names = [...table.matchAll(/^ {2}\| "(\w+)"/gm)].map(([, name = ""]) => name);
  const told = toldVariables.flatMap((row) => Object.keys(row.names));
  // Only Node, the start script in bin/ or PostgreSQL's client reads these variables.
  const byOthers = ["NODE_DISABLE_COMPILE_CACHE", "PGPASSFILE", "PGPASSWORD"];
  const unread = [...told, ...names].filter(
    (name) => !byOthers.includes(name) && !sources.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)),
  );
  expect(unread).toEqual([]);
  const own = new Set(sources.flatMap(({ text }) => text.match(/\bSELFBILL_(?!WIRE\b)[A-Z_]+/g) ?? []));
  expect([...own].sort()).toEqual(told.filter((name) => name.startsWith("SELFBILL_")).sort());
});

test("every setting of a profile is read by code", () => {
  const sources = sourcesBelow("src").filter(
    ({ path }) => !/^src\/settings\/(?:profile-settings|values)\.ts$/.test(path),
  );
  const unread = settingNames.filter((name) => {
    const either = `(?:${name}|${nameInCode(name)})\\b`;
    const reads = new RegExp(`\\.${either}|[{,] ${either}[^;(]*\\} ?[:=]`);
    return !sources.some(({ text }) => reads.test(text));
  });
  expect(unread).toEqual([]);
});

test("only main reads the process's own variables, and nobody reads variables by a type of their own", () => {
  const readers = sourcesBelow("src").filter(({ text }) => /\bprocess\.env\b(?!`)/.test(text));
  expect(readers.map(({ path }) => path)).toEqual(["src/main.ts"]);
  const others = sourcesBelow("src").filter(({ text }) => /\b(?:env|environment): Readonly<Record/.test(text));
  // Certify passes all environment variables to the program that it runs.
  expect(others.map(({ path }) => path)).toEqual(["src/extras/certify/run-client.ts"]);
});

test("README is short enough to be read, and names every topic of the manual", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  expect(readme.split("\n").length).toBeLessThanOrEqual(151);
  for (const topic of topics) expect(readme).toContain(`(src/manual/${topic}.md)`);
});

test("the pages for accountants are short enough to be read", () => {
  const pages = ["tour", "writing", "suppliers", "checking", "sending", "spreadsheets", "records", "questions"];
  const files = ["README.md", ...pages.map((page) => `src/manual/${page}.md`)];
  const words = files.flatMap((file) => readFileSync(join(root, file), "utf8").split(/\s+/).filter(Boolean));
  expect(words.length).toBeLessThanOrEqual(6_500);
});

test("README has the two commands of a fresh machine, and CI runs the one for the tests", () => {
  const read = (file: string) => readFileSync(file, "utf8");
  expect(read("README.md")).toContain(
    "npm ci && node bin/selfbill.cjs create-invoice templates/standard-invoice.yaml --sandbox --yes",
  );
  for (const file of ["README.md", ".ci/run"]) expect(read(file), file).toContain("npm ci && npm test");
});

test("lists show of a command what its definition says", async () => {
  const loaded = await Promise.all(commands.map(({ load }) => load()));
  expect(loaded.map(nameOf)).toEqual(commands.map(({ name }) => name));
  const listed = Object.fromEntries(loaded.map((command) => [nameOf(command), listedOf(command)]));
  await expect(`${JSON.stringify(listed, null, 1)}\n`).toMatchFileSnapshot("../../src/manual/commands.json");
});

const nameOf = ({ words }: Command): string => words.split(" ")[0] ?? "";

/** No action, and each that can follow the command. */
function actionsOf({ words, facts }: Command): readonly string[][] {
  const actions = /^\S+ [<[]([a-z|-]+)[>\]]/.exec(words)?.[1]?.split("|") ?? [];
  return [[], ...(actions.length > 1 || typeof facts.journal === "function" ? actions.map((each) => [each]) : [])];
}

function listedOf(command: Command) {
  const { summary, group, everyday = false, options, keeps } = command;
  const name = nameOf(command);
  const kept = (actions: readonly string[] | undefined, ...needed: string[]) => {
    if (!needed.every((each) => Object.hasOwn(options, each))) return [];
    return actions?.map((action) => `${name} ${action}`) ?? [name];
  };
  // A command that stores a journal, as profile set does, takes it for nothing else.
  const used = Object.hasOwn(options, "journal")
    ? []
    : actionsOf(command).filter((words) => journalUse(command, words) !== "none");
  return {
    ...{ summary, group, everyday },
    sandbox: kept(keeps?.sandbox, "sandbox"),
    profile: kept(keeps?.profile, "profile"),
    businessProfile: kept(keeps?.businessProfile, "businessProfile"),
    journal: used.map((words) => [name, ...words].join(" ")),
  };
}

test.each(Object.keys(documentKinds) as DocumentKind[])(
  "the schema of the %s is made from its shapes",
  async (kind) => {
    const made = `${JSON.stringify(documentJsonSchema(kind), null, 2)}\n`;
    await expect(made).toMatchFileSnapshot(`../../templates/schema/${kind}.schema.json`);
  },
);

test.each(sourcesBelow("templates", ".yaml").map(({ path, text }) => [path, text] as const))(
  "%s has the same document as JSON beside it",
  async (path, text) => {
    const read = readDocument(Buffer.from(text), path);
    if (!read.ok) throw new Error(read.problems[0].message);
    const json = writeJson(toWire(read.value.document, read.value.kind), 2);
    await expect(`${json}\n`).toMatchFileSnapshot(`../../${path.replace(/\.yaml$/, ".json")}`);
  },
);

const cases = await allCases();

test("explain's examples are those of the rules' cases", async () => {
  const examples = examplesFrom(cases);
  await expect(writeExamples(examples)).toMatchFileSnapshot("../../src/check/examples.txt");
  for (const [id, each] of Object.entries(examples)) expect([id, ruleExamples(id)]).toEqual([id, each]);
  expect(ruleExamples("IBR")).toBeUndefined();
});

test("the coverage page classes every published rule", async () => {
  await expect(coveragePage(cases, await editionCases())).toMatchFileSnapshot("../../src/check/COVERAGE.md");
});

test("RELIABILITY.md and the page of recorded runs state what was recorded, and nothing else", async () => {
  const runs = recordedRuns(root);
  await expect(reliabilityPage(runs)).toMatchFileSnapshot("../../RELIABILITY.md");
  await expect(recordedPage(runs, mutantSection(root))).toMatchFileSnapshot(`../../${recordedPlace}`);
});

test("SECURITY.md states the fuzz runs that were recorded, and nothing else", async () => {
  const text = readFileSync(join(root, "SECURITY.md"), "utf8").replaceAll("\r\n", "\n");
  await expect(withSection(text, "fuzz", fuzzTable(root))).toMatchFileSnapshot("../../SECURITY.md");
});
