import { describe, expect, test } from "vitest";
import type { Passing } from "../support/changing-service.ts";
import { invoice } from "../support/documents.ts";
import { send, shop } from "../support/doubts.ts";
import { rowsOf, run, shown, what } from "../support/due-desk.ts";
import { given } from "../support/journal-file.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { plain } from "../support/shop.ts";

const fakeAccount = "AE070331234567890123456";

/** What a service changes in the document that it creates, and the words of the row. */
const changes: Readonly<Record<string, readonly [change: (body: Passing["body"]) => void, says: RegExp]>> = {
  account: [
    (body) => {
      body.payment_means[0].payee_financial_account.id = fakeAccount;
    },
    /bank account: .* was sent, the service has AE0703/,
  ],
  date: [
    (body) => {
      body.issue_date = "2026-01-01";
    },
    /issue date: .* the service has 2026-01-01/,
  ],
  lines: [
    (body) => {
      body.document_lines.push({}, {});
    },
    /number of lines/,
  ],
  amounts: [
    (body) => {
      for (const totals of [body, body.totals]) totals.payable_amount = "1.00";
    },
    /AED 10,500.00 here, AED 1.00 at the service/,
  ],
};

/** Creates SB-1 at a service that changes it. */
async function changed(name: string): Promise<ServiceDesk> {
  const { desk } = await shop(5, {}, (passing) => {
    if (passing.method === "POST" && passing.status === 201) changes[name]?.[0](passing.body);
  });
  const report = await send(desk, invoice({ document_number: "SB-1" }));
  expect(report.outcome).toBe("done");
  return desk;
}

const approve = async (desk: ServiceDesk): Promise<void> => {
  const [past] = given(await desk.openedJournal.tries.called("SB-1"));
  const account = (await desk.account(given(await desk.profile(plain)))) ?? "";
  given(await desk.openedJournal.saw(account, past?.id ?? "", "APPROVED"));
};

describe("a document that the service changed is due", () => {
  test.each(Object.keys(changes))("%s: with code 20, until a person says that it was dealt with", async (name) => {
    const desk = await changed(name);
    const report = await run(desk, [], { exitCode: true });
    expect(report.outcome).toBe("invalid");
    const [row] = rowsOf(report);
    expect(row).toMatchObject({ due: "changed", document_number: "SB-1" });
    expect(row?.why.join(" ")).toMatch(changes[name]?.[1] ?? /^$/);
    expect(shown(await run(desk, [], { output: "table" }))).toContain("CHANGED BY THE SERVICE");
    await approve(desk);
    expect(await what(desk)).toEqual([["changed", "SB-1"]]);
    expect(await what(desk, {}, ["SB-1"])).toEqual([["changed", "SB-1"]]);
    expect((await run(desk, ["SB-1"], { done: "the service corrected it" })).outcome).toBe("done");
    expect(await what(desk)).toEqual([]);
    expect((await run(desk, [], { exitCode: true, strict: true })).outcome).toBe("done");
  });

  test("a later status does not open it again after a person's word", async () => {
    const desk = await changed("date");
    await run(desk, ["SB-1"], { done: "compared" });
    await approve(desk);
    expect(await what(desk)).toEqual([]);
  });

  test("one that was told as sent is not", async () => {
    const { desk } = await shop();
    await send(desk, invoice({ document_number: "SB-1" }));
    expect(await what(desk)).toEqual([]);
  });
});
