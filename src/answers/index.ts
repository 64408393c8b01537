/**
 * What commands print for scripts, as schemas: one document with --json, one line each with --json-lines. They describe and judge; the
 * answers are made where the commands are. This room reads and writes nothing.
 */
export { answers, answersOf, lines } from "./commands.ts";
export { allAnswerSchemas, answerSchema } from "./to-json-schema.ts";
