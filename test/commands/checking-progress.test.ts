import { expect, test } from "vitest";
import { Checking } from "../../src/commands/answer/checking.ts";
import { makeStyle } from "../../src/render/index.ts";

/** Returns the progress output of a validation of `documents` documents, each of which takes `seconds` seconds. */
function told(documents: number, seconds: number, isTerminal: boolean) {
  const drawn: (string | undefined)[] = [];
  const said: string[] = [];
  let now = 0;
  const progress = new Checking(documents, {
    environment: {},
    talkStyle: makeStyle({ isTerminal, columns: 80, environment: {}, noColor: true }),
    now: () => new Date(now * 1000),
    say: (line) => void said.push(line),
    live: (line) => void drawn.push(line),
  });
  for (let at = 0; at < documents; at += 1) {
    now += seconds;
    progress.count();
  }
  progress.end();
  return { drawn, said };
}

test("the check of many documents draws one line anew on a terminal, and takes it away", () => {
  const { drawn, said } = told(120, 1, true);
  expect(drawn).toEqual([
    "Checked 25 of 120 documents; nothing was sent yet.",
    "Checked 50 of 120 documents; nothing was sent yet.",
    "Checked 75 of 120 documents; nothing was sent yet.",
    "Checked 100 of 120 documents; nothing was sent yet.",
    undefined,
  ]);
  expect(said).toEqual([]);
});

test("in a pipe it says a line every 15 seconds, and a short check says nothing", () => {
  const { said } = told(1200, 0.5, false);
  expect(said.length).toBe(40);
  expect(said.slice(0, 2)).toEqual([
    "Checked 30 of 1,200 documents; nothing was sent yet.",
    "Checked 60 of 1,200 documents; nothing was sent yet.",
  ]);
  expect(told(99, 1, false)).toEqual({ drawn: [], said: [] });
});
