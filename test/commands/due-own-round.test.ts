import { expect, test } from "vitest";
import { makeStyle, renderJson } from "../../src/render/index.ts";
import { numbered, run, shown } from "../support/due-desk.ts";
import { create, from, shop } from "../support/shop.ts";

test("a document without a final status is asked for where somebody looks at the screen, and nowhere else", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  await create(desk, numbered("SB-1"));
  clock.advance(10);
  const dataStyle = makeStyle({ isTerminal: true, columns: 120, environment: {}, noColor: true });
  let connected = 0;
  const connect: typeof desk.connect = (words) => {
    connected++;
    return desk.connect(words);
  };
  const terminal = { ...desk, connect, dataStyle, ask: { ...desk.ask, possible: true } };
  const unasked = /^1 document has no final status, and its service was not asked now/;
  for (const given of [{ offline: true }, { exitCode: true }, { output: "plain" as const }])
    expect(shown(await run(terminal, [], given))).not.toContain("just now");
  expect(shown(await run({ ...terminal, ask: desk.ask }))).toMatch(unasked);
  expect(renderJson(await run({ ...terminal, asJson: true })).not_asked).toBe(1);
  expect(connected).toBe(0);
  expect(shown(await run(terminal))).toMatch(
    /^The service was asked just now for the status of 1 document\.\nNothing is due\.\n/,
  );
  expect(connected).toBe(1);
  expect(shown(await run(terminal))).toMatch(/^Nothing is due\.\n/);
});

test("a service that does not answer is asked once of its own accord", async () => {
  const { desk, sandbox } = await shop({}, { sameClock: true });
  for (const tin of ["1999999913", "1999999921", "1999999939"]) await create(desk, numbered(`SB-${tin}`, from(tin)));
  await sandbox.close();
  const dataStyle = makeStyle({ isTerminal: true, columns: 120, environment: {}, noColor: true });
  const report = await run({ ...desk, dataStyle, ask: { ...desk.ask, possible: true } });
  expect(shown(report)).toMatch(/not asked now\. Ask it: selfbill due --check/);
  expect(report.problems.filter(({ severity }) => severity === "warning")).toHaveLength(1);
});
