import * as z from "zod";
import { owedKinds, owedParts } from "../life/index.ts";
import { answer, foreign, kind, maybe, names, text, texts, whole, words } from "./common.ts";

export const duePart = z.object({ part: words(...names(owedParts)), rows: whole, credit_notes: whole, totals: texts });
export const recordedDue = z.object({
  document_number: text,
  id: text,
  due: words(...names(owedKinds)),
  reason: text,
  recorded_by: text,
});

export const evidence = answer({
  folder: text,
  files: z.array(z.object({ what: text, path: text, sha256: text })),
  missing: z.array(z.object({ what: text, why: text })),
});
export const fetched = answer({ kind, document: foreign });
export const listed = answer({ total_elements: whole.nullable(), documents: z.array(foreign), beside: texts });
export const downloaded = answer({ id: text, files: z.array(z.object({ what: text, path: text, bytes: whole })) });

/** `text` is the file's content. */
export const exported = answer({
  period: text,
  account: maybe,
  entries: whole,
  not_exported: whole,
  text: text.nullable(),
  files: z.array(text),
});

export const archived = answer({ folder: text, sha256: text, manifest: foreign });
export const archiveVerified = answer({
  folder: text,
  files: whole,
  documents: whole,
  sha256: text,
  flaws: z.array(z.object({ path: text, what: text })),
});
