import { expect, test } from "vitest";
import { deliveryNote, handedOverNote, handoversIn } from "../../src/life/index.ts";
import { given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const document = { account: "sandbox:SBX-1", id: "4bf90b8c" };
const said = { on: "2026-06-15", how: "mail", withdrawn: false, by: "mona", recordedAt: "" };

test("records of handing over are kept in order, the last one counts, and another process reads the same", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  const add = async ({ type, data }: { readonly type: string; readonly data: object }): Promise<void> =>
    given(await journal.note(type, data as Record<string, unknown>));
  const now = async () => handoversIn(given(await journalIn(folder).notes()));
  expect((await now()).awaited).toEqual([]);
  await add(deliveryNote(document, false));
  expect((await now()).awaited).toEqual([document]);
  await add(handedOverNote(document, said));
  expect((await now()).awaited).toEqual([]);
  await add(handedOverNote(document, { ...said, how: "wrong one", withdrawn: true }));
  expect((await now()).awaited).toEqual([document]);
  expect((await now()).of({ ...document, id: document.id.toUpperCase() })).toMatchObject(
    [said, { how: "wrong one", withdrawn: true }].map(({ recordedAt: _, ...each }: Partial<typeof said>) => each),
  );
  await add(deliveryNote(document, true));
  expect((await now()).awaited).toEqual([]);
  expect((await now()).delivery(document)?.delivered).toBe(true);
});
