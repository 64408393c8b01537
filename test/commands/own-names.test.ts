import { expect, test } from "vitest";
import { creditedValue } from "../../src/commands/preview/credited-value.ts";
import { money } from "../../src/document/index.ts";
import type { Intent } from "../../src/journal/index.ts";
import { createdResult, intent } from "../support/intents.ts";
import { attemptAt, given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const [former, now] = ["https://a.example", "https://b.example"] as const;

test("a preview counts an invoice and the credit notes before under every address of the service, and no other's", async () => {
  const journal = journalIn(temporaryFolder());
  const sent = async (service: string, number: string, net: string, change: Partial<Intent> = {}) => {
    const whose = { account: `${service} BP-1`, businessProfileId: "BP-1", documentNumber: number };
    const attempt = await attemptAt(journal, intent({ content: number, ...whose, ...change }));
    const result = createdResult(`id-${number}`, { documentNumber: number, totals: { tax_exclusive_amount: net } });
    for (const found of [await attempt.armed(), await attempt.result(result)]) expect(found).toBeUndefined();
  };
  const note = { kind: "credit-note", credits: { invoiceNumbers: ["SB-1"], reason: "DL8.61.1.D" } } as const;
  await sent(now, "SB-1", "10000");
  await sent(former, "CN-1", "1000", note);
  await sent(now, "CN-2", "200", note);
  const value = async (account: string | undefined) => {
    const asked = { account, invoiceNumbers: ["SB-1", "SB-1"], currency: "AED", record: undefined };
    const found = given(await creditedValue(asked, journal));
    if (!("credited" in found)) return found.unknown;
    return [found.credited.original, found.credited.earlier].map(money.forPeople);
  };
  const everybody = [`${former} BP-1`, `${now} BP-1`, undefined];
  expect(await Promise.all(everybody.map(value))).toEqual([
    "the journal does not have the invoice SB-1",
    ["10,000.00", "200.00"],
    ["10,000.00", "200.00"],
  ]);
  given(await journal.accounts.say({ former, now, are: "same", by: "amina" }));
  for (const each of everybody) expect(await value(each)).toEqual(["10,000.00", "1,200.00"]);
});
