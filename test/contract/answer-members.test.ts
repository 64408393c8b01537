import { describe, expect, test } from "vitest";
import * as z from "zod";
import { logs } from "../../src/commands/logs.ts";
import { linesOf } from "../../src/commands/output/answers.ts";
import {
  type AnswerMembers,
  jsonMembersOf,
  logEntry,
  networkFinding,
  peppolSnapshot,
  type StatusSnapshot,
  schemaOf,
  statusLeg,
  statusLogOf,
  statusSnapshotOf,
} from "../../src/contract/index.ts";
import { isJsonObject, parseJson } from "../../src/json/index.ts";
import { logShape, makeStyle, renderJson, renderReport } from "../../src/render/index.ts";
import type { StatusResult, View } from "../../src/report/index.ts";
import { inSpelling, spellings } from "../faults/open/shapes.ts";
import { misanswer } from "../support/judge-answer.ts";

/** Builds a sample that matches the schema: every string is the path of its member, and every number is different. */
function sampleOf(schema: Record<string, never>, path = ""): unknown {
  const { anyOf, type, properties, items } = schema as Record<string, Record<string, never>>;
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0], path);
  if (items !== undefined) return [sampleOf(items, path)];
  if (properties !== undefined)
    return Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, sampleOf(each, `${path}/${name}`)]),
    );
  if (String(type) === "integer") return 1_781_931_000_000 + path.length;
  return String(type) === "boolean" ? true : `value of ${path}`;
}

function answerOf(members: AnswerMembers): unknown {
  return sampleOf({ ...z.toJSONSchema(schemaOf(members)) } as unknown as Record<string, never>);
}

const json = (value: unknown) => {
  const parsed = parseJson(JSON.stringify(value));
  if (!parsed.ok) throw new Error("the sample is not JSON");
  return parsed.value;
};

const pipe = makeStyle({ isTerminal: false, columns: undefined, environment: {}, noColor: true });
const shown = (view: View): string =>
  renderReport({ outcome: "done", sandbox: false, view, problems: [] }, pipe, pipe).data;

/** Returns the paths of members that the reader did not understand, and of objects with unread members. */
function untold(members: AnswerMembers, value: unknown, path = ""): string[] {
  const told = (Array.isArray(value) ? value[0] : value) as Record<string, unknown> | undefined;
  const left = (told?.more as unknown[] | undefined)?.length === 0 ? [] : [`more of ${path}`];
  const own = Object.entries(members).flatMap(([name, { read, members: inner }]) => {
    if (read === undefined) return [];
    if (told?.[name] === undefined) return [`${path}/${name}`];
    return inner === undefined ? [] : untold(inner, told[name], `${path}/${name}`);
  });
  return [...left, ...own];
}

/** Strings that are shown to a user, some only with --verbose. */
function seen(members: AnswerMembers, path = ""): string[] {
  return Object.entries(members).flatMap(([name, { means, place, members: inner }]) => {
    if (inner !== undefined) return seen(inner, `${path}/${name}`);
    const isText = means !== "instant" && means !== "yes" && name !== "overallDurationToTransmit";
    return isText && place !== undefined && !("scripts" in place) ? [`${path}/${name}`] : [];
  });
}

describe("a log entry", () => {
  const answer = [answerOf(logEntry)];

  test.each(spellings)("every member is understood, spelled %s", (spelling) => {
    const [entry] = statusLogOf(json(inSpelling(answer, spelling)))?.events ?? [];
    expect(untold(logEntry, entry)).toEqual([]);
  });

  test("--json-lines has every member, and the schema of the output describes it", () => {
    const log = statusLogOf(json(answer));
    if (log === undefined) throw new Error("the sample is not a log");
    const [line = {}] = logShape.json(log).events as Record<string, unknown>[];
    expect(jsonMembersOf(logEntry).filter(({ name }) => line[name] === null)).toEqual([]);
    expect(linesOf(logs)?.[0]?.strict().safeParse(line).error).toBeUndefined();
  });

  test("the screen shows every member that has a heading, and the document never", () => {
    const log = statusLogOf(json(answer));
    if (log === undefined) throw new Error("the sample is not a log");
    const text = shown({ view: "events", ...log, lines: false });
    expect(seen(logEntry).filter((path) => !text.includes(`value of ${path}`))).toEqual([]);
    expect(text).not.toContain("document_xml");
  });
});

/** The result for a document known only from a snapshot. */
function resultOf(snapshot: StatusSnapshot): StatusResult {
  return {
    ...({
      asked: "a",
      outcome: "pending",
      id: "a",
      kind: "credit-note",
      tellsOverall: false,
      standing: "open",
    } as const),
    ...{ sides: {}, snapshot, names: {}, saved: [], problems: [] },
    findings: snapshot.validationResults.map((result) => ({ result })),
  };
}

describe("a snapshot", () => {
  const answer = answerOf(peppolSnapshot);
  const told = (spelling: (typeof spellings)[number]) => {
    const body = json(inSpelling(answer, spelling));
    if (!isJsonObject(body)) throw new Error("the sample is not an object");
    return statusSnapshotOf(body);
  };

  test.each(spellings)("every member is understood, in its legs and findings too, spelled %s", (spelling) => {
    expect(untold(peppolSnapshot, told(spelling))).toEqual([]);
  });

  test("--json has every member of a leg and a finding, and the schema of the output describes them", async () => {
    const view = { view: "statuses", results: [resultOf(told("as described"))], verbose: false } as const;
    const printed = JSON.parse(JSON.stringify(renderJson({ outcome: "pending", sandbox: false, view, problems: [] })));
    const [{ c3, c5, validation_results: findings }] = printed.results;
    const nulls = [c3, c5].flatMap((leg) => jsonMembersOf(statusLeg).filter(({ name }) => leg[name] === null));
    expect([...nulls, ...jsonMembersOf(networkFinding).filter(({ name }) => findings[0][name] === null)]).toEqual([]);
    expect(await misanswer(["status", "--json"], JSON.stringify(printed))).toBeUndefined();
  });

  test("with --verbose the screen shows every member that has a place there, and the documents never", () => {
    const text = shown({ view: "statuses", results: [resultOf(told("as described"))], verbose: true });
    expect(seen(peppolSnapshot).filter((path) => !text.includes(`value of ${path}`))).toEqual([]);
    expect(text).not.toMatch(/document_?xml/i);
  });
});
