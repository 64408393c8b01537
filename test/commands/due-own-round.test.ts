import { expect, test } from "vitest";
import { runNote } from "../../src/life/index.ts";
import { ok, problem } from "../../src/problem/index.ts";
import { makeStyle, renderJson } from "../../src/render/index.ts";
import { known, numbered, run, shown } from "../support/due-desk.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { unwrap } from "../support/settings.ts";
import { create, from, plain, shop } from "../support/shop.ts";

const dataStyle = makeStyle({ isTerminal: true, columns: 120, environment: {}, noColor: true });

/** The same desk, where somebody looks at the screen. */
const seen = (desk: ServiceDesk): ServiceDesk => ({ ...desk, dataStyle, ask: { ...desk.ask, possible: true } });

const unasked = /^1 document has no final status, and its service was not asked now/;

test("a document without a final status is asked for where somebody looks at the screen, and nowhere else", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  await create(desk, numbered("SB-1"));
  clock.advance(10);
  let connected = 0;
  const connect: typeof desk.connect = (words) => {
    connected++;
    return desk.connect(words);
  };
  const terminal = { ...seen(desk), connect };
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

test("a service that does not answer is asked once of its own accord, and is not called unasked", async () => {
  const { desk, sandbox } = await shop({}, { sameClock: true });
  for (const tin of ["1999999913", "1999999921", "1999999939"]) await create(desk, numbered(`SB-${tin}`, from(tin)));
  await sandbox.close();
  const report = await run(seen(desk));
  expect(shown(report)).toMatch(
    /^3 documents have no final status, and their service did not tell it now\. Ask it: selfbill due --check/,
  );
  expect(report.problems.filter(({ severity }) => severity === "warning")).toHaveLength(1);
});

test("a document that the service does not know keeps no other one from being asked for", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  await create(desk, numbered("SB-1"));
  await known(desk, "SB-STRANGE", {});
  clock.advance(10);
  const report = await run(seen(desk));
  expect(shown(report)).toMatch(/^The service was asked just now for the status of 1 document\.\n1 document has/);
});

test("the end of its share of the minute is not called an error", async () => {
  const { desk } = await shop({}, { sameClock: true });
  for (const number of ["SB-1", "SB-2"])
    await create(desk, numbered(number, from(number === "SB-1" ? "1999999913" : "1999999921")));
  let asked = 0;
  const limit = problem("rate-limited", "The rate limit of this account is reached.", "Later.");
  const connect: typeof desk.connect = async (words) => {
    const connection = unwrap(await desk.connect(words));
    const document: typeof connection.service.document = async () => {
      asked++;
      return { ok: false, problems: [limit], rate: {} };
    };
    return ok({
      ...connection,
      service: { ...connection.service, unasked: () => ({ ...connection.service, document }) },
    });
  };
  const report = await run({ ...seen(desk), connect });
  expect(shown(report)).toMatch(/^2 documents have no final status, and their service was not asked now/);
  expect([asked, report.problems.map(({ code }) => code)]).toEqual([1, []]);
});

test("while a run may go on in a moment, its minute is left alone", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  await create(desk, numbered("SB-1"));
  clock.advance(10);
  const account = (await desk.account(unwrap(await desk.profile(plain)))) ?? "";
  const left = { content: "hash of a", key: "a", called: "a", supplier: "S", currency: "AED", payable: "1" };
  const begun = {
    account,
    kind: "invoice",
    named: "a.yaml",
    words: ["/a.yaml"],
    files: [],
    documents: [left],
    besides: [],
  };
  const { type, data, text } = runNote(begun as Parameters<typeof runNote>[0]);
  unwrap(await desk.openedJournal.note(type, data, text));
  expect(shown(await run(seen(desk)))).toMatch(unasked);
  clock.advance(300);
  expect(shown(await run(seen(desk)))).toMatch(/^The service was asked just now/);
});
