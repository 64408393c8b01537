import type { Outcome } from "../../src/problem/index.ts";

/** Values for the arguments of a situation. */
export interface Place {
  /**
   * This run's own folder, with the documents `a.yaml`, `b.yaml`, `other.yaml`, `wrong.yaml`, `a.xml` and `a.csv`.
   */
  readonly folder: string;
  /** Ids of documents at the service, keyed by status. */
  readonly id: Readonly<Record<"approved" | "rejected" | "pending" | "unknown", string>>;
}

/** A command run with `--json`, and its outcome in a new home and in a home that has sent documents. */
export interface Situation {
  readonly words: (place: Place) => readonly string[];
  readonly first: Outcome;
  /** Default: the same as `first`. */
  readonly later?: Outcome;
  /**
   * The outcome in CI, if it differs: selfbill sends nothing there until it knows which documents were sent earlier.
   */
  readonly ci?: { readonly first: Outcome; readonly later: Outcome };
  /**
   * What is wrong with the service, if anything: it always fails, nothing listens at its address, or it does not know
   * the token.
   */
  readonly service?: "fails" | "absent" | "stranger";
  /** The content of standard input. */
  readonly input?: string;
  /** The command sends or settles documents, so its exit code stays the same even if the output cannot be written. */
  readonly sends?: true;
  /** A preloaded module makes selfbill fail with an internal error. */
  readonly trap?: true;
  /** The signal that is sent once the command reports that it is waiting. */
  readonly signal?: "SIGINT";
}

const words =
  (text: string): Situation["words"] =>
  ({ folder, id }) =>
    text
      .split(" ")
      .map((word) => word.replace("DIR", folder).replace(/^ID:(\w+)$/, (_, how: keyof typeof id) => id[how]));

