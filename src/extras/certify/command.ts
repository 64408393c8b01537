import { tableView } from "../../commands/answer/columns.ts";
import { stoppedBy, succeeded } from "../../commands/answer/stopped-by.ts";
import { defineCommand, flag, list, text } from "../../commands/command.ts";
import { oneOf, whole } from "../../commands/kinds.ts";
import type { Desk } from "../../desk/index.ts";
import { nearest } from "../../document/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import type { CertifyCase } from "./case.ts";
import { cases } from "./cases.ts";
import { type Certified, certify } from "./certify.ts";
import { faultWords, remarkWords } from "./judge.ts";
import { junitCases } from "./junit.ts";
import { listenForClient, reportPath } from "./listen.ts";
import { traceLines } from "./trace.ts";

/** In seconds; longer than the minute that a client waits after a 429 that states no time. */
const usualSeconds = 120;

export const certifyClient = defineCommand({
  words: "certify",
  summary: "test a client of your own against network faults, and name what it does wrong",
  help: `Runs your client once for each case, against a sandbox of its own in which something goes wrong on the network, or nothing. The client
sends the document in the file $CERTIFY_DOCUMENT (the body of the call) exactly once, and ends. $CERTIFY_ASKS is invoice, credit-note or
resubmit (with the id in $CERTIFY_ID). It finds the service in $SELFBILL_BASE_URL, $SELFBILL_TOKEN, $SELFBILL_BUSINESS_PROFILE_ID and
$SELFBILL_SERVICE_VERSION. Its last line on standard output is JSON; result is created, not_sent, refused or in_doubt, id and status are given
when known. A client that cannot create credit notes or resubmit says not_supported there:
  {"result":"created","id":"…","status":"PENDING"}

With --listen it starts no client but serves the cases one after the other at one address with one token. Run your client once for each
case, then send what it says to /certify: the line of JSON, or words: created ID STATUS, not_sent, refused, in_doubt.

A case that failed is followed by the client's requests and how it ended; --json has both for every case. Of its standard output the last
million characters are read, of its standard error the last ten lines are kept.

Exit code: 0 when it did nothing wrong, 20 otherwise; remarks do not change it. 2 when the client does not start: it ends with an error in its
first case, before any request. Nothing leaves this computer.`,
  group: "For programs and integrators",
  practice: "no difference",
  facts: { journal: "none", oneDocument: false, sends: false, asksService: false },
  answers: ({ checking }) => [checking.cases, checking.certified],
  options: {
    client: text("--client <command>", "the command that runs your client"),
    listen: flag("--listen", "serve the cases for a client that you run yourself"),
    port: whole("--port <number>", "port to listen on (default any free one)", { most: 65_535, such: 8390 }),
    only: list("--only <case>", "run this case alone; can be repeated"),
    timeout: whole(
      "--timeout <seconds>",
      `how long the client may take in one case, before it and all it started is ended (default ${usualSeconds})`,
      { least: 1, most: 3600, such: 20 },
    ),
    format: oneOf("--format <name>", "format of the result", ["text", "junit"]),
    list: flag("--list", "list the cases; runs nothing"),
  },
  examples: [
    { type: 'selfbill certify --client "node my-client.js"', does: "runs every case" },
    { type: 'selfbill certify --client "node my-client.js" --format junit > report.xml', does: "the same for CI" },
    { type: "selfbill certify --listen --port 8390", does: "serves every case for a client that you run by hand" },
    { type: "selfbill certify --list", does: "lists the cases" },
  ],
  input(_, { only, list, client, timeout, listen, port, format }): Result<Wish> {
    const junit = format === "junit";
    const chosen = only.length === 0 ? cases : cases.filter(({ id }) => only.includes(id));
    const unknown = only.find((id) => !cases.some((each) => each.id === id));
    if (unknown !== undefined) return fail(noCase(unknown));
    if (list) return ok({ chosen, junit });
    if (listen) return client === undefined ? ok({ chosen, junit, port: port ?? 0 }) : fail(twoWays);
    if (!client) return fail(problem("bad-usage", "No client was named.", 'Add --client "COMMAND", or --listen.'));
    return ok({ chosen, junit, client, seconds: timeout ?? usualSeconds });
  },
  async run(wish, desk): Promise<Report> {
    if (wish.junit && desk.asJson) return stoppedBy([twoForms]);
    if ("port" in wish) return listen(wish, desk);
    if (!("client" in wish)) return listed(wish.chosen);
    const { chosen, client, seconds } = wish;
    const done: Certified[] = [];
    let over = false;
    const stopped = desk.stopped().then(() => {
      over = true;
    });
    const heard = (line: string): void => desk.say(`client: ${line}`);
    const running = { command: client, environment: desk.environment, milliseconds: seconds * 1000, stopped, heard };
    for (const one of chosen) {
      const certified = await certify(one, running);
      if (!certified.ok) return stoppedBy(certified.problems);
      // A client that was interrupted has not failed.
      if (over) break;
      if (done.length === 0 && didNotStart(certified.value)) return stoppedBy([notStarted(client, certified.value)]);
      done.push(certified.value);
      tell(certified.value, done.length, chosen.length, desk);
    }
    return withRest(done, wish, desk);
  },
});

