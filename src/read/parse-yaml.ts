import { EVENT_ID, type Event, parseEvents, YAMLException } from "js-yaml";
import { fail, failAll, ok, problem, type Result } from "../problem/index.ts";
import { composeYaml } from "./compose-yaml.ts";
import { maxDepth } from "./limits.ts";
import type { RawDocument } from "./raw.ts";
import type { SourceText } from "./source-text.ts";
import { yamlProblem } from "./yaml-words.ts";

/**
 * Parses YAML; every scalar keeps its text. Aliases, anchors, tags and merge keys are not allowed. Problems:
 * `bad-syntax`, `too-deep`, `forbidden-yaml`, `duplicate-key`, `forbidden-key`, `not-a-document`, `empty-document`.
 */
export function parseYaml(source: SourceText): Result<RawDocument> {
  let events: Event[];
  try {
    // The parser counts a scalar as a level of its own, and at first takes a top-level { for a key; the exact depth
    // is checked later, with the values.
    events = parseEvents(source.text, { maxDepth: maxDepth + 2 });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return fail(yamlProblem(source, error.reason, error.mark?.position ?? 0));
  }
  const documents = documentsOf(events);
  const [only, second] = documents;
  if (!only) {
    const message = "The file has no document: it is empty or has only comments.";
    return fail(problem("empty-document", message, startFromTemplate, { where: { file: source.file } }));
  }
  if (second) return fail(secondDocument(source, second));
  const composed = composeYaml(source, only);
  return composed.problems.length > 0 ? failAll(composed.problems) : ok(composed.document);
}

export const startFromTemplate = "Start from a template: templates/standard-invoice.yaml.";

/**
 * Splits the events into documents, leaving out empty ones: a `---` at the end of a file begins an empty document,
 * which is not an error.
 */
function documentsOf(events: readonly Event[]): Event[][] {
  const documents: Event[][] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) documents.push([]);
    else documents.at(-1)?.push(event);
  }
  return documents.filter(([first]) => !(first?.type === EVENT_ID.SCALAR && first.valueStart < 0));
}

function secondDocument(source: SourceText, events: readonly Event[]) {
  const [first] = events;
  const at = first === undefined ? 0 : "start" in first ? first.start : "valueStart" in first ? first.valueStart : 0;
  const marker = Math.max(source.text.lastIndexOf("---", at), source.text.lastIndexOf("...", at), 0);
  return problem("forbidden-yaml", "A second document begins here.", "Write each document in its own file.", {
    where: source.spot(marker),
  });
}