/** Situations that cover each command and each exit code at least once. */
export const situations: Readonly<Record<string, Situation>> = {
  "new --drafts": { words: words("new --drafts"), first: "done", sends: true },
  "new without a terminal": { words: words("new invoice"), first: "usage", sends: true },
  create: { words: words("create-invoice DIR/a.yaml --yes"), first: "done", sends: true },
  "create a duplicate": {
    words: words("create-invoice DIR/other.yaml --yes"),
    first: "done",
    later: "duplicate",
    sends: true,
  },
  "create some": {
    words: words("create-invoice DIR/a.yaml DIR/other.yaml --yes --skip-invalid"),
    first: "done",
    later: "partial",
    sends: true,
  },
  "create a wrong one": { words: words("create-invoice DIR/wrong.yaml --yes"), first: "invalid", sends: true },
  "create without a yes": { words: words("create-invoice DIR/b.yaml"), first: "usage", sends: true },
  "create where the service fails": {
    words: words("create-invoice DIR/a.yaml --yes"),
    first: "in_doubt",
    // The first run has no journal; a later one asks the service for newer documents and gets no answer.
    ci: { first: "usage", later: "not_sent" },
    service: "fails",
    sends: true,
  },
  "create where nobody listens": {
    words: words("create-invoice DIR/a.yaml --yes"),
    first: "not_sent",
    service: "absent",
    sends: true,
  },
  "create with a token that is refused": {
    words: words("create-invoice DIR/b.yaml --yes"),
    first: "auth",
    service: "stranger",
    sends: true,
  },
  "create without a place for the journal": {
    words: words("create-invoice DIR/b.yaml --yes --journal DIR/a.yaml"),
    first: "local_state",
    sends: true,
  },
  "create-credit-note": {
    words: words("create-credit-note --from ID:unknown --reason DL8.61.1.D --yes"),
    first: "refused",
    sends: true,
  },
  resubmit: { words: words("resubmit ID:approved --yes"), first: "refused", sends: true },
  resolve: { words: words("resolve"), first: "done", sends: true },
  status: { words: words("status ID:approved"), first: "done" },
  "status of a rejected one": { words: words("status ID:rejected"), first: "rejected" },
  "status of a pending one": { words: words("status ID:pending --watch --timeout 1"), first: "pending" },
  "status until a signal": { words: words("status ID:pending --watch"), first: "interrupted", signal: "SIGINT" },
  due: { words: words("due"), first: "done" },
  "due of what the service says": { words: words("due --check"), first: "done" },
  suppliers: { words: words("suppliers list"), first: "done" },
  items: { words: words("items list"), first: "done" },
  handover: { words: words("handover --from DIR/a.yaml"), first: "invalid" },
  import: { words: words("import DIR/a.csv --out DIR/made"), first: "done" },
  map: { words: words("map DIR/a.csv"), first: "done" },
  templates: { words: words("templates list"), first: "done" },
  preview: { words: words("preview DIR/a.yaml"), first: "done" },
  convert: { words: words("convert DIR/a.xml"), first: "done" },
  schema: { words: words("schema invoice"), first: "done" },
  validate: { words: words("validate DIR/a.yaml"), first: "done" },
  "validate a wrong one": { words: words("validate DIR/wrong.yaml"), first: "invalid" },
  "validate with a fault of our own": { words: words("validate DIR/a.yaml"), first: "internal", trap: true },
  explain: { words: words("explain IBR-138-AE"), first: "done" },
  codes: { words: words("codes currency dirham"), first: "done" },
  rules: { words: words("rules list"), first: "done" },
  xml: { words: words("xml DIR/a.yaml"), first: "done" },
  correct: { words: words("correct ID:rejected --out DIR/corrected.yaml"), first: "done", sends: true },
  "cancel without a reason": { words: words("cancel ID:approved --yes"), first: "usage", sends: true },
  numbers: { words: words("numbers"), first: "done" },
  logs: { words: words("logs ID:approved"), first: "done" },
  list: { words: words("list --all"), first: "done" },
  "list of the service": { words: words("list invoices"), first: "done" },
  show: { words: words("show ID:approved"), first: "done" },
  "show of a rejected one": { words: words("show ID:rejected"), first: "done" },
  get: { words: words("get ID:approved"), first: "done" },
  "get what does not exist": { words: words("get ID:unknown"), first: "refused" },
  download: { words: words("download ID:approved --out DIR/down"), first: "done" },
  history: { words: words("history"), first: "done" },
  report: { words: words("report"), first: "done" },
  export: { words: words("export csv"), first: "done" },
  evidence: { words: words("evidence ID:approved --out DIR/audit"), first: "refused", later: "done" },
  archive: { words: words("archive --month 2026-06 --out DIR/june"), first: "refused", later: "done" },
  // A date in the future, because other runs create documents at the same time.
  reconcile: { words: words("reconcile --since 2030-01-01"), first: "done" },
  outage: { words: words("outage"), first: "done" },
  journal: { words: words("journal verify"), first: "refused", later: "done" },
  profile: { words: words("profile list"), first: "done" },
  login: {
    words: words("login --with-token --insecure-storage --base-url https://api.service.example"),
    first: "done",
    input: "token-of-the-test\n",
  },
  policy: { words: words("policy show"), first: "refused" },
  "request without a key": { words: words("request DIR/a.yaml"), first: "usage" },
  "the team of a journal in a file": { words: words("team list"), first: "usage" },
  "delegations of a journal in a file": { words: words("delegate"), first: "refused" },
  "approvals of a journal in a file": { words: words("approvals"), first: "refused" },
  "approve with a key that others can read": {
    words: words("approve DIR/a.yaml --key DIR/b.yaml --yes"),
    first: "usage",
  },
  logout: { words: words("logout"), first: "done" },
  auth: { words: words("auth status"), first: "done" },
  doctor: { words: words("doctor"), first: "done" },
  completion: { words: words("completion bash"), first: "done" },
  sandbox: { words: words("sandbox --gaps"), first: "done" },
  certify: { words: words("certify --list"), first: "done" },
  help: { words: words("help sending"), first: "done" },
  "no command": { words: words("no-such-command"), first: "usage" },
};
