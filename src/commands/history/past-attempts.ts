import {
  all,
  kind,
  listOf,
  maybe,
  one,
  partyShape,
  rules,
  type Source,
  shape,
  text,
  texts,
  the,
  toldMembers,
} from "../../answers/index.ts";
import { networkFinding } from "../../contract/index.ts";
import { foldedName } from "../../document/index.ts";
import type { Intent, Past, SeenState } from "../../journal/index.ts";

/** Returns the command, with the options that overrode a warning. */
export function commandOf({ kind, replaces, overridden = [] }: Intent): string {
  const command = replaces !== undefined ? "resubmit" : kind === "invoice" ? "create-invoice" : "create-credit-note";
  return [command, ...overridden].join(" ");
}

/** Returns `user@machine` and the database user; empty unless several people share the journal. */
export function senderOf({ by }: Intent): string {
  return by === undefined ? "" : `${by.user}@${by.machine} (${by.databaseUser})`;
}

/**
 * Whether the person sent, requested or approved a document, including on another approver's behalf. Compares `name`
 * with the names in the policy and with the user who sent the document.
 */
export function isOfPerson({ by, approval }: Intent, name: string): boolean {
  const approved = (approval?.approved ?? []).flatMap((each) => [each.name, each.for?.name]);
  const names = [by?.databaseUser, by?.user, approval?.requested.name, ...approved];
  return names.some((each) => each !== undefined && foldedName(each) === foldedName(name.trim()));
}

const correctsShape = shape<NonNullable<Intent["corrects"]>>({
  id: [text, ({ id }) => id],
  document_number: [text, ({ documentNumber }) => documentNumber],
});

const senderShape = shape<NonNullable<Intent["by"]>>({
  machine: [text, ({ machine }) => machine],
  user: [text, ({ user }) => user],
  database_user: [text, ({ databaseUser }) => databaseUser],
});

type Approval = NonNullable<Intent["approval"]>;

const signedBy = {
  name: [text, ({ name }: Approval["requested"]) => name],
  key: [text, ({ key }: Approval["requested"]) => key],
  at: [text, ({ at }: Approval["requested"]) => at],
  sha256: [text, ({ sha256 }: Approval["requested"]) => sha256],
} as const;

/** The approver on whose behalf someone else approved; `sha256` is the hash of the signed delegation. */
const delegatorShape = shape<NonNullable<Approval["approved"][number]["for"]>>({
  name: [text, ({ name }) => name],
  key: [text, ({ key }) => key],
  sha256: [text, ({ sha256 }) => sha256],
});

/** `files` are the hashes of the signed files. */
const approvalShape = shape<Approval>({
  policy: the(
    shape<Approval["policy"]>({ number: [text, ({ number }) => number], hash: [text, ({ hash }) => hash] }),
    (each) => each.policy,
  ),
  requested: the(shape(signedBy), (each) => each.requested),
  /** `page` is the SHA-256 of the page that the approver reviewed. */
  approved: all(
    shape<Approval["approved"][number]>({
      ...signedBy,
      page: [text.optional(), ({ page }) => page],
      for: one(delegatorShape, (each) => each.for),
    }),
    (each) => each.approved,
  ),
  day: [text, ({ day }) => day],
  gross_aed: [text, ({ grossInAed }) => grossInAed],
  files: [listOf(text), ({ files }) => files],
});

type Finding = NonNullable<NonNullable<Past["result"]>["findings"]>[number];

const findingShape = shape<Finding>({
  ...toldMembers(networkFinding),
  more: [texts, ({ more }) => Object.fromEntries(more)],
});

const answerShape = shape<NonNullable<Past["result"]> & { readonly body: string | undefined }>({
  at: [text, ({ at }) => at],
  status: [maybe, ({ status }) => (status === undefined ? undefined : String(status))],
  overall_status: [maybe, ({ overallStatus }) => overallStatus],
  participant_status: [maybe, ({ sides }) => sides?.participant],
  fta_status: [maybe, ({ sides }) => sides?.fta],
  validation_results: all(findingShape, ({ findings }) => findings ?? []),
  sha256: [maybe, ({ answerHash }) => answerHash],
  said: [listOf(text), ({ said }) => said],
  // Only for refusals: other bodies are long; the audit file contains them.
  body: [maybe, ({ body }) => body],
});

const resolutionShape = shape<NonNullable<Past["resolution"]>>({
  at: [text, ({ at }) => at],
  verdict: [text, ({ verdict }) => verdict],
  how: [text, ({ how }) => how],
  by: [text, ({ by }) => by],
});

export const seenShape = shape<SeenState>({ at: [text, ({ at }) => at], state: [text, ({ state }) => state] });

interface ShownTry {
  readonly past: Past;
  readonly refusal?: string | undefined;
}

/** Amounts, ids and counts are strings. */
export const pastMembers: Readonly<Record<string, Source<ShownTry>>> = {
  attempt: [text, ({ past }) => past.attempt],
  at: [text, ({ past }) => past.at],
  sent_at: [maybe, ({ past }) => past.sentAt],
  command: [text, ({ past }) => commandOf(past.intent)],
  state: [text, ({ past }) => past.state],
  kind: [kind, ({ past }) => past.intent.kind],
  id: [maybe, ({ past }) => past.id],
  document_number: [maybe, ({ past }) => past.documentNumber],
  supplier: the(partyShape, ({ past }) => past.intent.supplier),
  issue_date: [text, ({ past }) => past.intent.issueDate],
  currency: [text, ({ past }) => past.intent.currency],
  exchange_rate: [maybe, ({ past }) => past.intent.exchangeRate?.rate],
  rate_date: [maybe, ({ past }) => past.intent.exchangeRate?.date],
  totals: [texts, ({ past }) => past.intent.totals],
  account: [text, ({ past }) => past.intent.account],
  service_version: [text, ({ past }) => past.intent.version],
  rules: [rules.nullable(), ({ past }) => past.intent.rules],
  file: [text, ({ past }) => past.intent.file],
  replaces: [maybe, ({ past }) => past.intent.replaces],
  corrects: one(correctsShape, ({ past }) => past.intent.corrects),
  sent_by: one(senderShape, ({ past }) => past.intent.by),
  approval: one(approvalShape, ({ past }) => past.intent.approval),
  body_sha256: [text, ({ past }) => past.intent.bodyHash],
  answer: one(
    answerShape,
    ({ past, refusal }) => past.result && { ...past.result, body: refusal ?? past.result.partialBody },
  ),
  resolution: one(resolutionShape, ({ past }) => past.resolution),
};
export const pastShape = shape<ShownTry>(pastMembers);