interface Choice {
  readonly chosen: readonly CertifyCase[];
  readonly junit: boolean;
}

type Wish =
  | Choice
  | (Choice & { readonly port: number })
  | (Choice & { readonly client: string; readonly seconds: number });

const twoForms = problem("bad-usage", "--json and --format junit exclude each other.", "Leave one of them out.");
const twoWays = problem("bad-usage", "--client and --listen do not go together.", "Leave one of them out.");

async function listen(wish: Choice & { readonly port: number }, desk: Desk): Promise<Report> {
  const { chosen, port } = wish;
  const listened = await listenForClient(
    chosen,
    { port, stopped: desk.stopped() },
    {
      started({ baseUrl, token, businessProfileId }) {
        for (const line of [
          `Base URL: ${baseUrl}`,
          `Token: ${token}`,
          `Business profile: ${businessProfileId}`,
          "Send one document with your client in each case, then send what it says, for example:",
          `  curl -d "created ID STATUS" ${baseUrl}${reportPath}`,
          `The words are created, not_sent, refused or in_doubt; the client's line of JSON is taken too. The document, and what the case asks for: GET ${baseUrl}${reportPath}`,
        ])
          desk.say(line);
      },
      begins: ({ id, happens }, place) => desk.say(`Case ${place} of ${chosen.length}, ${id}: ${happens}`),
      judged: (certified, place) => tell(certified, place, chosen.length, desk),
    },
  );
  if (!listened.ok) return stoppedBy(listened.problems);
  return withRest(listened.value, wish, desk);
}

/** Whether the client ended with an error before its first request; it would then do so in every other case too. */
function didNotStart({ trace: { requests, claim, ended } }: Certified): boolean {
  return requests.length === 0 && claim === undefined && !ended?.timedOut && ended?.exitCode !== 0;
}

function notStarted(client: string, { trace: { ended } }: Certified): Problem {
  const { exitCode = null, lastWords = [] } = ended ?? {};
  const how = exitCode === null ? "a signal ended it" : `it ended with exit code ${exitCode}`;
  const words = lastWords.find((each) => /error|not found|no such|cannot/i.test(each)) ?? lastWords.at(-1);
  const message = `The client did not start: ${how} before its first request${words === undefined ? "." : `: ${words.trim()}`}`;
  return problem("bad-usage", message, `Run it by itself, then correct --client: ${client}`);
}

