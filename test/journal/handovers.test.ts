import { expect, test } from "vitest";
import { deliveryNote, handedOverNote, handoversIn, showsMore } from "../../src/life/index.ts";
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
  expect((await now()).of(document)).toMatchObject(
    [said, { how: "wrong one", withdrawn: true }].map(({ recordedAt: _, ...each }: Partial<typeof said>) => each),
  );
  await add(deliveryNote(document, true));
  expect((await now()).awaited).toEqual([]);
  expect((await now()).delivery(document)?.delivered).toBe(true);
});

test("of an address the document of the latest day counts, of one day the one that was noted last; practice apart", async () => {
  const journal = journalIn(temporaryFolder());
  const address = "0235:1002345674";
  const heard = async (account: string, id: string, delivered: boolean, day: string): Promise<void> => {
    const { type, data } = deliveryNote({ account, id }, delivered, { address, day, called: `SB-${id}` });
    given(await journal.note(type, data));
  };
  const now = async (practice: boolean) => handoversIn(given(await journal.notes())).address(address, practice);
  await heard("real", "1", false, "2026-06-15");
  expect([await now(false), await now(true)]).toEqual([
    { delivered: false, day: "2026-06-15", called: "SB-1" },
    undefined,
  ]);
  await heard("real", "2", true, "2026-06-20");
  await heard("real", "3", false, "2026-06-19");
  await heard("sandbox:SBX-1", "4", false, "2026-06-30");
  expect(await now(false)).toEqual({ delivered: true, day: "2026-06-20", called: "SB-2" });
  expect(await now(true)).toMatchObject({ called: "SB-4" });
  await heard("real", "5", false, "2026-06-20");
  expect(await now(false)).toMatchObject({ delivered: false, called: "SB-5" });
  given(await journal.note("delivery-heard", { account: "real", id: "6", delivered: true })); // from an earlier version
  expect(await now(false)).toMatchObject({ called: "SB-5" });
});

test.each([
  ["of an address of which nothing was heard", "2026-06-15", undefined, true],
  ["within thirty days of another delivery", "2026-07-15", { delivered: true, day: "2026-06-15" }, false],
  ["after thirty days", "2026-07-16", { delivered: true, day: "2026-06-15" }, true],
  ["after a document that was not delivered", "2026-06-15", { delivered: false, day: "2026-06-15" }, true],
  ["before a document that was not delivered", "2026-06-14", { delivered: false, day: "2026-06-15" }, false],
] as const)("a delivery %s", (_, day, before, expected) => {
  expect(showsMore(day, before && { ...before, called: "SB-1" })).toBe(expected);
});
