import type { SelfBilledDocument } from "../document/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import type { SourceDocument } from "../read/index.ts";

/** A document without the members that are never sent, and the values of those members. */
interface WithoutOwn {
  readonly source: SourceDocument;
  readonly corrects?: string;
  readonly company?: string;
  /** A `wrong-value` for each value that is not a single string. */
  readonly problems: readonly Problem[];
}

const remedies = {
  corrects: ["corrects must be a single number or id.", "Write corrects: and the number or the id of one document."],
  company: ["company must be a single name.", "Write company: and the name of one company."],
} as const;

/**
 * Removes two fields from a document: `corrects`, the number or id of the document that it replaces, and `company`, its
 * issuer.
 */
export function takeOwn(source: SourceDocument): WithoutOwn {
  const { corrects, company, ...document } = source.document as SelfBilledDocument & Partial<Record<Own, unknown>>;
  if (corrects === undefined && company === undefined) return { source, problems: [] };
  const said: Partial<Record<Own, string>> = {};
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries({ corrects, company }) as [Own, unknown][]) {
    if (typeof value === "string") said[name] = value.trim();
    else if (value !== undefined) {
      const [message, hint] = remedies[name];
      problems.push(problem("wrong-value", message, hint, { where: source.spot(name) }));
    }
  }
  return { source: { ...source, document }, ...said, problems };
}

type Own = keyof typeof remedies;
