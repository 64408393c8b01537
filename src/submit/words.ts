import type { Connection } from "../desk/index.ts";
import { gulfTime, namesOfInvoices, numberAsWritten, shownSeries, supplyKinds } from "../document/index.ts";
import { type Begun, type BilledTwice, businessProfileIn, type ContentState, type Intent } from "../journal/index.ts";
import { type Problem, problem, suggest, typed } from "../problem/index.ts";
import { elsewhereProblem, type Naming } from "./elsewhere-words.ts";

/** Returns the problem that more would be credited than is left. A credit note in doubt counts until it is resolved. */
export function overCreditedProblem(
  { found, counted }: Extract<Begun, { is: "over-credited" }>,
  { credits }: Intent,
): Problem {
  const names = counted.map(({ number, state, attempt }) =>
    state === "created"
      ? number
      : state === "in-doubt"
        ? `${number} (in doubt)`
        : `${number === attempt ? "a credit note" : number} (being sent now)`,
  );
  const open = counted.find(({ state }) => state === "in-doubt")?.attempt;
  const settle = open === undefined ? "" : ` Resolve the one in doubt first: ${suggest`resolve ${open} --check`}`;
  const hint = `${names.length === 0 ? "" : `Counted: ${names.join(", ")}. `}Correct it; if it is correct as it is, add --send-anyway.${settle}`;
  const message = `Nothing was sent: more of ${namesOfInvoices(credits?.invoiceNumbers ?? []) || "the invoice"} would be credited than is left. ${found.join(" ")}`;
  return problem("over-credited", message, hint, { where: { path: "document_lines" } });
}

/** Returns the problem if another company already uses the number series. */
export function seriesUsedProblem(
  { account, series }: Extract<Begun, { is: "series-used" }>,
  { kind }: Pick<Intent, "kind">,
  { companyName, profile: { name = "NAME" } }: Pick<Connection, "companyName" | "profile">,
): Problem {
  const other = (companyName ?? unnamed)(businessProfileIn(account));
  const message = `Nothing was sent: the number series ${shownSeries(series)} gave numbers to another company, ${other}, so both would have the same numbers.`;
  const own = "Give this company a series of its own, for example with its initials";
  const hint =
    kind === "invoice"
      ? `${own}: selfbill profile set ${typed(name)} --number-series "AB-{yyyy}-{00000}"`
      : `${own}: selfbill profile set ${typed(name)} --credit-note-series "ABC-{yyyy}-{00000}"`;
  return problem("series-used", message, hint);
}

const unnamed: Naming = (businessProfile) => `the business profile ${businessProfile}`;

/**
 * Returns the problem for a document that must not be sent because of what the journal has. `asked`: `refused` if the
 * service refused the document, `not-asked` if nothing was sent.
 */
export function standingProblem(
  standing: Exclude<ContentState, { is: "fresh" } | { is: "created" }>,
  intent: Pick<Intent, "documentNumber"> & Partial<Pick<Intent, "corrects" | "replaces" | "references">>,
  asked: "not-asked" | "refused" = "not-asked",
  naming: Naming = unnamed,
): Problem {
  switch (standing.is) {
    case "busy":
      return problem(
        "being-sent",
        "Not sent in this run: another selfbill process is sending this document, or one with its number.",
        "Wait until it has ended, then run the same command again: it shows the result.",
      );
    case "in-doubt": {
      const said = standing.status === undefined ? "" : ` The service answered ${standing.status}.`;
      const from = standing.by ? ` from ${standing.by.machine} by ${standing.by.user}` : "";
      return problem(
        "still-in-doubt",
        `Not sent in this run: an earlier run sent this document${from} at ${gulfTime(Date.parse(standing.at))}, and it may or may not have been created.${said}`,
        `Resolve it first: ${suggest`resolve ${standing.attempt} --check`}`,
      );
    }
    case "number-used":
      return problem(
        "already-sent",
        `Nothing was sent: the number ${standing.ofSeries ?? intent.documentNumber} belongs to an existing document with other content, ${standing.id}.`,
        standing.ofSeries === undefined
          ? `If this is a correction of the existing document: ${suggest`correct ${standing.id}`}. Only if it is another supply: give it another number.`
          : `A number series gave it to this document as well. To use the next number: ${suggest`numbers skip ${standing.ofSeries}`}`,
        { where: { path: "document_number" } },
      );
    case "number-open":
      return problem(
        "number-open",
        `Nothing was ${asked === "refused" ? "created" : "sent"}: an earlier document with the number ${standing.ofSeries ?? intent.documentNumber} is in doubt (it may or may not exist).`,
        `Resolve that one first: ${suggest`resolve ${standing.attempt} --check`}`,
        { where: { path: "document_number" } },
      );
    case "content-used":
      return problem(
        "content-exists",
        `Nothing was sent: this content exists already, as ${standing.id}. In place of another document it would be billed twice.`,
        `Correct the file, or name the one that belongs to this document. To see the other: ${suggest`show ${standing.id}`}`,
      );
    case "corrected":
      return correctedProblem(standing, intent);
    case "sent-again":
      return sentAgainProblem(standing, intent);
    case "elsewhere":
      return elsewhereProblem(standing, intent, naming);
    case "similar":
      return standing.billed ? billedProblem(standing, standing.billed, intent) : similarProblem(standing);
  }
}

