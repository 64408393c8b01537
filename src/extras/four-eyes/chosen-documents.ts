import { overLimit } from "../../approval/index.ts";
import { flag, list } from "../../commands/command.ts";
import { type Amount, formatAmount, money } from "../../document/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { JudgedDocument, JudgedRequest } from "./judge-request.ts";
import { nameOf } from "./requested-list.ts";
import { aboveLimit } from "./sign-request.ts";

export const choiceOptions = {
  except: list(
    "--except <number>",
    "approve the rest: this document stays in the request, to be approved later; repeatable",
  ),
  withinLimit: flag("--within-limit", "approve what is within your limits, and leave out the rest"),
} as const;

/** If `wanted` is absent, all of the request's documents are chosen. */
export interface WantedJudged extends JudgedRequest {
  readonly wanted?: ReadonlySet<string> | undefined;
}

/** `left`: the documents that stay in the request. */
export interface Chosen {
  readonly judged: JudgedRequest;
  readonly approved: readonly JudgedDocument[];
  readonly left: readonly LeftInRequest[];
}

export interface LeftInRequest {
  readonly document: JudgedDocument;
  readonly above?: string;
}

export const wholeOf = (judged: JudgedRequest): Chosen => ({ judged, approved: judged.documents, left: [] });

export function approvedTotal(documents: readonly JudgedDocument[]): Amount {
  return money.sum(documents.map(({ grossInAed }) => grossInAed));
}

/**
 * Excludes documents above the approver's limit only if the user agrees, with `withinLimit` or when asked (`asked`).
 * Problems: `bad-usage` for an unknown number, `approval-invalid` for documents above a limit.
 */
export function chosenOf(
  all: readonly WantedJudged[],
  how: {
    readonly except: readonly string[];
    readonly withinLimit: boolean;
    readonly asked: boolean;
    readonly day: string;
  },
): Result<Chosen[]> {
  const names = how.except.map((each) => each.trim());
  const isNamed = (document: JudgedDocument): boolean =>
    names.includes(nameOf(document)) || names.includes(document.asked.file);
  const known = all.flatMap((each) => documentsOf(each).flatMap((each) => [nameOf(each), each.asked.file]));
  const stray = names.find((each) => !known.includes(each));
  if (stray !== undefined) return fail(notThere(stray));
  const chosen: Chosen[] = [];
  for (const judged of all) {
    const documents = documentsOf(judged);
    const keys = new Set(documents.filter(isNamed).map(({ asked }) => asked.key));
    const left = documents.flatMap((document): LeftInRequest[] => {
      if (keys.has(document.asked.key)) return [{ document }];
      const above = aboveOf(document, judged, how.day);
      return above === undefined ? [] : [{ document, above }];
    });
    const approved = documents.filter((each) => !left.some(({ document }) => document === each));
    const over = left.flatMap(({ document, above }) => (above === undefined ? [] : [{ document, above }]));
    const [first] = over;
    if (approved.length === 0) return fail(first ? aboveLimit(first.document.asked.file, first.above) : nothingLeft());
    if (first && !how.withinLimit && !how.asked) return fail(someAbove(over, judged));
    chosen.push({ judged, approved, left });
  }
  return ok(chosen);
}

const documentsOf = ({ documents, wanted }: WantedJudged): readonly JudgedDocument[] =>
  wanted === undefined ? documents : documents.filter(({ asked }) => wanted.has(asked.key));

/** Amounts approved earlier that day are counted only when sending. */
function aboveOf({ counted }: JudgedDocument, { person }: JudgedRequest, day: string): string | undefined {
  return overLimit(person, { grossInAed: formatAmount(counted) }, { day, spent: () => money.zero });
}

function someAbove(over: ReadonlyArray<Required<LeftInRequest>>, { documents, person }: JudgedRequest): Problem {
  const names = over.map(({ document }) => `${nameOf(document)} (AED ${money.forPeople(document.counted)})`).join(", ");
  const are = over.length === 1 ? "is" : "are";
  const message = `Nothing was approved: ${over.length} of ${documents.length} documents ${are} above the limit of ${person.name}: ${names}.`;
  return problem(
    "approval-invalid",
    message,
    "To approve the others: --within-limit. Somebody with a higher limit can approve these.",
  );
}

function notThere(name: string): Problem {
  const message = `Nothing was approved: no document of the request is called ${JSON.stringify(name)}.`;
  return problem(
    "bad-usage",
    message,
    `${suggest`preview REQUEST.json`} lists its documents; write the number as it is there.`,
  );
}

function nothingLeft(): Problem {
  const message = "Nothing was approved: --except leaves out every document of the request.";
  return problem("bad-usage", message, "To record a refusal: --reject REASON");
}
