import { expect, test } from "vitest";
import { due } from "../../src/commands/due.ts";
import { history } from "../../src/commands/history.ts";
import { listCommand as list } from "../../src/commands/list.ts";
import { status } from "../../src/commands/status.ts";
import { makeStyle } from "../../src/render/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { create, from, screen, shop } from "../support/shop.ts";

test("a credit note is a minus amount in every list on a screen", async () => {
  const place = await shop({}, { sameClock: true });
  const dataStyle = makeStyle({ isTerminal: true, columns: 160, environment: {}, noColor: true });
  const desk: ServiceDesk = { ...place.desk, dataStyle };
  const waits = from("1999999939");
  await create(desk, invoice({ document_number: "SB-1", ...waits }));
  const original = { billing_reference: [{ id: "SB-1", issue_date: "2026-06-15" }] };
  await create(desk, creditNote({ document_number: "CN-1", ...original, ...waits }));
  place.clock.advance(25 * 3600);
  const all = { all: true };
  for (const report of [
    await runCommand(history, desk),
    await runCommand(list, desk, [], all),
    await runCommand(status, desk, [], all),
    await runCommand(due, desk),
  ]) {
    const shown = screen(report, 160);
    expect(shown).toMatch(/CN-1.* -1,050\.00 /);
    expect(shown).not.toMatch(/CN-1.* 1,050\.00/);
  }
});
