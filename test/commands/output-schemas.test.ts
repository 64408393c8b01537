import { expect, test } from "vitest";
import { commands } from "../../src/commands/index.ts";
import { linesOf, printedSchema } from "../../src/commands/output/answers.ts";
import { misanswer } from "../support/judge-answer.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

const loaded = await Promise.all(commands.map(async ({ name, load }) => [name, await load()] as const));

/** Returns the members that a command's JSON Schema describes, each as `command path types`. */
function members(name: string, schema: unknown, path = ""): string[] {
  const {
    anyOf,
    properties,
    items,
    additionalProperties,
    type,
    const: only,
    enum: some,
  } = schema as Record<string, never>;
  if (anyOf !== undefined) return (anyOf as unknown[]).flatMap((each) => members(name, each, path));
  const own = type ?? (only !== undefined || some !== undefined ? "string" : undefined);
  const here = path === "" || own === undefined ? [] : [`${name}  ${path}  ${own}`];
  return [
    ...here,
    ...Object.entries(properties ?? {}).flatMap(([key, inner]) =>
      members(name, inner, path === "" ? key : `${path}.${key}`),
    ),
    ...(items === undefined ? [] : members(name, items, `${path}[]`)),
    ...(typeof additionalProperties === "object" ? members(name, additionalProperties, `${path}.*`) : []),
  ];
}

function promised(): string[] {
  const documents = loaded.flatMap(([name, command]) => members(name, printedSchema(command)));
  const each = loaded.flatMap(([name, command]) =>
    linesOf(command) ? members(`${name} line`, printedSchema(command, "line")) : [],
  );
  return [...new Set([...documents, ...each])].sort();
}

test("no member that was promised once is gone or has another type", async () => {
  const { readFileSync } = await import("node:fs");
  const file = new URL("../fixtures/promised-members.txt", import.meta.url);
  let before: string[] = [];
  try {
    before = readFileSync(file, "utf8").trimEnd().split("\n");
  } catch {
    // The list does not exist when the test runs for the first time.
  }
  const now = promised();
  expect(before.filter((each) => !now.includes(each))).toEqual([]);
  // npm run generate adds new members to the list and never removes any.
  const all = [...new Set([...before, ...now])].sort();
  await expect(`${all.join("\n")}\n`).toMatchFileSnapshot("../fixtures/promised-members.txt");
});

/** Names of members that contain a count, at any depth. */
const counts =
  /(?:^|\.)(?:added|answers|approvals|attempts|created|credit_notes|days|documents|drafts|entries|error|errors|files|gaps|handed_out|here|in_doubt|invoices|later_states|lines|links|not_exported|not_judged|notes|ok|problems|records|refused|replaced|requests|rows|rules|same|skipped|texts|there|warning|warnings)$/;
/** String members that are named like a count but hold something else: an amount of money, a value or an id. */
const noCounts = [
  "reconcile  different[].differences[].here  string",
  "reconcile  different[].differences[].there  string",
];

test("counts are numbers", () => {
  const texts = promised().filter((each) => {
    const [, path = "", type = ""] = each.split("  ");
    return counts.test(path) && type.includes("string") && !noCounts.includes(each);
  });
  expect(texts).toEqual([]);
});

test("the judge refuses a member that is not declared, a wrong type and a missing member", async () => {
  const good = { schema: "selfbill/1", outcome: "done", sandbox: false, discarded: "d-1", problems: [] };
  const judged = (answer: object) => misanswer(["new", "--json"], JSON.stringify(answer));
  expect(await judged(good)).toBeUndefined();
  expect(await judged({ ...good, more: 1 })).toContain("more");
  expect(await judged({ ...good, discarded: 1 })).toContain("discarded");
  expect(await judged({ schema: "selfbill/1", outcome: "done", sandbox: false, discarded: "d-1" })).toContain(
    "problems",
  );
});

test("schema output prints the schema of one command, of its lines, and of all", async () => {
  const home = temporaryFolder();
  const of = async (...words: string[]) =>
    JSON.parse((await runSelfbill(["schema", "output", ...words], { home })).stdout);
  expect(await of("status")).toMatchObject({ title: "selfbill status --json", anyOf: expect.any(Array) });
  expect(await of("logs", "--lines")).toMatchObject({ type: "object", properties: { event: expect.any(Object) } });
  expect(Object.keys((await of()).$defs)).toEqual(expect.arrayContaining(["create-invoice", "history line", "doctor"]));
  const unknown = await runSelfbill(["schema", "output", "nonsense", "--json"], { home });
  expect([unknown.code, JSON.parse(unknown.stdout).outcome]).toEqual([2, "usage"]);
});
