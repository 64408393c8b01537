import { overLimit } from "../../approval/index.ts";
import { type Amount, formatAmount, money } from "../../document/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { flag, list } from "../command.ts";
import type { JudgedDocument, JudgedRequest } from "./judge-request.ts";
import { nameOf } from "./requested-list.ts";
import { aboveLimit } from "./sign-request.ts";

/** Options that exclude documents of a request from its approval. */
export const choiceOptions = {
  except: list(
    "--except <number>",
    "approve the rest: this document stays in the request, to be approved later; repeatable",
  ),
  withinLimit: flag("--within-limit", "approve what is within your limits, and leave out the rest"),
} as const;

/** A request together with the contents chosen from it; all of its contents if none are given. */
export interface WantedJudged extends JudgedRequest {
  readonly wanted?: ReadonlySet<string> | undefined;
}

/** The documents of a request that are approved, and those that stay in the request. */
export interface Chosen {
  readonly judged: JudgedRequest;
  readonly approved: readonly JudgedDocument[];
  readonly left: readonly LeftInRequest[];
}

export interface LeftInRequest {
  readonly document: JudgedDocument;
  /** Why those documents are excluded, in words; absent if the user named them. */
  readonly above?: string;
}

/** Chooses all documents of a request, for a rejection. */
export const wholeOf = (judged: JudgedRequest): Chosen => ({ judged, approved: judged.documents, left: [] });

/** Adds up documents: AED with VAT. */
export function approvedTotal(documents: readonly JudgedDocument[]): Amount {
  return money.sum(documents.map(({ grossInAed }) => grossInAed));
}

/**
 * Returns the documents to approve in each request. Documents that exceed a limit of the person are excluded only if the user agrees, by
 * `withinLimit` or when asked (`asked`). Problems: `bad-usage` for a number that is not in any request, `approval-invalid` for documents that exceed
 * a limit.
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
    // Documents with the same content cannot be both approved and excluded.
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

/**
 * Explains why a person may not approve a document alone. What the person approved on the same day is counted on sending, when the journal knows it.
 */
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
    "selfbill preview REQUEST.json lists its documents; write the number as it is there.",
  );
}

function nothingLeft(): Problem {
  const message = "Nothing was approved: --except leaves out every document of the request.";
  return problem("bad-usage", message, "To record a refusal: --reject REASON");
}
