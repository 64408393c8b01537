import { expect, test } from "vitest";
import { Tally } from "./report.ts";
import { Life } from "./soak-growth.ts";

/** Returns the violations reported for a sandbox with these samples: KiB of heap and numbers of handles. */
async function violations(heap: readonly number[], handles: readonly number[] = heap.map(() => 20)): Promise<string[]> {
  const tally = new Tally();
  let index = -1;
  const held = async () => ({ heap: (heap[++index] ?? 0) * 1024, resident: 100, handles: handles[index] ?? 0 });
  const life = new Life("sandbox", { held });
  for (const _ of heap) await life.look({ documents: 1, remembered: 0 });
  life.judge(tally);
  return [...tally.violations];
}

test("a part that is loaded on first use is one step and no growth", async () => {
  expect(await violations([8381, 8361, 9035, 9045, 9127, 11307, 11366, 11489, 11585, 11773, 11787])).toEqual([]);
});

test("memory that grows from look to look is growth, although no step is large", async () => {
  const slope = Array.from({ length: 20 }, (_, index) => 8000 + 400 * index);
  expect(await violations(slope)).toEqual([expect.stringContaining("heap in KiB grew in a life of 20 looks")]);
});

test("a slope is growth beneath memory that goes up and down", async () => {
  const saw = Array.from({ length: 20 }, (_, index) => 8000 + 300 * index + (index % 2) * 3000);
  expect(await violations(saw)).toEqual([expect.stringContaining("heap in KiB grew in a life of 20 looks")]);
});

test("handles that stay open are growth, in one step or in many", async () => {
  const heap = Array.from({ length: 10 }, () => 8000);
  const handles = heap.map((_, index) => (index < 5 ? 20 : 23));
  expect(await violations(heap, handles)).toEqual([expect.stringContaining("open handles grew in a life of 10 looks")]);
});
