/** The door of what proposes a map: nothing outside this folder imports another file of it. */
export type { MoneyDoubt } from "./doubt.ts";
export { meaningsOf, optionsOf, saidOf, wordsLine } from "./doubt-lines.ts";
export { doubtsAmong } from "./doubts.ts";
export { factsOf, type Said } from "./facts.ts";
export { type MissingField, toFill } from "./fill-lines.ts";
export { isEitherKind, type ZeroMeaning } from "./guess-words.ts";
export { type MoneyTopic, meaningOf, type Role } from "./headings.ts";
export { constantsFor, yamlName } from "./map-lines.ts";
export type { NeededRole, OpenQuestion, UsedColumn, WordSubject } from "./open-questions.ts";
export { programWith } from "./programs.ts";
export { type MapAnswers, type Proposal, proposeMap } from "./propose.ts";
export { roleWords } from "./role-words.ts";
export { recognised } from "./roles.ts";
export { subjectInWords } from "./subject-words.ts";
export type { OpenTitle } from "./titles.ts";
