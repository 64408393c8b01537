import { documentIn, readXml } from "../ubl/index.ts";
import { bytesOf } from "./bytes.ts";
import { attempt, findingOf, made, refused, wrong } from "./finding.ts";
import type { DocumentDraft, Holding, Result } from "./types.ts";

/**
 * Converts self-billed UBL XML to a document. Findings name the parts of the XML that have no field in a document.
 */
export function fromUbl(xml: string | Uint8Array): Result<Holding<DocumentDraft>> {
  return attempt(() => fromUblOf(xml));
}

function fromUblOf(xml: string | Uint8Array): Result<Holding<DocumentDraft>> {
  const bytes = bytesOf(xml);
  if (bytes === undefined) return refused([wrong("This is not XML.", "Give a text or its bytes.")]);
  const root = readXml(bytes, "");
  const found = root.ok ? documentIn(root.value, "") : root;
  if (!found.ok) return refused(found.problems.map(findingOf));
  const { kind, document, losses } = found.value;
  return made({ kind, document: document as DocumentDraft }, losses.map(findingOf));
}
