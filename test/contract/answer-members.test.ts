import { describe, expect, test } from "vitest";
import * as z from "zod";
import { lines } from "../../src/answers/index.ts";
import { type AnswerMembers, jsonMembersOf, logEntry, schemaOf, statusLogOf } from "../../src/contract/index.ts";
import { parseJson } from "../../src/json/index.ts";
import { eventsJson, makeStyle, renderReport } from "../../src/render/index.ts";
import type { View } from "../../src/report/index.ts";
import { inSpelling, spellings } from "../faults/open/shapes.ts";

/** An answer of a service that does as described: every text is the path of its member, every number differs. */
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

/** The members that are read. */
const readNames = (members: AnswerMembers): string[] =>
  Object.entries(members).flatMap(([name, { read }]) => (read === undefined ? [] : [name]));
/** The members that a person sees without --verbose. */
const onScreen = (members: AnswerMembers): string[] =>
  Object.entries(members).flatMap(([name, { place = {} }]) => ("screen" in place ? [name] : []));

describe("a log entry", () => {
  const answer = [answerOf(logEntry)];

  test.each(spellings)("every member is understood, spelled %s", (spelling) => {
    const [entry] = statusLogOf(json(inSpelling(answer, spelling)))?.events ?? [];
    const untold = readNames(logEntry).filter((name) => (entry as Record<string, unknown>)[name] === undefined);
    expect([untold, entry?.more]).toEqual([[], []]);
  });

  test("--json-lines has every member, and the schema of the output describes it", () => {
    const log = statusLogOf(json(answer));
    if (log === undefined) throw new Error("the sample is not a log");
    const [line = {}] = eventsJson(log).events;
    expect(jsonMembersOf(logEntry).filter(([name]) => line[name] === null)).toEqual([]);
    expect(lines.logs?.[0]?.strict().safeParse(line).error).toBeUndefined();
  });

  test("the screen shows every member that has a heading, and the document never", () => {
    const log = statusLogOf(json(answer));
    if (log === undefined) throw new Error("the sample is not a log");
    const text = shown({ view: "events", ...log, lines: false });
    const texts = onScreen(logEntry).filter((name) => name !== "timestamp");
    expect(texts.filter((name) => !text.includes(`value of /${name}`))).toEqual([]);
    expect(text).not.toContain("document_xml");
  });
});
