import type { Shown } from "../open/ask.ts";
import { brokenIn } from "../open/judge.ts";
import type { Creates, DescribedService } from "./draw.ts";
import type { CreatedAnswer, Marked } from "./draw-created.ts";

export const inOneLine = (text: string): string => text.replace(/[\s│]+/g, " ");

/** Signs of a name that is empty: quotes, brackets or a preposition with nothing in them or behind them. */
const empty = [
  /(?:^|\s)''(?=\s|$|[.;,)])/,
  /(?<![\w\\])""(?!")/,
  /\bas\s*[;.,](?=\s|$)/,
  /\b(?:for|of|named|called|number|id|document|invoice) {2,}\(/,
  /[^\w]\(\s*\)/,
  /\bselfbill (?:status|show|correct|logs|resubmit)\s*[.;,)]/,
];

/** What is wrong with any output, whatever was asked. */
export function judgeAny(shown: Shown): string[] {
  const text = shown.pipe.replace(/\n\s*/g, "\n");
  const names = empty.flatMap((each) => {
    const found = each.exec(text);
    return found === null ? [] : [`an empty name: …${text.slice(Math.max(0, found.index - 60), found.index + 40)}…`];
  });
  return [...names, ...brokenIn(shown)];
}

/** What must become of a create request. */
export function createdAs(creates: Creates): {
  readonly is: "created" | "refused" | "in doubt";
  readonly codes: readonly number[];
} {
  if (creates.is === "created")
    return { is: "created", codes: [isFailed(creates.answer.overall) || isFatalAlone(creates.answer) ? 26 : 0] };
  const { status } = creates.reply;
  if (status === 401 || status === 403) return { is: "refused", codes: [4] };
  if (status === 429) return { is: "refused", codes: [22] };
  if ([400, 404, 405, 413, 415, 422].includes(status)) return { is: "refused", codes: [21, 24] };
  return { is: "in doubt", codes: [23, 24] };
}

export const isFailed = (overall: string | undefined): boolean =>
  overall === "REJECTED" || overall === "VALIDATION_FAILED";

const isFatalAlone = ({ overall, isFatal }: CreatedAnswer): boolean => overall === "null" && isFatal;

/** The marked values that the output lacks: texts on the screen or the pipe, the others there or in --json. */
export function lacks({ pipe, screen, json }: Shown, marked: readonly Marked[], place: "text" | "json"): string[] {
  const people = `${pipe} ${screen}`;
  return marked
    .filter(({ seen }) => place === "json" || seen === "text")
    .filter(({ marker }) => !(place === "json" ? json : people).includes(marker))
    .map(({ name, marker }) => `${name} (${marker}) is not in the ${place}`);
}

/** The word that holds for the document now: the later one, else the one of the 201. */
export function overallOf(
  answer: CreatedAnswer,
  { later }: Pick<DescribedService, "later">,
  isInvoice: boolean,
): string | undefined {
  const first = ["absent", "meta null", "null"].includes(answer.overall) ? undefined : answer.overall;
  return (isInvoice ? undefined : later.overall) ?? first;
}

/** Judges `status` of a document that exists. */
export function judgeStatus(
  shown: Shown,
  answer: CreatedAnswer,
  service: DescribedService,
  isInvoice: boolean,
): string[] {
  const { code, pipe } = shown;
  const told = overallOf(answer, service, isInvoice);
  const isFatal = (!isInvoice && service.later.isFatal) || isFatalAlone(answer);
  const broken: string[] = [];
  if (isFailed(told) && code !== 26) broken.push(`exit code ${code} of ${told}, in place of 26`);
  if (code === 0 && told !== "APPROVED" && told !== undefined) broken.push(`exit code 0 of ${told}`);
  if (code === 26 && !isFailed(told) && !isFatal) broken.push(`exit code 26 of ${told ?? "no status"}`);
  if (/✓/.test(pipe) && isFailed(told)) broken.push(`✓ of ${told}`);
  return broken;
}

interface Shape {
  readonly overall_status?: string;
  readonly stage?: string;
}

/** Judges `show` of a document that exists: a final word holds, and what is told of an invoice is never "processing". */
export function judgeShow({ code, json }: Shown, told: string | undefined): string[] {
  const [{ overall_status: status, stage } = {}] = (JSON.parse(json) as { documents?: Shape[] }).documents ?? [];
  const broken = code === 0 ? [] : [`exit code ${code} of show`];
  if ((isFailed(told) || told === "APPROVED") && status !== told)
    broken.push(`show says ${status} (${stage}) of ${told}`);
  return broken;
}
