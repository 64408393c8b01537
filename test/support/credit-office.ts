import { expect } from "vitest";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import type { Problem } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { creditNote, invoice, line } from "./documents.ts";
import { runCommand } from "./run-command.ts";
import { serviceDesk } from "./service-desk.ts";
import { startTestSandbox } from "./start-sandbox.ts";

/** Returns a desk that has sent INV-1 for forty boxes and INV-2 for one box. */
export async function creditOffice() {
  const sandbox = await startTestSandbox();
  const desk = serviceDesk(sandbox);
  const send = async (number: string, change: Partial<SelfBilledDocument>) => {
    const file = desk.file(`${number}.yaml`, writeYaml(invoice({ document_number: number, ...change }), "invoice"));
    expect(await runCommand(createInvoice, desk, [file], { yes: true, allowSimilar: true })).toMatchObject({
      outcome: "done",
    });
  };
  await send("INV-1", {});
  await send("INV-2", { document_lines: [line({ quantity: "1" })] });
  const noteOf = (name: string, change: Partial<SelfBilledDocument>) => {
    const { document_number: _, ...document } = creditNote();
    return desk.file(`${name}.yaml`, writeYaml({ ...document, ...change }, "credit-note"));
  };
  const note = (quantity: string, ...named: string[]) =>
    noteOf(`${named.join("-")}-${quantity}`, {
      document_lines: [line({ quantity })],
      billing_reference: named.map((id) => ({ id, issue_date: "2026-06-15" })),
    });
  const credit = async (...files: string[]) => creditWith({}, ...files);
  const creditWith = async (given: { readonly sendAnyway?: boolean }, ...files: string[]) => {
    const { outcome, problems, view } = await runCommand(createCreditNote, desk, files, { yes: true, ...given });
    const own = view.view === "submissions" ? view.results.flatMap((each) => each.problems) : [];
    const said: readonly Problem[] = [...problems, ...own];
    return { outcome, said: (code: string) => said.filter((each) => each.code === code).map(({ message }) => message) };
  };
  return { desk, clock: sandbox.clock, send, note, noteOf, credit, creditWith };
}
