/** Helpers that describe --json output. */
import { answer, head, lineOf, listOf, maybe } from "../../answers/index.ts";
import { dryRunShape, resultShape } from "../../render/index.ts";

export * from "../../answers/index.ts";
export { entryShape, logShape, statusShape } from "../../render/index.ts";

export const createdAnswer = answer({ results: listOf(resultShape.schema), journal: head.optional() });
const dryRunResult = resultShape.schema.extend({ request: dryRunShape.schema.shape.request ?? maybe });
export const dryRunAnswer = answer({ results: listOf(dryRunResult) });
export const lineOfResult = lineOf(resultShape.schema);
