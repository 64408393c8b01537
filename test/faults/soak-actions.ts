import type { Tally } from "./report.ts";
import type { Clerk } from "./soak-clerk.ts";
import type { SoakPaper } from "./soak-papers.ts";

/** A possible next step of a soak. */
export interface Action {
  readonly name: string;
  /** Relative frequency. */
  readonly weight: number;
  /** Set if the action fills a disk, which requires separately mounted disks. */
  readonly fills?: true;
  run(clerk: Clerk, tally: Tally): Promise<unknown>;
}

const looks: readonly (readonly [words: readonly string[], codes: readonly number[]])[] = [
  [["status"], [0, 8, 23]],
  [
    ["status", "--all"],
    [0, 8, 23],
  ],
  [["due"], [0]],
  [
    ["due", "--check", "--exit-code"],
    [0, 8, 20, 23],
  ],
  [["list", "--all"], [0]],
  [["list", "--service", "--all"], [0]],
  [["resolve"], [0, 23]],
  [
    ["resolve", "--check"],
    [0, 23],
  ],
];

/** Faults of the sandbox that leave the client without the result of its request. */
const lostAnswers = [
  { fault: "created-but-lost" },
  { fault: "close" },
  { fault: "reset" },
  { fault: "cut", processed: true },
  { fault: "garbage", processed: true },
  { fault: "status", status: 500, processed: true },
  { fault: "status", status: 503 },
] as const;

export const actions: readonly Action[] = [
  { name: "new documents", weight: 8, run: (clerk) => clerk.send(newOnes(clerk, 4), "new") },
  {
    name: "the same again",
    weight: 4,
    run: (clerk) => clerk.send(olderOnes(clerk), "again"),
  },
  {
    name: "the same documents by two clients at once",
    weight: 3,
    run(clerk) {
      const papers = newOnes(clerk, 3);
      return Promise.all([clerk.send(papers, "at once", "process"), clerk.send(papers, "at once", "member")]);
    },
  },
  { name: "a credit note", weight: 5, run: (clerk) => credit(clerk) },
  { name: "look-ups", weight: 10, run: (clerk) => clerk.look(...pick(clerk, looks)) },
  { name: "one document is asked for", weight: 4, run: (clerk) => askForOne(clerk) },
  { name: "journal verify", weight: 2, run: (clerk) => clerk.verify() },
  {
    name: "a client is killed (kill -9) in the middle",
    weight: 4,
    async run(clerk, tally) {
      const after = 100 + clerk.random.below(700);
      const started = (kill: () => void) => void setTimeout(kill, after);
      const { signal } = await clerk.send(newOnes(clerk, 6), "killed", "process", { started });
      tally.count(signal === "SIGKILL" ? "kills that met the client" : "kills that came too late");
    },
  },
  {
    name: "an answer is lost",
    weight: 3,
    async run(clerk) {
      const fault = pick(clerk, lostAnswers);
      await clerk.world.order(fault);
      await clerk.send(newOnes(clerk, 2), JSON.stringify(fault));
    },
  },
  {
    name: "the sandbox is started again",
    weight: 0.1,
    run: (clerk) => clerk.world.restart(clerk.random.oneIn(2) ? "SIGTERM" : "SIGKILL"),
  },
  {
    name: "the sandbox is started again in the middle of a send",
    weight: 0.1,
    async run(clerk) {
      const signal = clerk.random.oneIn(2) ? "SIGTERM" : "SIGKILL";
      const sent = clerk.send(newOnes(clerk, 8), `sandbox ${signal}`, "process");
      await new Promise((done) => setTimeout(done, 200 + clerk.random.below(300)));
      await clerk.world.restart(signal);
      await sent;
    },
  },
  {
    name: "the journal's disk is full for a while",
    weight: 2,
    fills: true,
    async run(clerk) {
      const { desk } = clerk.world;
      desk.fill(clerk.random.below(60) * 4);
      try {
        await clerk.send(newOnes(clerk, 3), "the journal's disk is full", "process");
        await clerk.send(olderOnes(clerk), "the journal's disk is full", "member");
      } finally {
        desk.free();
      }
    },
  },
  {
    name: "the sandbox's disk is full for a while",
    weight: 1,
    fills: true,
    async run(clerk) {
      const { service } = clerk.world;
      service.fill(clerk.random.below(20) * 4);
      try {
        await clerk.send(newOnes(clerk, 4), "the sandbox's disk is full");
      } finally {
        service.free();
      }
    },
  },
];

const newOnes = ({ world, random }: Clerk, most: number): SoakPaper[] => world.papers.invoices(1 + random.below(most));

/** Returns up to five consecutive documents of one kind. */
function olderOnes({ world, random }: Clerk): SoakPaper[] {
  const { all } = world.papers;
  const first = all[random.below(all.length)];
  const same = all.filter(({ command }) => command === first?.command);
  const at = same.indexOf(first as SoakPaper);
  return same.slice(at, at + 1 + random.below(5));
}

async function credit(clerk: Clerk): Promise<void> {
  const { papers, ledger } = clerk.world;
  const open = papers.creditable(ledger());
  if (open.length === 0) return;
  await clerk.send([papers.creditNote(pick(clerk, open))], "a credit note");
}

async function askForOne(clerk: Clerk): Promise<void> {
  const ids = [...clerk.world.ledger().values()].flat();
  if (ids.length > 0) await clerk.look([pick(clerk, ["status", "get", "logs"]), pick(clerk, ids)], [0, 8]);
}

/** `from` must not be empty. */
const pick = <T>({ random }: Clerk, from: readonly T[]): T => from[random.below(from.length)] as T;
