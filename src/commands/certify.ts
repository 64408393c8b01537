import {
  type Certified,
  type CertifyCase,
  cases,
  certify,
  faultWords,
  listenForClient,
  reportPath,
} from "../certify/index.ts";
import type { Desk } from "../desk/index.ts";
import { nearest } from "../document/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { defineCommand, flag, list, text } from "./command.ts";

const usualSeconds = 60;

export const certifyClient = defineCommand({
  words: "certify",
  summary: "test a client of your own against network faults, and name what it does wrong",
  help: `Runs your client once for each case, against a sandbox of its own in which something goes wrong on the network. The client creates the
invoice in the file $CERTIFY_DOCUMENT (the body of the create call) exactly once, and ends. It finds the service in $SELFBILL_BASE_URL,
$SELFBILL_TOKEN, $SELFBILL_BUSINESS_PROFILE_ID and $SELFBILL_SERVICE_VERSION. Its last line on standard output is JSON; result is created,
not_sent, refused or in_doubt, id and status are given when known:
  {"result":"created","id":"…","status":"PENDING"}

With --listen it starts no client but serves the cases one after the other at one address with one token. Run your client once for each
case, then send what it says to /certify: the line of JSON, or words: created ID STATUS, not_sent, refused, in_doubt.

Exit code: 0 when it did nothing wrong, 20 otherwise. Nothing leaves this computer.`,
  options: {
    client: text("--client <command>", "the command that runs your client"),
    listen: flag("--listen", "serve the cases for a client that you run yourself"),
    port: text("--port <number>", "port to listen on (default any free one)"),
    only: list("--only <case>", "run this case alone; can be repeated"),
    timeout: text("--timeout <seconds>", `how long the client may take in one case (default ${usualSeconds})`),
    list: flag("--list", "list the cases; runs nothing"),
  },
  examples: [
    { type: 'selfbill certify --client "node my-client.js"', does: "runs every case" },
    { type: "selfbill certify --listen --port 8390", does: "serves every case for a client that you run by hand" },
    { type: "selfbill certify --list", does: "lists the cases" },
  ],
  input(_, { only, list, client, timeout, listen, port }): Result<Wish> {
    const chosen = only.length === 0 ? cases : cases.filter(({ id }) => only.includes(id));
    const unknown = only.find((id) => !cases.some((each) => each.id === id));
    if (unknown !== undefined) return fail(noCase(unknown));
    if (list) return ok({ chosen });
    if (listen) return client === undefined ? portFrom(port ?? "0", chosen) : fail(twoWays);
    if (!client) return fail(problem("bad-usage", "No client was named.", 'Add --client "COMMAND", or --listen.'));
    const seconds = Number(timeout ?? usualSeconds);
    if (!(seconds > 0 && seconds <= 3600))
      return fail(problem("bad-usage", `${timeout} is not a number of seconds.`, "Write 1 to 3600."));
    return ok({ chosen, client, seconds });
  },
  async run(wish, desk): Promise<Report> {
    if ("port" in wish) return listen(wish.chosen, wish.port, desk);
    if (!("client" in wish)) return listed(wish.chosen);
    const { chosen, client, seconds } = wish;
    const done: Certified[] = [];
    for (const one of chosen) {
      const running = { command: client, environment: desk.environment, milliseconds: seconds * 1000 };
      const certified = await certify(one, running);
      if (!certified.ok) return stoppedBy(certified.problems);
      done.push(certified.value);
      tell(certified.value, done.length, chosen.length, desk);
    }
    return result(done);
  },
});

/** The cases to be listed, those that a client is led through, or those that wait for one that somebody else runs. */
type Wish =
  | { readonly chosen: readonly CertifyCase[] }
  | { readonly chosen: readonly CertifyCase[]; readonly port: number }
  | { readonly chosen: readonly CertifyCase[]; readonly client: string; readonly seconds: number };

const twoWays = problem("bad-usage", "--client and --listen do not go together.", "Leave one of them out.");

function portFrom(port: string, chosen: readonly CertifyCase[]): Result<Wish> {
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return ok({ chosen, port: Number(port) });
  return fail(problem("bad-usage", `${port} is not a port.`, "Write a number from 0 to 65535."));
}

/** Leads a client through the cases that somebody runs by hand. */
async function listen(chosen: readonly CertifyCase[], port: number, desk: Desk): Promise<Report> {
  const listened = await listenForClient(
    chosen,
    { port, stopped: desk.stopped() },
    {
      started({ baseUrl, token, businessProfileId }) {
        for (const line of [
          `Base URL: ${baseUrl}`,
          `Token: ${token}`,
          `Business profile: ${businessProfileId}`,
          "Create one invoice with your client in each case, then send what it says, for example:",
          `  curl -d "created ID STATUS" ${baseUrl}${reportPath}`,
          `The words are created, not_sent, refused or in_doubt; the client's line of JSON is taken too. The invoice of --client: GET ${baseUrl}${reportPath}`,
        ])
          desk.say(line);
      },
      begins: ({ id, happens }, place) => desk.say(`Case ${place} of ${chosen.length}, ${id}: ${happens}`),
      judged: (certified, place) => tell(certified, place, chosen.length, desk),
    },
  );
  if (!listened.ok) return stoppedBy(listened.problems);
  const left = chosen.length - listened.value.length;
  const told = result(listened.value);
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
  const rows = chosen.map(({ id, happens }) => [id, happens]);
  const data = { cases: chosen.map(({ id, happens }) => ({ id, happens })) };
  const view = { view: "table" as const, columns: ["Case", "What happens"], rows, data, empty: "None." };
  return { outcome: "done", sandbox: true, view, problems: [] };
}

function tell({ case: one, faults }: Certified, place: number, of: number, desk: Desk): void {
  desk.say(`${place} of ${of} ${one.id}: ${faults.length === 0 ? "OK" : faults.join(", ")}`);
}

function result(done: readonly Certified[]): Report {
  const problems = done.flatMap(({ case: one, faults }) =>
    faults.map((fault) =>
      problem("client-at-fault", `${one.id} (${one.happens}): ${faultWords[fault]}`, `Run it alone: --only ${one.id}`),
    ),
  );
  const rows = done.map(({ case: one, faults, requests }) => [
    one.id,
    one.happens,
    String(requests),
    faults.length === 0 ? "OK" : faults.join(", "),
  ]);
  const data = {
    cases: done.map(({ case: one, faults, requests }) => ({
      id: one.id,
      happens: one.happens,
      requests: String(requests),
      ok: faults.length === 0,
      faults,
    })),
  };
  const columns = ["Case", "What happens", "Requests", "Result"];
  const view = { view: "table" as const, columns, rows, data, empty: "No case was run." };
  return { outcome: problems[0]?.outcome ?? "done", sandbox: true, view, problems };
}
