import type { Desk } from "../../desk/index.ts";
import type { Report } from "../../report/index.ts";
import type { Input } from "../command.ts";
import { createDocuments, type createOptions, needsAnswer } from "../create/create-document.ts";
import { creditCounter } from "./count-credits.ts";
import { CreditedStates, refusedToCredit } from "./credited-state.ts";
import { refusedToDiffer } from "./follow-invoices.ts";

export async function createCreditNotes(
  input: Input<typeof createOptions>,
  desk: Desk,
  more: {
    readonly agreed?: readonly string[];
    readonly creditRejected?: boolean;
    readonly isPart?: boolean;
    readonly isAgreed?: boolean;
  } = {},
): Promise<Report> {
  const { options: given, words } = input;
  const asked = words.length > 0 && !needsAnswer(given, desk);
  const { agreed, creditRejected = false, isPart = false, isAgreed = false } = more;
  const connection = asked ? await desk.connect(given) : undefined;
  const count = connection ? creditCounter(connection, desk, given.sendAnyway) : () => [];
  const states = connection && new CreditedStates(connection, desk, { creditRejected });
  return createDocuments("credit-note", input, desk, {
    ...(agreed ? { agreed } : {}),
    isPart,
    isAgreed,
    confirm: async (checked) =>
      (await refusedToDiffer(checked, given.sendAnyway, desk)) ??
      (await refusedToCredit(checked, { creditRejected }, desk)),
    remarks: async (each) => [...(await count(each)), ...((await states?.of(each)) ?? [])],
  });
}
