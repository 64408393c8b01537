import { allRules } from "../../check/index.ts";
import type { WatchedDocument } from "../../sandbox/index.ts";
import { documentPathOf, elementAt, toXml, type UblElement } from "../../ubl/index.ts";
import { jsonLines } from "./json-lines.ts";
import { type LineNote, type NotedLines, nearestLine } from "./lines.ts";

/** A violated rule that makes the network refuse the document. Line numbers start at 1. */
export interface PlacedFinding extends LineNote {
  readonly field: string | undefined;
  readonly jsonLine: number;
  readonly xmlLine: number;
}

export interface Spelled {
  readonly json: NotedLines;
  readonly xml: NotedLines;
  readonly findings: readonly PlacedFinding[];
}

export function spelled({ stored, status }: WatchedDocument, tree: UblElement): Spelled {
  const json = jsonLines({
    ...stored.document,
    ...(stored.attachments.length > 0 ? { attachments: stored.attachments } : {}),
  });
  const places = linesOf(tree);
  const findings = status.validation_results.map(({ reasonCode, text, location }): PlacedFinding => {
    const element = elementAt(tree, location) ?? tree;
    const field = documentPathOf(element);
    return {
      id: reasonCode,
      says: text,
      hint: allRules.find(({ id }) => id === reasonCode)?.hint,
      field,
      jsonLine: nearestLine(field ?? "", json.places),
      xmlLine: places.get(element) ?? 2,
    };
  });
  const at = (line: (finding: PlacedFinding) => number) => {
    const notes = new Map<number, PlacedFinding[]>();
    for (const each of findings) notes.set(line(each), [...(notes.get(line(each)) ?? []), each]);
    return notes;
  };
  return {
    findings,
    json: { lines: json.lines, notes: at(({ jsonLine }) => jsonLine) },
    xml: { lines: toXml(tree).trimEnd().split("\n"), notes: at(({ xmlLine }) => xmlLine) },
  };
}

/** Returns the line of each start tag; the end tag of an element with children has a line of its own. */
function linesOf(root: UblElement): Map<UblElement, number> {
  const places = new Map<UblElement, number>();
  let line = 1;
  const walk = (element: UblElement): void => {
    line += 1;
    places.set(element, line);
    if (element.children.length === 0) return;
    for (const child of element.children) walk(child);
    line += 1;
  };
  walk(root);
  return places;
}
