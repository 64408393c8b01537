import { expect, test } from "vitest";
import { Progress } from "../../src/commands/answer/progress.ts";
import type { Outcome } from "../../src/problem/index.ts";
import { makeStyle } from "../../src/render/index.ts";
import { SettableClock } from "../support/start-sandbox.ts";

function teller(isTerminal: boolean, environment: Record<string, string> = {}) {
  const clock = new SettableClock();
  const said: string[] = [];
  const drawn: (string | undefined)[] = [];
  const talkStyle = makeStyle({ isTerminal, columns: 80, environment, noColor: true });
  const desk = {
    environment,
    talkStyle,
    now: () => new Date(clock.now()),
    say: (line: string) => void said.push(line),
    live: (line: string | undefined) => void drawn.push(line),
  };
  return { clock, said, drawn, desk };
}

const result = (outcome: Outcome) => ({
  file: "a.yaml",
  kind: "invoice" as const,
  outcome,
  problems: [],
  ...(outcome === "done" ? { id: "id-1" } : outcome === "refused" ? { refused: true as const } : {}),
});

test("a terminal sees one line that is drawn anew and taken away at the end", () => {
  const { said, drawn, desk } = teller(true);
  const progress = new Progress(3, desk);
  for (const outcome of ["done", "refused", "in_doubt"] as const) progress.count(result(outcome));
  progress.end();
  expect(said).toEqual([]);
  expect(drawn.at(-2)).toBe("3 of 3 files: 1 done, 1 refused, 1 in doubt; nothing left");
  expect([drawn.length, drawn.at(-1)]).toEqual([5, undefined]);
});

test.each([
  ["in a pipe", false, {}],
  ["with SELFBILL_PLAIN=1", true, { SELFBILL_PLAIN: "1" }],
])("%s there is a line for ten files, or for 15 seconds", (_, isTerminal, environment) => {
  const { clock, said, drawn, desk } = teller(isTerminal, environment);
  const progress = new Progress(30, desk);
  for (let n = 1; n <= 12; n++) progress.count(result("done"));
  clock.advance(15);
  progress.count(result("done"));
  progress.count(result("done"));
  progress.end();
  expect(said.map((line) => line.split(":")[0])).toEqual(["10 of 30 files", "13 of 30 files"]);
  expect(drawn).toEqual([]);
});

test("SELFBILL_PLAIN=off is off, as everywhere", () => {
  const { said, drawn, desk } = teller(true, { SELFBILL_PLAIN: "off" });
  const progress = new Progress(2, desk);
  progress.count(result("done"));
  expect([said, drawn.length]).toEqual([[], 2]);
});

test("the time left knows that sixty requests a minute are allowed", () => {
  const { said, desk } = teller(false);
  const progress = new Progress(10_000, desk);
  for (let n = 1; n <= 10; n++) progress.count(result("done"));
  expect(said[0]).toMatch(/about 3 hours left$/);
});

test("one document has no progress", () => {
  const { said, drawn, desk } = teller(true);
  const progress = new Progress(1, desk);
  progress.count(result("done"));
  expect([said, drawn]).toEqual([[], []]);
});