function similarProblem({ id, documentNumber, attempts }: Extract<ContentState, { is: "similar" }>): Problem {
  const [open] = attempts;
  const name = documentNumber ? `${documentNumber} (${id})` : id;
  const other = id === undefined ? `one that may exist (${open})` : `the one that exists as ${name}`;
  const message = `This document looks like ${other}: the same supplier and amounts, and the same date or the same reference within 31 days.`;
  const anyway = "If it is another supply, add --allow-similar";
  const next =
    id === undefined
      ? `${anyway}. Resolve that one first: ${suggest`resolve ${open} --check`}`
      : `To correct the existing document: ${suggest`correct ${documentNumber ?? id}`}. ${anyway}`;
  return problem("looks-sent", message, `Nothing was sent. ${next}`);
}

/** Returns the problem that another document bills the same supply. */
function billedProblem(
  { id, documentNumber, attempts: [open = ""] }: Extract<ContentState, { is: "similar" }>,
  { kind, number, items }: BilledTwice,
  { references = [] }: Pick<Intent, "references">,
): Problem {
  const called = documentNumber ?? id ?? open;
  const other = id === undefined ? `${open}, which may exist` : `${called} (${id})`;
  const all = items.length > 3 ? `${items.slice(0, 3).join(", ")} and ${items.length - 3} more` : items.join(", ");
  const what = all === "" ? "" : `: ${all}`;
  const message = `Nothing was sent: this document bills what ${other} bills, by the ${supplyKinds[kind]} ${numberAsWritten(references, number)}${what}.`;
  const part = `If it is another part of that supply, add --part-of ${typed(called)}.`;
  const next =
    id === undefined
      ? `Resolve that one first: ${suggest`resolve ${open} --check`}`
      : `To correct the other one: ${suggest`correct ${called}`}`;
  return problem("supply-billed", message, `${part} ${next}`);
}

type Corrected = Extract<ContentState, { is: "corrected" }>;
type Links = Partial<Pick<Intent, "corrects" | "replaces">>;
const toCorrects = { where: { path: "corrects" } };

/** Returns the problem if another document already replaces, or may replace, the one that this document corrects. */
export function correctedProblem({ attempt, id, documentNumber }: Corrected, { corrects }: Links): Problem {
  const whose = corrects?.documentNumber ?? "this document";
  if (id === undefined)
    return problem(
      "correction-open",
      `Nothing was sent: another document was sent in place of ${whose}, and it may or may not exist.`,
      `Resolve that one first: ${suggest`resolve ${attempt} --check`}`,
      corrects ? toCorrects : {},
    );
  const other = documentNumber ?? id;
  const hint = corrects
    ? `If ${other} was rejected too, correct that one: ${suggest`correct ${other}`}. If this is another supply, remove corrects from the file.`
    : `Sent again, the supply would be billed twice. To see the other: ${suggest`show ${other}`}`;
  const message = `Nothing was sent: ${other} stands in for ${whose} already.`;
  return problem("corrected-before", message, hint, corrects ? toCorrects : {});
}

function sentAgainProblem({ attempt, id }: Extract<ContentState, { is: "sent-again" }>, { corrects }: Links): Problem {
  const whose = corrects?.documentNumber ?? "the document that it corrects";
  if (id === undefined)
    return problem(
      "correction-open",
      `Nothing was sent: ${whose} was sent again, and what came of that is not known.`,
      `Resolve that one first: ${suggest`resolve ${attempt} --check`}`,
      toCorrects,
    );
  const message = `Nothing was sent: ${whose} was sent again under its number since it was checked.`;
  return problem("not-correctable", message, `Look at it: ${suggest`status ${whose}`}`, toCorrects);
}
