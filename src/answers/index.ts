/**
 * Schemas of the JSON that commands print for scripts, and for each member a function that returns its value. Nothing
 * here performs input or output.
 */
export * as approvals from "./approvals.ts";
export * as checking from "./checking.ts";
export {
  type AnswerSchema,
  answer,
  endLine,
  foreign,
  head,
  jsonSchemaOf,
  kind,
  lineOf,
  listOf,
  mapOf,
  maybe,
  maybeParty,
  names,
  outcome,
  party,
  partyShape,
  problemShape,
  problems,
  rules,
  stopped,
  text,
  texts,
  toldMembers,
  whole,
  words,
  yes,
} from "./common.ts";
export * as following from "./following.ts";
export { handedOverMembers, handedOverShape } from "./handed-over.ts";
export * as records from "./records.ts";
export { all, allOrNull, membersOf, one, type Source, shape, the } from "./shape.ts";
