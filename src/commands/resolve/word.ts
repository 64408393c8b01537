import { cutShort, type IdType, idOf, isId, longestId, textNamed } from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import { documentKinds } from "../../document/index.ts";
import type { Doubt, Journal, Resolution } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { personOf } from "../answer/person.ts";
import { readAgain } from "../follow/read-again.ts";
import { sightOf, unseen } from "../follow/sight.ts";
import { LookUps } from "./look-up.ts";
import { payable, type Settled } from "./report.ts";
import type { ResolveInput } from "./words.ts";

/** Records the user's statement about one document, confirmed by the service if possible. */
export async function byWord(
  [doubt]: readonly Doubt[],
  before: Resolution | undefined,
  all: readonly Doubt[],
  journal: Journal,
  input: ResolveInput,
  desk: Desk,
): Promise<[Settled[], Problem[]]> {
  if (!doubt) return [[], []];
  const { created, undo, yes } = input.options;
  const word = { how: "word", by: personOf(desk) } as const;
  if (undo) return [[{ doubt, resolution: { verdict: "in-doubt", ...word } }], []];
  if (created !== undefined) {
    const confirmed = await confirm(created, doubt, all, journal, input, desk);
    if (!confirmed.ok) return [[], [...confirmed.problems]];
    const { idType, documentNumber, remark } = confirmed.value;
    const resolution: Resolution = { verdict: "created", id: created, idType, documentNumber, ...word };
    return [[{ doubt, resolution }], remark ? [remark] : []];
  }
  const sure = yes ? ok(true) : await sureOf(doubt, before, desk);
  if (!sure.ok) return [[], [...sure.problems]];
  return sure.value ? [[{ doubt, resolution: { verdict: "not-created", ...word } }], []] : [[], [declined()]];
}

async function sureOf({ intent }: Doubt, before: Resolution | undefined, desk: Desk): Promise<Result<boolean>> {
  if (!desk.ask.possible) {
    const hint = "Look in the service first, then add --yes.";
    return fail(
      problem(
        "needs-answer",
        "Nothing was recorded: confirmation is required, but this is not an interactive terminal.",
        hint,
      ),
    );
  }
  const what = `${documentKinds[intent.kind].says} for ${intent.supplier.name}, ${payable(intent)}`;
  const earlier = before?.id === undefined ? "" : `It is settled as ${before.id}. `;
  return desk.ask.confirm(`${earlier}Have you looked in the service, and does the ${what} not exist there?`);
}

interface Confirmed {
  /** As the service writes the id; unknown if it does not show the document. */
  readonly idType?: IdType;
  readonly documentNumber?: string | undefined;
  readonly remark?: Problem;
}

/**
 * Looks up the id at the service. Its denial overrides the user's statement; if the service is unavailable, the
 * statement is recorded anyway.
 */
async function confirm(
  id: string,
  doubt: Doubt,
  all: readonly Doubt[],
  journal: Journal,
  input: ResolveInput,
  desk: Desk,
): Promise<Result<Confirmed>> {
  if (!isId(id)) return fail(notAnId(id));
  const connection = await desk.connect(input.options);
  const asked = connection.ok ? sameAccount(connection.value, doubt) : connection;
  if (!asked.ok) return ok({ remark: unconfirmed(id, asked.problems[0].message) });
  if (!asked.value.profile.extras) return confirmByStatus(id, doubt, asked.value, input, desk);
  const judged = await new LookUps(asked.value, desk, journal, all).judge(doubt, id);
  if (!judged.ok) return denied(judged.problems[0], id, asked.value, journal, desk);
  const { is, why, document } = judged.value;
  if (is === "other") {
    const message = `The service has ${id}, but it is another document: ${why}.`;
    return fail(problem("not-settled", message, "Nothing was recorded. Look for the correct id."));
  }
  const named = { idType: idOf(document)?.idType, documentNumber: textNamed(document, "documentNumber") };
  return ok(is === "same" ? named : { ...named, remark: doubtful(id, why) });
}

/**
 * Judges a failed look-up: it is a denial only if the document is missing and the token gives access to the account.
 */
async function denied(
  first: Problem,
  id: string,
  connection: Connection,
  journal: Journal,
  desk: Desk,
): Promise<Result<Confirmed>> {
  const isDenial = first.code === "not-found";
  if (!isDenial && first.code !== "token-refused") return ok({ remark: unconfirmed(id, first.message) });
  const sight = await sightOf(connection, journal, desk);
  if (sight.ok && !sight.value.sees) return fail(unseen(sight.value.why, "Nothing was recorded"));
  return isDenial ? fail(first) : ok({ remark: unconfirmed(id, first.message) });
}

/**
 * Confirms the id with the Peppol status of a credit note, which is the only evidence if the service has no extras.
 * A 404 does not deny an id that the service itself named, or of which the user is sure: the status may not be there
 * yet (Decision 285).
 */
async function confirmByStatus(
  id: string,
  { intent, result }: Doubt,
  { service }: Connection,
  { options }: ResolveInput,
  desk: Desk,
): Promise<Result<Confirmed>> {
  const told = result?.told?.id === id ? result.told : undefined;
  const named = { idType: told?.idType, documentNumber: told?.documentNumber };
  const saying = (why: string) => ok({ ...named, remark: unconfirmed(id, why) });
  if (intent.kind === "invoice") return saying("The service shows no documents.");
  const status = await readAgain(() => service.withVersion(intent.version).status("credit-note", id), desk);
  if (status.ok) return ok(named);
  const [first] = status.problems;
  if (first.code !== "not-found" || told !== undefined || options.yes) return saying(first.message);
  const hint =
    "Nothing was recorded. Check the id. A status may come later than its document: if the service showed you this id, add --yes.";
  return fail({ ...first, hint });
}

function notAnId(id: string): Problem {
  const why = id === "" ? "it is empty" : `it is longer than ${longestId} characters`;
  return problem(
    "bad-usage",
    `${JSON.stringify(cutShort(id, 60))} is not an id: ${why}.`,
    "Copy the whole id from the service.",
  );
}

function doubtful(id: string, why: string): Problem {
  const message = `Your decision is recorded, but the service does not prove it. ${id}: ${why}.`;
  return problem(
    "not-settled",
    message,
    `Compare it: ${suggest`show ID`}. ${suggest`resolve ID --undo`} takes it back.`,
    {
      severity: "warning",
    },
  );
}

function unconfirmed(id: string, why: string): Problem {
  const message = `The service could not be asked about ${id}, so your decision alone is recorded. ${why}`;
  return problem("not-settled", message, `Look at it later: ${suggest`status ID`}`, { severity: "warning" });
}

function declined(): Problem {
  return problem("declined", "You said no: nothing was recorded.", "Look in the service first.");
}

/**
 * Fails with `not-settled` if the document in doubt belongs to another account, because ids are unique only within an
 * account.
 */
export function sameAccount(connection: Connection, { attempt, intent }: Doubt): Result<Connection> {
  if (connection.account === intent.account) return ok(connection);
  const message = `${attempt} belongs to another service or business profile (${intent.account}).`;
  return fail(problem("not-settled", message, "Name its profile with --profile, or --sandbox."));
}
