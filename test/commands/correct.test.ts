import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { correct } from "../../src/commands/correct.ts";
import { readDocument } from "../../src/read/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { create, from, plain, screen, shop, wrongTrn } from "../support/shop.ts";

const none = { ...plain, invoice: false, out: undefined };

test("a rejected invoice is written anew without its number, with the reasons and the next commands", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  await create(desk, invoice({ document_number: "SB-1", ...from("1999999970") }));
  clock.advance(10);
  const out = join(temporaryFolder(), "next.yaml");
  const report = await correct.run({ words: ["SB-1"], options: { ...none, out } }, desk);
  expect(report.outcome, JSON.stringify(report.problems)).toBe("done");
  const text = readFileSync(out, "utf8");
  const [title = "", ...head] = text.split("\n").filter((line) => line.startsWith("#"));
  expect(title).toBe("# A corrected copy of the self-billed invoice SB-1, which was rejected.");
  expect(head.slice(0, 2)).toEqual([
    expect.stringContaining("Rejected by the other side (C3): syntax violation (SV): "),
    expect.stringContaining("Rejected by the tax authority (C5): rule violation (BV): "),
  ]);
  const copy = readDocument(Buffer.from(text), "next.yaml", "invoice");
  if (!copy.ok) throw new Error(JSON.stringify(copy.problems));
  const { document_number: _, ...sent } = invoice({ ...from("1999999970") });
  expect(copy.value.document).toMatchObject({ document_lines: [{ name: sent.document_lines?.[0]?.name }] });
  expect(copy.value.document.document_number).toBeUndefined();
  expect(screen(report)).toContain("The tax authority did not accept it, so it never counted");
  expect(report.view).toMatchObject({ data: { corrects: "SB-1", tax_authority_accepted: false, credit: null } });
});

test("what was not rejected is refused, and what failed in validation is corrected under its number", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  await create(desk, creditNote({ document_number: "CN-1" }));
  await create(desk, creditNote({ document_number: "CN-2", ...wrongTrn() }));
  clock.advance(10);
  const of = async (number: string) => {
    const { outcome, problems } = await correct.run({ words: [number], options: none }, desk);
    return [outcome, problems[0]?.message, problems[0]?.hint];
  };
  expect(await of("CN-1")).toEqual([
    "usage",
    "CN-1 was not rejected: its status is APPROVED.",
    "Look at it: selfbill status CN-1",
  ]);
  expect((await of("CN-2"))[2]).toBe("Correct its file, then: selfbill resubmit CN-2");
});
