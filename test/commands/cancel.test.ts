import { expect, test } from "vitest";
import { cancel } from "../../src/commands/cancel.ts";
import { livesIn } from "../../src/life/index.ts";
import { invoice } from "../support/documents.ts";
import { given } from "../support/journal-file.ts";
import { optionsOf, runCommand } from "../support/run-command.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { ask, create, screen, shop } from "../support/shop.ts";

const none = optionsOf(cancel);

async function leftOf(id: string, desk: ServiceDesk): Promise<string | undefined> {
  const past = given(await desk.openedJournal.tries.last("id", id, () => true));
  if (past === undefined) throw new Error("unknown");
  const lives = given(await livesIn(desk.openedJournal, { now: 0, tellsStatus: () => true }));
  return given(await lives.of(past)).credited?.left.toFixed();
}

test("an invoice is cancelled by a credit note for all that is left of it, once", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  const id = await create(desk, invoice({ document_number: "SB-1" }));
  clock.advance(10);
  const words = { ...none, reason: "DL8.61.1.A", yes: true };
  const report = await runCommand(cancel, desk, ["SB-1"], words);
  expect([report.outcome, report.problems]).toEqual(["done", []]);
  // Until it is approved, it takes nothing off, and yet is not sent again.
  expect(await leftOf(id, desk)).toBe("10500");
  const again = await runCommand(cancel, desk, ["SB-1"], words);
  expect(again.outcome).not.toBe("done");
  expect(screen(again)).toContain("Nothing was sent");
  clock.advance(60);
  await ask(desk, []);
  expect(await leftOf(id, desk)).toBe("0");
});

test("the reason is a person's: where nobody can be asked it is asked for in words", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  await create(desk, invoice({ document_number: "SB-1" }));
  clock.advance(10);
  const report = await runCommand(cancel, desk, ["SB-1"], { ...none, yes: true });
  expect([report.outcome, report.problems[0]?.message]).toEqual(["usage", "A credit note needs its reason."]);
  expect(await cancel.input([], none)).toMatchObject({ ok: false });
});
