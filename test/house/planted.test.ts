import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plantedFaults } from "../faults/planted.ts";
import { root } from "./sources.ts";

test("each fault that is planted in the sources has one place there", () => {
  const places = plantedFaults.flatMap((fault) => [fault, ...(fault.also ? [fault.also] : [])]);
  const elsewhere = places.filter(({ file, from }) => readFileSync(join(root, file), "utf8").split(from).length !== 2);
  expect(elsewhere.map(({ file, from }) => `${file}: ${from}`)).toEqual([]);
});
