import { check, type Finding, type Layer, rulesOf } from "../../src/check/index.ts";
import { type EditionId, editions } from "../../src/document/index.ts";
import { readXml } from "../../src/ubl/index.ts";
import type { Verdict } from "./official.ts";

const layerOf = new Map<string, Layer>(
  editions.flatMap((edition) => rulesOf(edition.id).official.map(({ id, layer }) => [id, layer])),
);
const layers = ["shared", "ae"] as const;
const nothing: ReadonlySet<string> = new Set();

/** One rule on which the two sides disagree for one document. */
export interface Disagreement {
  readonly id: string;
  /** The side that reports the violation: the official rules or ours. */
  readonly saidNo: "official" | "ours";
  readonly file: string;
  readonly bytes: number;
}

/** Counts over all documents. */
export interface Agreement {
  readonly edition: EditionId;
  documents: number;
  unreadable: string[];
  /**
   * Over all documents, the number of layers that were compared, and of those skipped because the published stylesheet
   * failed.
   */
  compared: number;
  stopped: number;
  /** Disagreements in which the second official engine agrees with us. */
  enginesDiffer: number;
  /** How often each rule failed on both sides. */
  readonly fired: Map<string, number>;
  readonly disagreements: Disagreement[];
}

export function noDocuments(edition: EditionId): Agreement {
  return {
    edition,
    documents: 0,
    unreadable: [],
    compared: 0,
    stopped: 0,
    enginesDiffer: 0,
    fired: new Map(),
    disagreements: [],
  };
}

/** Compares the reported rule ids for one document, layer by layer. */
export function compare(agreement: Agreement, verdict: Verdict, bytes: Uint8Array): void {
  agreement.documents += 1;
  const tree = readXml(bytes, verdict.file);
  if (!tree.ok) {
    agreement.unreadable.push(`${verdict.file}: ${tree.problems[0].message}`);
    return;
  }
  const { edition } = agreement;
  const ours = idsByLayer(check(tree.value, { edition, rules: rulesOf(edition).official }));
  for (const layer of layers) {
    if (verdict.stopped.has(layer)) {
      agreement.stopped += 1;
      continue;
    }
    agreement.compared += 1;
    const theirs = verdict.ids[layer] ?? nothing;
    const mine = ours.get(layer) ?? nothing;
    const note = (id: string, saidNo: Disagreement["saidNo"]) =>
      agreement.disagreements.push({ id, saidNo, file: verdict.file, bytes: bytes.length });
    for (const id of theirs) {
      if (mine.has(id)) agreement.fired.set(id, (agreement.fired.get(id) ?? 0) + 1);
      else note(id, "official");
    }
    for (const id of mine) if (!theirs.has(id)) note(id, "ours");
  }
}

function idsByLayer(findings: readonly Finding[]): Map<Layer, Set<string>> {
  const ids = new Map<Layer, Set<string>>();
  for (const { id } of findings) {
    const layer = layerOf.get(id) ?? "own";
    const known = ids.get(layer);
    if (known) known.add(id);
    else ids.set(layer, new Set([id]));
  }
  return ids;
}
