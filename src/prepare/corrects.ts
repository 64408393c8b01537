import type { SelfBilledDocument } from "../document/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import type { SourceDocument } from "../read/index.ts";

/** A document without `corrects`, which is never sent, and what stood there. */
export interface WithoutCorrects {
  readonly source: SourceDocument;
  readonly corrects?: string;
  /** `wrong-value` for what is not a number or an id. */
  readonly problems: readonly Problem[];
}

/** Takes the member `corrects` out of a document: the number or id of the document that it stands in for. */
export function takeCorrects(source: SourceDocument): WithoutCorrects {
  const { corrects, ...document } = source.document as SelfBilledDocument & { readonly corrects?: unknown };
  if (corrects === undefined) return { source, problems: [] };
  const bare = { ...source, document };
  if (typeof corrects === "string") return { source: bare, corrects: corrects.trim(), problems: [] };
  const hint = "Write corrects: and the number or the id of one document.";
  const where = source.spot("corrects");
  return {
    source: bare,
    problems: [problem("wrong-value", "corrects must be a single number or id.", hint, { where })],
  };
}