function withRest(done: readonly Certified[], { chosen, junit }: Choice, desk: Desk): Report {
  const failed = done.filter(({ faults }) => faults.length > 0).length;
  const remarks = done.filter((each) => each.remarks.length > 0).length;
  const left = chosen.length - done.length;
  const summary = { cases: chosen.length, ok: done.length - failed, failed, remarks, not_run: left };
  const also = [left > 0 ? `${left} not run` : "", remarks > 0 ? `${remarks} with remarks` : ""];
  const counts = [`${summary.ok} OK`, `${failed} failed`, ...also.filter((each) => each !== "")];
  desk.say(`${summary.cases === 1 ? "1 case" : `${summary.cases} cases`}: ${counts.join(", ")}.`);
  const told = result(done, summary, junit ? desk.now() : undefined);
  if (left === 0) return told;
  const message = `Stopped with ${left} of ${chosen.length} cases left.`;
  const stopped = problem("interrupted", message, "Run it again, or the rest with --only CASE.");
  return { ...told, outcome: "interrupted", problems: [...told.problems, stopped] };
}

function noCase(id: string): Problem {
  const near = nearest(
    id,
    cases.map((each) => each.id),
  );
  const hint = near === undefined ? "selfbill certify --list names them." : `Did you mean ${near}?`;
  return problem("bad-usage", `There is no case ${id}.`, hint);
}

function listed(chosen: readonly CertifyCase[]): Report {
  const cases = chosen.map(({ id, happens }) => ({ id, happens }));
  const shown = tableView(cases, { Case: "id", "What happens": "happens" });
  return succeeded({ ...shown, data: { cases }, empty: "None." }, true);
}

function tell(certified: Certified, place: number, of: number, desk: Desk): void {
  desk.say(`${place} of ${of} ${certified.case.id}: ${inShort(certified)}`);
  if (certified.faults.length > 0) for (const line of traceLines(certified.trace)) desk.say(`  ${line}`);
}

function inShort({ faults, remarks }: Certified): string {
  return [...(faults.length === 0 ? ["OK"] : faults), ...remarks.map((each) => `(${each})`)].join(", ");
}

function result(done: readonly Certified[], summary: object, junit: Date | undefined): Report {
  const problems = done.flatMap(problemsOf);
  const outcome = problems.find(({ severity }) => severity === "error")?.outcome ?? "done";
  const data = {
    cases: done.map(({ case: one, faults, remarks, trace: { requests, claim, ended } }) => ({
      id: one.id,
      happens: one.happens,
      requests: requests.length,
      ok: faults.length === 0,
      faults,
      remarks,
      claim: claim ? { result: claim.result, id: claim.id ?? null, status: claim.status ?? null } : null,
      exit_code: ended?.exitCode ?? null,
      stderr: ended?.lastWords ?? [],
      trace: requests.map(({ after, created, ...each }) => ({ after_ms: after, ...each, created_id: created })),
    })),
    summary,
  };
  if (junit) return { outcome, sandbox: true, view: { view: "raw", text: junitOf(done, junit), data }, problems };
  const shown = tableView(done, {
    Case: (each) => each.case.id,
    "What happens": (each) => each.case.happens,
    Requests: ({ trace }) => trace.requests.length,
    Result: inShort,
  });
  return { outcome, sandbox: true, view: { ...shown, data, empty: "No case was run." }, problems };
}

function problemsOf({ case: { id, happens }, faults, remarks }: Certified): Problem[] {
  const hint = `Run it alone: --only ${id}`;
  return [
    ...faults.map((each) => problem("client-at-fault", `${id} (${happens}): ${faultWords[each]}`, hint)),
    ...remarks.map((each) =>
      problem("client-remark", `${id} (${happens}): ${remarkWords[each]}`, hint, { severity: "warning" }),
    ),
  ];
}

function junitOf(done: readonly Certified[], ended: Date): string {
  return junitCases(
    "selfbill.certify",
    done.map(({ case: { id, happens }, faults, remarks, milliseconds, trace }) => ({
      name: `${id}: ${happens}`,
      took: milliseconds,
      failures: faults.map((each) => ({ type: each, message: faultWords[each] })),
      remarks: remarks.map((each) => `${id}: ${remarkWords[each]}`),
      details: faults.length > 0 ? traceLines(trace) : [],
    })),
    ended,
  );
}
