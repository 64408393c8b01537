import {
  all,
  foreign,
  handedOverShape,
  listOf,
  maybe,
  membersOf,
  one,
  outcome,
  problems,
  rules,
  type Source,
  shape,
  text,
  texts,
  toldMembers,
  whole,
  words,
  yes,
} from "../answers/index.ts";
import { networkFinding, type StatusLeg, statusLeg } from "../contract/index.ts";
import type { PlacedResult, StatusResult } from "../report/index.ts";
import { problemJson } from "./problem-json.ts";
import { verdictOf } from "./verdict.ts";

const legShape = shape<StatusLeg>(toldMembers(statusLeg));

export const findingShape = shape<PlacedResult>({
  ...membersOf(toldMembers(networkFinding), ({ result }: PlacedResult) => result),
  more: [texts, ({ result }) => Object.fromEntries(result.more)],
  file: [maybe, ({ where }) => where?.file],
  line: [whole.nullable(), ({ where }) => where?.line],
  column: [whole.nullable(), ({ where }) => where?.column],
  path: [maybe, ({ where }) => where?.path],
});

const verdictShape = shape<ReturnType<typeof verdictOf>>({
  word: [text, ({ word }) => word],
  sentence: [text, ({ sentence }) => sentence],
});

/** Members that are present only if the service has the document. */
const known =
  <T>(of: (result: StatusResult) => T) =>
  (result: StatusResult): T | undefined =>
    result.kind === undefined ? undefined : of(result);

/** `snapshot` is the service's answer without the documents in it. Times are Unix milliseconds. */
export const statusShape = shape<StatusResult>({
  asked: [text, ({ asked }) => asked],
  outcome: [outcome, ({ outcome }) => outcome],
  id: [maybe, known(({ id }) => id)],
  kind: [words("invoice", "credit-note", "sales-credit-note").nullable(), ({ kind }) => kind],
  document_number: [maybe, ({ documentNumber }) => documentNumber],
  overall_status: [maybe, ({ overallStatus }) => overallStatus],
  /** The time of an overall status that is not of now: the service tells no later one. UTC, ISO 8601. */
  overall_status_at: [maybe, ({ kept }) => kept?.at],
  tells_overall_status: [yes.nullable(), known(({ tellsOverall }) => tellsOverall)],
  verdict: one(verdictShape, known(verdictOf)),
  participant_status: [maybe, ({ sides }) => sides.participant],
  fta_status: [maybe, ({ sides }) => sides.fta],
  c3: one(legShape, ({ snapshot }) => snapshot?.toC3),
  c5: one(legShape, ({ snapshot }) => snapshot?.toC5),
  validation_results: all(findingShape, ({ findings }) => findings),
  more: [texts, ({ more }) => Object.fromEntries(more ?? [])],
  snapshot: [foreign.nullable(), ({ snapshot }) => snapshot?.raw],
  rules: [rules.nullable(), ({ rules }) => rules],
  handed_over: one(handedOverShape, ({ handedOver }) => handedOver),
  saved: [listOf(text), ({ saved }) => saved],
  problems: [problems, ({ problems }) => problems.map(problemJson)],
} satisfies Record<string, Source<StatusResult>>);
