import * as z from "zod";
import { answer, head, kind, maybe, text, whole, yes } from "./common.ts";

const chain = head.shape;

/** For a damaged journal, only `sound`, `damage` and the members of `chain` are present. */
export const verified = answer({
  journal: z.object({
    sound: yes,
    attempts: whole.optional(),
    created: whole.optional(),
    in_doubt: whole.optional(),
    damage: text.optional(),
    ...chain,
    approvals: z
      .object({
        signed: whole,
        without_signature: z.array(z.object({ database_user: text, documents: whole })),
      })
      .optional(),
    /**
     * How many users have rights, and for how many companies. Present only for a journal on a server with a policy
     * that grants rights.
     */
    rights: z.object({ users: whole, business_profiles: whole }).optional(),
    proves: text.optional(),
    cannot_prove: text.optional(),
  }),
});
export const backedUp = answer({ file: text, journal: head });
export const exported = answer({ file: text, lines: whole });
export const restored = answer({ file: text, restored: text, kept_aside: maybe, journal: head });
export const initialised = answer({ address: text, made: yes, id: text });
export const shownSql = answer({ sql: text });
export const moved = answer({ file: text, closed: text, journal: head, profiles: z.array(text).optional() });
/** Members shared by `handover --out` and `handover --from`. */
const handedBooks = { profiles: z.array(text), suppliers: whole, items: whole, drafts: whole, maps: z.array(text) };
export const handedOver = answer({ file: text, journal: head.nullable(), closed: maybe, ...handedBooks });
export const takenOver = answer({ file: text, journal: maybe, ...handedBooks });
export const merged = answer({
  merged: z.object({
    file: text,
    other: head,
    taken_over: z.object({ records: whole, later_states: whole, texts: whole, notes: whole }),
    in_doubt: whole,
    exist_twice: z.array(
      z.object({
        what: z.enum(["content", "number", "id"]),
        account: text,
        documents: z.array(z.object({ id: text, number: text, attempt: text })),
      }),
    ),
  }),
  journal: head,
});
export const purged = answer({
  purged: z.object({ before: text, texts: whole, documents: whole, drafts: whole, result: text }),
  journal: head.optional(),
});
export const repaired = answer({
  repaired: z.object({ result: text, tables: z.array(text) }),
  journal: head.optional(),
});
export const numbers = answer({
  // `company` is present only with --all-companies.
  series: z.array(z.object({ series: text, handed_out: whole, last: text, gaps: whole, company: text.optional() })),
  numbers: z.array(
    z.object({
      ...{ number: text, series: text, state: text, kind: kind.nullable(), file: maybe, at: text },
      company: text.optional(),
    }),
  ),
});

/** A supplier's fields as in the supplier book, with the states of its agreement and of its TRN check. */
const supplier = z.looseObject({
  ...{ supplier: text, agreement_state: text, trn_check_state: text },
  // Present only for the actions list and show.
  reach: z.object({ answer: text, on: text.optional(), ground: text }).optional(),
});
export const suppliers = answer({ path: text, suppliers: z.array(supplier) });
const files = z.array(text);
export const importedItems = answer({
  file: text,
  added: whole,
  changed: whole,
  same: whole,
  incomplete: whole,
  empty: whole,
  items: z.array(text),
});
export const exportedItems = answer({ files });
export const removedItem = answer({ removed: text });
export const oneSupplier = answer({ supplier });
export const removedSupplier = answer({ removed: text, text });
export const checkedSuppliers = answer({
  checked: z.array(
    z.object({
      ...{ supplier: text, trn: text, trn_check_state: text, file_state: maybe },
      trn_check: z
        .object({
          ...{ trn: text, date: text, how: text, recorded_by: text, recorded_at: text },
          ...{ file: text.optional(), sha256: text.optional() },
        })
        .nullable(),
    }),
  ),
});
export const supplierAgreement = answer({
  supplier: text,
  agreement_state: text,
  next_review: maybe,
  file_state: maybe,
});
export const importedSuppliers = answer({
  file: text,
  added: whole,
  replaced: whole,
  same: whole,
  suppliers: z.array(text),
  /** Names of entries left unchanged, because the change to them was not confirmed. */
  left: z.array(text),
  incomplete: z.array(z.object({ supplier: text, missing: z.array(text) })),
});

export const missingSuppliers = answer({
  suppliers: z.array(
    z.object({
      supplier: text,
      name: text,
      missing: z.array(text),
      not_valid: z.array(z.object({ field: text, given: text })),
      sentence: text,
    }),
  ),
  files: z.array(text),
});
export const supplierHeadings = answer({
  headings: z.array(z.object({ field: text, says: text, headings: z.array(text) })),
});

export const profiles = answer({
  profiles: z.array(z.looseObject({ name: text, base_url: text, current: yes, sandbox: yes })),
});

export const signedIn = answer({
  sign_in: z.object({
    origin: text,
    profile: maybe,
    kept: z.enum(["keychain", "file"]),
    path: maybe,
    client_id: maybe,
  }),
});
export const signedOut = answer({ sign_out: z.object({ origin: text, profile: maybe, had_token: yes }) });
export const journalSignedIn = answer({
  journal_sign_in: z.object({ address: text, kept: z.enum(["keychain", "file"]), path: maybe, accepted: yes }),
});
export const journalSignedOut = answer({ journal_sign_out: z.object({ address: text, had_password: yes }) });
export const signInStatus = answer({
  journal: z.object({ address: text, password_from: maybe }).optional(),
  sign_in: z.object({
    origin: text,
    from: text,
    client_id: maybe,
    profile: maybe,
    since: maybe,
    ends: maybe,
    accepted: yes.nullable(),
  }),
});

export const examined = answer({
  checks: z.array(
    z.object({
      check: text,
      label: text,
      state: z.enum(["ok", "warning", "error", "skipped"]),
      says: text,
      code: maybe,
      hint: maybe,
      facts: z.record(z.string(), z.union([text, whole]).nullable()),
      // Present with --all-companies.
      company: text.optional(),
    }),
  ),
  counts: z.object({ ok: whole, warning: whole, error: whole, skipped: whole }),
});

export const sandboxStarted = answer({
  base_url: text,
  token: text,
  business_profile_id: text,
  client_id: text,
  client_secret: text,
  pid: z.int(),
  console: maybe,
});
export const recorderStarted = answer({ base_url: text, passes_on_to: text, out: text, pid: z.int() });
export const gaps = answer({
  gaps: z.array(
    z.object({
      id: text,
      missing: text,
      chosen: text,
      shown: z.enum(["shared", "contradicted", "not shown", "cannot be shown"]).nullable(),
      line: z.int().nullable(),
    }),
  ),
});

/** One line of `journal export`; the members of `data` depend on `type`. */
export const exportLine = z.looseObject({ type: text, at: text.optional() });
