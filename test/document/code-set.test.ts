import { expect, test } from "vitest";
import { codes } from "../../src/document/index.ts";

const lists = Object.entries(codes).flatMap(([name, list]) =>
  list instanceof codes.CodeSet ? [[name, list] as const] : [],
);

test("there are nine long lists", () => {
  expect(lists).toHaveLength(9);
});

test.each(lists)("%s has each of its codes, again and again, and nothing else", (_, list) => {
  const all = [...list];
  expect(new Set(all).size).toBe(all.length);
  for (const code of [...all, ...all]) expect(list.has(code), code).toBe(true);
  const [first = "", second = ""] = all;
  const known = new Set(all);
  for (const other of [
    "",
    " ",
    first + second,
    `${first} ${second}`,
    `${first} `,
    ` ${first}`,
    first.slice(0, -1),
    "§",
  ])
    expect([other, list.has(other)]).toEqual([other, known.has(other)]);
});
