import { basename } from "node:path";
import { expect, test } from "vitest";
import { invoice } from "../support/documents.ts";
import { rowsOf, run } from "../support/due-desk.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { desertLime } from "../support/suppliers.ts";
import { fileIn, twoDesks, yaml } from "../support/two-desks.ts";

test("a request for an approval is due until its last document is sent", async () => {
  const { desk, requested, approved, send } = await twoDesks();
  const files = ["SB-1", "SB-2"].map((number, at) =>
    yaml(desk, `${number}.yaml`, invoice({ document_number: number, issue_date: `2026-06-0${at + 1}` })),
  );
  const asked = fileIn(await requested(files));
  const called = basename(asked, ".json").replace("request-", "");
  const rows = async (...words: string[]) => rowsOf(await run(desk, words));
  const row = {
    due: "approval",
    why: ["Aisha asked for an approval, and 2 of its 2 documents were not sent."],
    todo: [
      `Have it approved: selfbill approve request-${called}.json --key KEY, then send it with --approval FILE`,
      `If you dealt with it in another way: selfbill due ${called} --done "HOW"`,
    ],
  };
  expect(await rows()).toMatchObject([{ ...row, currency: "AED" }]);
  // The request is both in the journal and in the file, but is reported only once.
  expect(await rows(asked)).toMatchObject([{ due: "approval", why: row.why }]);
  const approval = fileIn(await approved(asked));
  for (const [at, file] of files.entries()) {
    expect((await send(file, [approval])).outcome).toBe("done");
    const why = ["Aisha asked for an approval, and 1 of its 2 documents was not sent."];
    expect(await rows()).toMatchObject(at === 0 ? [{ due: "approval", why }] : []);
  }
});

test("a request for an approval is due no more once somebody says how it was dealt with", async () => {
  const { desk, requested } = await twoDesks();
  const asked = fileIn(await requested([yaml(desk, "one.yaml", invoice())]));
  const [row] = rowsOf(await run(desk));
  expect(row?.why).toEqual(["Aisha asked for an approval, and its document was not sent."]);
  const called = basename(asked, ".json").replace("request-", "");
  expect((await run(desk, [called], { done: "paid by hand" })).outcome).toBe("done");
  expect(rowsOf(await run(desk))).toEqual([]);
});

test("a supplier whose entry lacks something is due where a file needs it, and only there", async () => {
  const { party_tax_scheme: _, ...party } = desertLime().accounting_supplier_party ?? {};
  const incomplete = { ...desertLime(), accounting_supplier_party: party } as ReturnType<typeof desertLime>;
  const suppliers = [incomplete, desertLime({ supplier: "palm-tiles" })];
  const desk = serviceDesk(await startTestSandbox(), { suppliers });
  const { accounting_supplier_party: __, payment_means: ___, ...rest } = invoice();
  const of = (supplier: string) => desk.file(`${supplier}.json`, JSON.stringify({ supplier, ...rest }));
  const ofHouse = async (...words: string[]) =>
    rowsOf(await run(desk, words)).filter(({ due }) => due === "supplier" || due === "agreement");
  expect(await ofHouse()).toEqual([]);
  expect(await ofHouse(of("palm-tiles"))).toEqual([]);
  expect(await ofHouse(of("Desert-Lime"), of("palm-tiles"))).toMatchObject([
    {
      due: "supplier",
      supplier: "desert-lime",
      why: [expect.stringMatching(/^Its entry is incomplete, and a file needs it\. Missing: .*TRN/)],
      todo: ["Ask the supplier, then: selfbill suppliers edit desert-lime --set FIELD=VALUE"],
    },
  ]);
});
