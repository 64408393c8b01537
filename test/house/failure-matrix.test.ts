import { expect, test } from "vitest";
import { failureMatrix } from "../support/failure-matrix.ts";
import { sourcesBelow } from "./sources.ts";

test("every row of the failure matrix is shown by a test that names it", () => {
  const naming = sourcesBelow("test", ".test.ts").filter(({ text }) => text.includes("support/failure-matrix.ts"));
  const named = naming.flatMap(({ text }) => [...text.matchAll(/\brow\(\s*"([^"]+)"/g)].map(([, name]) => name));
  expect([...new Set(named)].sort()).toEqual(Object.keys(failureMatrix).sort());
});
