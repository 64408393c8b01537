import type { JournalRecord } from "../../src/journal/index.ts";
import { runProgram, type Said, sending, type Told } from "./command.ts";
import type { Paper } from "./papers.ts";
import type { Random } from "./random.ts";
import type { Tally } from "./report.ts";
import type { Service } from "./service.ts";
import type { Member, Team } from "./team-world.ts";

/** A member's running command. */
export interface Sender {
  readonly member: Member;
  readonly ended: Promise<Said>;
  readonly isOver: boolean;
  kill(): void;
  /** Simulates closing a computer's lid. */
  sleep(): void;
  wake(): void;
}

/** A round in which all members receive the same files at the same moment. */
export interface Round {
  readonly team: Team;
  readonly random: Random;
  readonly tally: Tally;
  readonly senders: readonly Sender[];
  /** Number of files. */
  readonly size: number;
  /** Resolves when a random number of the files has reached the service, or no command is running any more. */
  moment(): Promise<void>;
}

/** Milliseconds after which a command is killed; long, because a sleeping computer delays the others. */
const patience = 300_000;

export function startSender(member: Member, papers: readonly Paper[], service: Service): Sender {
  let isOver = false;
  let kill: () => void = () => undefined;
  let signal: (name: NodeJS.Signals) => void = () => undefined;
  const started = (...ways: [() => void, (name: NodeJS.Signals) => void]): void => {
    [kill, signal] = ways;
  };
  const files = papers.map(({ file }) => file);
  const ended = runProgram(sending(files), member.settings(service), { patience, started }).finally(() => {
    isOver = true;
  });
  return {
    member,
    ended,
    get isOver() {
      return isOver;
    },
    kill: () => kill(),
    sleep: () => signal("SIGSTOP"),
    wake: () => signal("SIGCONT"),
  };
}

export function startRound(team: Team, papers: readonly Paper[], random: Random, tally: Tally): Round {
  const { service } = team;
  const before = service.came;
  const senders = team.members.map((member) => startSender(member, papers, service));
  const allOver = (): boolean => senders.every(({ isOver }) => isOver);
  return {
    team,
    random,
    tally,
    senders,
    size: papers.length,
    async moment() {
      const target = service.came + random.below(Math.max(1, before + papers.length - service.came));
      await until(() => allOver() || service.came > target);
      await until(after(random.below(20)));
    },
  };
}

/** Resolves as soon as the condition holds. */
export function until(isSo: () => boolean): Promise<void> {
  return new Promise((done) => {
    const look = (): void => {
      if (!isSo()) return;
      clearInterval(timer);
      done();
    };
    const timer = setInterval(look, 2);
    look();
  });
}

/** Returns a function that returns true once `milliseconds` have passed since this call. */
export function after(milliseconds: number): () => boolean {
  const since = performance.now();
  return () => performance.now() - since >= milliseconds;
}

/** Compares each member's report with the ledger, after a round in which something went wrong. */
export async function judgeRound(
  round: Round,
  papers: readonly Paper[],
  records: Records,
  name: string,
): Promise<void> {
  const { team, tally, senders } = round;
  const all = await Promise.all(senders.map(async ({ member, ended }) => ({ member, said: await ended })));
  await team.service.idle();
  const ledger = team.service.ledger();
  const armed = armedFiles(await records());
  for (const { member, said } of all) {
    const made = team.service.madeBy(member.name);
    let done = 0;
    for (const { file, note } of papers) {
      const told = said.told.find((each) => each.file === file);
      const ids = ledger.get(note) ?? [];
      const wrong = (kind: "lost" | "wrongVerdicts" | "needlessDoubts"): void =>
        tally.violation(
          kind,
          `${name}, ${member.name}: ${file}: ${JSON.stringify(told)}, ledger ${ids.join() || "none"}`,
        );
      tally.verdict(wordOf(told));
      if (told?.outcome === "done") {
        done += 1;
        if (ids.length === 0) wrong("lost");
        else if (!ids.includes(told.id ?? "")) wrong("wrongVerdicts");
      } else if (told?.outcome === "in_doubt") {
        if (!armed.has(file)) wrong("needlessDoubts");
      } else if (told && made.has(note) && ids.length > 0 && !told.words.includes(ids[0] ?? "")) {
        // "Not sent" is not wrong if another member sent it meanwhile.
        wrong("wrongVerdicts");
      }
    }
    if (said.code === 0 && done < papers.length)
      tally.violation(
        "wrongVerdicts",
        `${name}, ${member.name}: exit code 0, and it said ${said.stdout.slice(0, 300)}`,
      );
  }
}

type Records = () => Promise<readonly JournalRecord[]>;

function wordOf(told: Told | undefined): string {
  if (told === undefined) return "nothing was said";
  if (told.outcome !== "done") return told.outcome;
  return told.replayed ? "replayed" : "created";
}

/** Files of which a first byte may have been sent. */
function armedFiles(records: readonly JournalRecord[]): ReadonlySet<string> {
  const attempts = new Set(records.filter(({ type }) => type === "armed").map(({ attempt }) => attempt));
  return new Set(
    records.flatMap((each) => (each.type === "intent" && attempts.has(each.attempt) ? [each.data.file] : [])),
  );
}
