import type { Behaviour } from "./service.ts";
import { after, type Round, type Sender, until } from "./team-round.ts";

/**
 * A fault while all members send; when the promise resolves, it is over and the connections to the server work again.
 */
export type Trouble = (round: Round) => Promise<void>;

/** Longer than a server waits for a silent computer, in milliseconds. */
const toFreeASleeper = 45_000;

const overOf = (senders: readonly Sender[]) => (): boolean => senders.every(({ isOver }) => isOver);

const kill: Trouble = async ({ senders, random, tally, moment }) => {
  for (let times = 1 + random.below(senders.length); times > 0; times--) {
    await moment();
    const sender = random.pick(senders as [Sender, ...Sender[]]);
    tally.fault(sender.isOver ? "kill -9 that came too late" : "kill -9 of a client");
    sender.kill();
  }
};

/** `isEnded`: the server ends the session immediately, as it would by itself after half a minute. */
const sleeping =
  (isEnded: boolean): Trouble =>
  async ({ team, senders, random, tally, moment }) => {
    await moment();
    const sleeper = random.pick(senders as [Sender, ...Sender[]]);
    const others = senders.filter((each) => each !== sleeper);
    sleeper.sleep();
    const { name } = sleeper.member;
    const how = isEnded ? "its session is ended" : "the server waits for it";
    tally.fault(sleeper.isOver ? "SIGSTOP that came too late" : `SIGSTOP of a client, ${how}`);
    const sessions = `FROM pg_stat_activity WHERE usename = '${name}'`;
    if (isEnded) team.cluster.sql(`SELECT pg_terminate_backend(pid) ${sessions}`);
    const patience = after(toFreeASleeper);
    await until(() => overOf(others)() || patience());
    sleeper.wake();
  };

const crash: Trouble = async ({ team, random, tally, moment }) => {
  for (let times = 1 + random.below(3); times > 0; times--) {
    await moment();
    await team.cluster.crash();
    tally.fault("pg_ctl stop -m immediate, and start");
  }
};

const cutAtCommits: Trouble = async ({ team, senders, random, tally }) => {
  const all = overOf(senders);
  while (!all()) {
    const { line } = random.pick(team.members as [(typeof team.members)[0], ...typeof team.members]);
    const when = random.pick(["before", "after"] as const);
    const patience = after(5_000);
    line.cutAtCommit({ after: random.below(8), when, of: random.oneIn(2) ? "armed" : "" });
    await until(() => all() || !line.isDue || patience());
    if (!line.isDue) tally.fault(cutWords[when]);
    line.up();
  }
};

const cutWords = { before: "cut before a COMMIT", after: "cut between a COMMIT and its answer" };

/** Cuts all lines before the record of the document about to be sent reaches the server. */
const cutBeforeArmed: Trouble = async ({ team, senders, tally }) => {
  const lines = team.members.map(({ line }) => line);
  for (const line of lines) line.cutAtCommit({ after: 0, when: "before", of: "armed" });
  await until(overOf(senders));
  tally.fault(cutWords.before, lines.filter(({ isDue }) => !isDue).length);
  for (const line of lines) line.up();
};

const down: Trouble = async ({ team, senders, random, tally, moment }) => {
  await moment();
  const lines = team.members.map(({ line }) => line).filter(() => !random.oneIn(3));
  for (const line of lines) line.down();
  tally.fault("line to the server down", lines.length);
  const [all, patience] = [overOf(senders), after(random.below(3_000))];
  await until(() => all() || patience());
  for (const line of lines) line.up();
};

/** Silences all connections but keeps them open: clients and server must notice on their own. */
const hush: Trouble = async ({ senders, random, tally, moment }) => {
  await moment();
  const sender = random.pick(senders as [Sender, ...Sender[]]);
  sender.member.line.hush();
  tally.fault(sender.isOver ? "line gone silent, too late" : "line to the server gone silent");
  const patience = after(toFreeASleeper);
  await until(() => sender.isOver || patience());
  sender.member.line.up();
};

/**
 * Troubles by name (`--troubles kill,cut`). `silent` and `sleep` wait up to half a minute until a server or client
 * notices.
 */
export const troubles: ReadonlyMap<string, Trouble> = new Map([
  ["kill", kill],
  ["cut", cutAtCommits],
  ["armed", cutBeforeArmed],
  ["crash", crash],
  ["ended", sleeping(true)],
  ["down", down],
  ["silent", hush],
  ["sleep", sleeping(false)],
]);

/** Troubles in the order in which they are used; those that make a process wait are the rarest. */
export const usualTroubles = [
  ...["kill", "cut", "crash", "ended", "cut", "down", "kill", "crash", "cut", "ended", "kill", "down", "crash", "cut"],
  ...["silent", "sleep"],
];

/** How the service may behave during a round. */
export const behavioursOfRounds: readonly [Behaviour, ...Behaviour[]] = [
  ...(["created", "created", "created", "created"] as const),
  ...(["created, the answer is cut", "created, closed without an answer", "closed without an answer"] as const),
  ...(["429, then created", "created, the answer is 500", "refused (400)"] as const),
];
