import { some } from "../open/words.ts";
import type { Random } from "../random.ts";
import type { Note } from "./draw.ts";

type Body = Readonly<Record<string, unknown>>;

/** What the answer repeats of the document that was sent. */
export interface Echo {
  /** What a person must be told of it; `doubt`: it is not known whether this document exists. */
  readonly makes: "nothing" | "a warning" | "doubt";
  /** A word that must be in the text if it makes a warning or a doubt. */
  readonly word: string;
  readonly isThin: boolean;
  readonly isReversed: boolean;
  of(sent: Body): Body;
}

interface Form {
  readonly makes?: Echo["makes"];
  readonly word?: string;
  readonly of: (rest: Body) => Body;
}

const party = (rest: Body): Body => rest.accounting_supplier_party as Body;
const lines = (rest: Body): readonly unknown[] => rest.document_lines as readonly unknown[];

const forms = {
  all: { of: (rest) => rest },
  "other order": { of: (rest) => rest },
  thin: { of: () => ({}) },
  "all, nulls beside": {
    of: (rest) => ({ org_id: null, document_status: null, note: null, custom_data: null, errors: null, ...rest }),
  },
  "with members of its own": {
    of: (rest) => ({ ...rest, tenant: { region: "me-1" }, links: [], etag: 7, version: 3 }),
  },
  "empty lists": { of: (rest) => ({ ...rest, charges: [], allowances: [], billing_reference: [], errors: [] }) },
  "texts rewritten": {
    of: (rest) => ({ ...rest, accounting_supplier_party: { ...party(rest), party_name: "PALM PAPER TRADING LLC" } }),
  },
  "date with a time": { of: (rest) => ({ ...rest, issue_date: `${String(rest.issue_date)}T00:00:00+04:00` }) },
  "date of another form": { of: (rest) => ({ ...rest, issue_date: 1_781_931_656_010 }) },
  "other date": { makes: "a warning", word: "issue date", of: (rest) => ({ ...rest, issue_date: "2026-05-02" }) },
  "other lines": {
    makes: "a warning",
    word: "number of lines",
    of: (rest) => ({ ...rest, document_lines: [...lines(rest), ...lines(rest)] }),
  },
  "other date and lines": {
    makes: "doubt",
    word: "issue date",
    of: (rest) => ({ ...rest, issue_date: "2026-05-02", document_lines: [...lines(rest), ...lines(rest)] }),
  },
  "other supplier": {
    makes: "doubt",
    word: "supplier's TRN",
    of: (rest) => ({
      ...rest,
      accounting_supplier_party: {
        ...party(rest),
        party_tax_scheme: { ...(party(rest).party_tax_scheme as Body), company_id: "100999999900003" },
      },
    }),
  },
  "other currency": { makes: "doubt", word: "currency", of: (rest) => ({ ...rest, document_currency_code: "USD" }) },
  "errors within": {
    makes: "doubt",
    word: "reports errors",
    of: (rest) => ({ ...rest, errors: { message: "it could not be stored" } }),
  },
} satisfies Readonly<Record<string, Form>>;

const names = Object.keys(forms) as readonly (keyof typeof forms)[];
const plain = ["all", "other order", "thin"] as const;

export function drawEcho(random: Random, note: Note): Echo {
  const name = note("echo", random.oneIn(2) ? random.pick(plain) : some(random, names, "all", 20));
  const form: Form = forms[name];
  return {
    makes: form.makes ?? "nothing",
    word: form.word ?? "",
    isThin: name === "thin",
    isReversed: name === "other order",
    of({ document_number: _, ...rest }) {
      return form.of(rest);
    },
  };
}
