import type { Connection, Desk } from "../../desk/index.ts";
import {
  type Calculation,
  creditedLine,
  type EarlierCredit,
  overCredited,
  type SelfBilledDocument,
} from "../../document/index.ts";
import { type Crediting, takesBack } from "../../journal/index.ts";
import { contentHash, type Prepared } from "../../prepare/index.ts";
import { type Problem, problem, type Result } from "../../problem/index.ts";
import { journalIfAny } from "../answer/journal-head.ts";

/**
 * Counts earlier credit notes and those in the same run. Does nothing if the invoice is not in the journal.
 * `sendAnyway` turns refusals into warnings.
 */
export function creditCounter(
  connection: Result<Connection>,
  desk: Desk,
  sendAnyway: boolean,
): (prepared: Prepared) => Promise<readonly Problem[]> {
  const inThisRun = new Map<string, EarlierCredit[]>();
  return async (prepared) => {
    const { document, calculation, spot, file } = prepared;
    const hash = contentHash(prepared);
    const [reference, another] = document?.billing_reference ?? [];
    const number = reference?.id;
    if (!connection.ok || !document || !calculation || number === undefined || another) return [];
    const journal = await journalIfAny(desk);
    if (!journal.ok || !journal.value) return [];
    const { account } = connection.value;
    const named = await journal.value.find(account, number);
    if (!named.ok) return named.problems;
    const invoice = named.value.find((each) => each.kind === "invoice");
    if (invoice?.documentNumber !== number) return [];
    const before = inThisRun.get(number) ?? [];
    // A credit note with the same content is this document itself, which is not sent twice.
    const known = await journal.value.creditsOn(account, number);
    if (!known.ok) return known.problems;
    const earlier = [...known.value.filter((each) => takesBack(each) && each.contentHash !== hash), ...before];
    const found = overCredited(document, { ...invoice, number }, earlier);
    inThisRun.set(number, [...before, thisOne(file, document, calculation)]);
    const names = earlier.map(nameOf).join(", ");
    const hint = `${names === "" ? "" : `Counted: ${names}. `}Correct it; if it is correct as it is, add --send-anyway.`;
    const severity = sendAnyway ? "warning" : "error";
    return found.map(({ path, message }) =>
      problem("over-credited", message, hint, {
        severity,
        where: spot?.(path, path === "document_lines" ? "name" : "value"),
      }),
    );
  };
}

function nameOf(each: EarlierCredit | Crediting): string {
  const open = "state" in each && each.state !== "created";
  return open ? `${each.number} (in doubt: selfbill resolve ${each.attempt} --check)` : each.number;
}

function thisOne(file: string, document: SelfBilledDocument, calculation: Calculation): EarlierCredit {
  return {
    number: document.document_number ?? file,
    reason: document.discrepancy_response,
    status: undefined,
    shared: false,
    lines: calculation.lines.map(creditedLine),
  };
}
