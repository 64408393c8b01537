import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { correct } from "../../src/commands/correct.ts";
import { due } from "../../src/commands/due.ts";
import { show } from "../../src/commands/show.ts";
import { status } from "../../src/commands/status.ts";
import { makeStyle, renderReport } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { Random } from "../faults/random.ts";
import { invoice } from "../support/documents.ts";
import { credits, known, rowsOf, sees } from "../support/due-desk.ts";
import { all } from "../support/left-out.ts";
import { runCommand } from "../support/run-command.ts";
import { create, from, shop } from "../support/shop.ts";

const style = makeStyle({ isTerminal: true, columns: 10_000, environment: {}, noColor: true });
const textOf = (report: Report): string => {
  const { data, talk } = renderReport(report, style, style);
  return data + talk;
};

/** The steps that settle a rejected document. */
const steps = [
  [
    "credit it first",
    /(accepted it, so|\(C5\) accepted it,) credit it first: .* selfbill create-credit-note --from SB-1 /,
  ],
  ["wait for the credit note", /Do not credit it again: its credit note CN-1 is not approved yet/],
  ["correct the credit note", /Deal with its credit note CN-1 first: selfbill correct CN-1/],
  ["send the credit note again", /Deal with its credit note CN-1 first: selfbill resubmit CN-1/],
  ["it never counted", /it needs no credit note/],
  ["copy", /rite the corrected copy.*selfbill correct SB-1/],
] as const;
const advised = (text: string): string[] => steps.filter(([, words]) => words.test(text)).map(([name]) => name);

interface Drawn {
  /** A test supplier of the sandbox: its side, the tax authority, or both reject. */
  readonly tin: "1999999913" | "1999999921" | "1999999970";
  /** Status of a credit note for the whole invoice; undefined if there is none. */
  readonly credit: "PENDING" | "APPROVED" | "REJECTED" | "VALIDATION_FAILED" | undefined;
  readonly hasCopy: boolean;
}

/** Returns what each command advises about SB-1, whose life was drawn. */
async function told({ tin, credit, hasCopy }: Drawn): Promise<Readonly<Record<string, string[]>>> {
  const { desk, clock } = await shop({}, { sameClock: true });
  const id = await create(desk, invoice({ document_number: "SB-1", ...from(tin) }));
  clock.advance(20);
  await runCommand(status, desk, ["SB-1"], {});
  if (credit !== undefined) {
    await known(desk, "CN-1", credits);
    if (credit !== "PENDING") await sees(desk, "id of CN-1", credit);
  }
  if (hasCopy) await known(desk, "SB-2", { corrects: { id, documentNumber: "SB-1" } });
  const out = join(desk.folder, "copy.yaml");
  const ofCorrect = textOf(await runCommand(correct, desk, ["SB-1"], { out }));
  const dueReport = await runCommand(due, desk, ["SB-1"], {});
  return {
    due: advised(textOf(dueReport)),
    show: advised(textOf(await runCommand(show, desk, ["SB-1"], {}))),
    status: advised(textOf(await runCommand(status, desk, ["SB-1"], {}))),
    // Another copy is refused, and a settled document may still get one.
    ...(hasCopy || rowsOf(dueReport).length === 0
      ? {}
      : { correct: advised(ofCorrect), head: advised(readFileSync(out, "utf8").replace(/\n# */g, " ")) }),
  };
}

const lives: readonly Drawn[] = (["1999999913", "1999999921", "1999999970"] as const).flatMap((tin) =>
  ([undefined, "PENDING", "APPROVED", "REJECTED", "VALIDATION_FAILED"] as const).flatMap((credit) =>
    [false, true].map((hasCopy) => ({ tin, credit, hasCopy })),
  ),
);

test("an invoice that was rejected and that the tax authority accepted is credited first, everywhere", async () => {
  const said = await told({ tin: "1999999913", credit: undefined, hasCopy: false });
  expect(new Set(Object.values(said).map(([first]) => first))).toEqual(new Set(["credit it first"]));
});

test("all commands advise the same in each life of a rejected invoice", async () => {
  const random = new Random(7);
  const drawn = all ? lives : lives.filter(() => random.oneIn(3));
  for (const life of drawn) {
    const { head, correct: ofCorrect, ...others } = await told(life);
    const [first] = Object.values(others);
    for (const [by, advice] of Object.entries(others))
      expect(advice, `${by} in ${JSON.stringify(life)}`).toEqual(first);
    const credit = (first ?? []).filter((each) => each !== "copy");
    for (const advice of [head, ofCorrect])
      if (advice)
        expect(
          advice.filter((each) => each !== "copy"),
          JSON.stringify(life),
        ).toEqual(credit);
  }
});
