import * as z from "zod";
import { answer, foreign, kind, maybe, outcome, party, text, texts, whole, yes } from "./common.ts";

const ruleSet = z.object({ edition: text, version: text, hash: text, rules: whole });

/** `from: null` if the field is missing, `to: null` if it is removed. */
const edit = z.object({ path: text, from: maybe, to: maybe });

const finding = z.object({
  id: text,
  flag: z.enum(["fatal", "warning"]),
  line: whole.nullable(),
  column: whole.nullable(),
  path: maybe,
  location: maybe,
  text,
  hint: text,
  fix: z.object({ safe: yes, edits: z.array(edit) }).nullable(),
});

/** `fixed`: only with --fix. */
const verdictShape = {
  file: text,
  ok: yes,
  findings: z.array(finding),
  not_checked: z.array(text),
  fixed: z.array(edit).optional(),
} as const;

export const verdictLine = z.object({ ...verdictShape, rule_set: ruleSet });

/** Each verdict includes its rule set if the rule set depends on the documents' dates. */
export const validated = answer({
  rule_set: ruleSet,
  results: z.array(z.object({ ...verdictShape, rule_set: ruleSet.optional() })),
  summary: z.object({ files: whole, failing: whole, errors: whole, warnings: whole }),
});

export const editions = answer({
  editions: z.array(
    z.object({ edition: text, published: text, from: text, until: maybe, in_force: yes, rules: whole, hash: text }),
  ),
});
export const editionChanges = answer({
  from: text,
  to: text,
  changes: z.array(z.object({ edition: text, in_force_from: text, rule: text, text, demands: maybe })),
});
export const editionTried = answer({
  edition: text,
  hash: text,
  since: text,
  documents: whole,
  refused: whole,
  not_judged: whole,
  findings: z.array(z.object({ document: text, supplier: text, issue_date: text, rule: text, text, path: maybe })),
});

const sum = { kind, currency: text, documents: whole, net: text, vat: text, gross: text } as const;

export const imported = answer({
  file: text,
  kind,
  by_currency: z.array(z.object(sum)),
  by_supplier: z.array(z.object({ name: text, trn: text, ...sum })),
  documents: z.array(
    z.object({
      label: text,
      kind,
      rows: z.array(whole),
      outcome,
      document_number: maybe,
      supplier: party.nullable(),
      currency: maybe,
      totals: texts.nullable(),
      written: maybe,
    }),
  ),
});
/** `documents` are examples: the first documents, read with the proposed map. */
export const mapped = answer({
  file: text,
  out: maybe,
  map: text,
  program: maybe,
  sheets: z.array(text),
  rows: whole,
  unused: z.array(text),
  left_out: z.array(z.object({ because: text, headings: z.array(text) })),
  assumed: z.array(text),
  unclear: z.array(text),
  missing: z.array(z.object({ path: text, description: text })),
  documents: z.array(
    z.object({
      label: text,
      kind,
      rows: z.array(whole),
      document: foreign,
      currency: text,
      net: text,
      vat: text,
      gross: text,
      problems: whole,
    }),
  ),
});
const paper = { file: text, kind, mark: maybe, html: maybe, pdf: maybe, totals: texts };
export const previewed = answer({ ...paper, documents: z.array(z.object(paper)) });
export const templates = answer({
  templates: z.array(z.object({ name: text, title: text, file: text })),
  spreadsheets: z.array(z.object({ name: text, title: text })),
});
export const shownTemplate = answer({ name: text, text });
export const files = answer({ files: z.array(text) });
export const printed = answer({ text });
export const jsonSchema = answer({ json_schema: foreign });
export const xml = answer({ documents: z.array(z.object({ file: text, out: maybe, xml: text.optional() })) });
export const converted = answer({ file: text, document: text });
export const corrected = answer({
  document_number: text,
  kind: text,
  file: text,
  reasons: z.array(text),
  next: text,
  corrects: maybe,
  tax_authority_accepted: z.boolean().nullable(),
  credit: maybe,
});
export const convertedFile = answer({ file: text, out: text, left_over: whole, next: maybe });

export const drafts = answer({
  drafts: z.array(
    z.object({
      id: text,
      kind: maybe,
      begun: text,
      changed: text,
      answers: whole,
      sandbox: yes,
      profile: maybe,
      practice: yes.nullable(),
    }),
  ),
});
export const discarded = answer({ discarded: text });
export const written = answer({ file: text, next: maybe });
export const prepared = answer({ file: text, invoice_number: maybe, next: maybe });

export const topics = answer({ topics: z.array(z.object({ topic: text, says: text })) });
export const page = answer({ topic: text, title: text, markdown: text });

export const codeLists = answer({ lists: z.array(z.object({ list: text, title: text, field: maybe })) });
export const codesFound = answer({
  codes: z.array(
    z.object({
      ...{ list: text, code: text, words: text, arabic: maybe },
      /** The headings above this code of the Harmonized System: the chapter and, for a subheading, the heading. */
      above: z.array(z.object({ code: text, words: text, arabic: maybe })).optional(),
    }),
  ),
});

/** The answer to --list; without results, because no case is run. */
export const cases = answer({ cases: z.array(z.object({ id: text, happens: text })) });
const tracedRequest = z.object({
  after_ms: whole,
  method: text,
  path: text,
  status: whole.nullable(),
  fault: maybe,
  created_id: maybe,
});
export const certified = answer({
  cases: z.array(
    z.object({
      ...{ id: text, happens: text, requests: whole, ok: yes, faults: z.array(text), remarks: z.array(text) },
      claim: z.object({ result: text, id: maybe, status: maybe }).nullable(),
      /** Null with --listen, or if the client was killed by a signal. */
      exit_code: whole.nullable(),
      stderr: z.array(text),
      trace: z.array(tracedRequest),
    }),
  ),
  summary: z.object({ cases: whole, ok: whole, failed: whole, remarks: whole, not_run: whole }),
});
