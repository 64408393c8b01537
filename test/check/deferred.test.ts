import { expect, test } from "vitest";
import { Deferred } from "../../src/check/engine/deferred.ts";
import { Program } from "../../src/check/engine/program.ts";
import { UblElement } from "../../src/ubl/index.ts";

test("elements that wait are handed out in order, each with its program and the findings before it, however many there are", () => {
  const programs = [new Program([]), new Program([]), new Program([])];
  const added = Array.from({ length: 10_000 }, (_, at) => ({
    element: new UblElement("cbc:ID", String(at)),
    program: programs[at % 3] as Program,
    before: at < 5 ? 0 : at < 5_000 ? 2 : at,
  }));
  const deferred = new Deferred();
  for (const { element, program, before } of added) deferred.add(element, program, before);
  expect(deferred.first).toBe(added[0]?.element);
  deferred.askFirst(programs[2] as Program);
  const taken: typeof added = [];
  deferred.each((element, program, before) => taken.push({ element, program, before }) < 9_000);
  expect(taken.map(({ element, before }) => [element.text, before])).toEqual(
    added.slice(0, 9_000).map(({ element, before }) => [element.text, before]),
  );
  expect(taken[0]?.program).toBe(programs[2]);
  expect(taken.slice(1).every(({ program }, at) => program === programs[(at + 1) % 3])).toBe(true);
});
