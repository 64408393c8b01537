import type { FaultOptions, FaultReport } from "./report.ts";

export interface Program {
  /** The name typed after `npm run faults --`. */
  readonly name: string;
  /** What it attacks, in a few words, for the row of RELIABILITY.md. */
  readonly attacks: string;
  /** What the program does to selfbill, for the page of its recorded runs: whole sentences for an accountant. */
  readonly does: string;
  /** The default size of a run; `of` names what is counted. */
  readonly count: number;
  readonly of: string;
  /** The size of a run of about five minutes on two cores, for `npm run proof`. */
  readonly proof: number;
  /** Options that only this program has (`--name value`). */
  readonly words?: readonly string[];
  /** The last run of each seed is kept, not only the last run. */
  readonly eachSeed?: true;
  load(): Promise<{ run(options: FaultOptions): Promise<FaultReport> }>;
}

/**
 * Programs in the order used in RELIABILITY.md. A new program is a module in this folder that exports `run`, and an
 * entry here.
 */
export const programs: readonly Program[] = [
  {
    name: "wire",
    attacks: "the line, and answers of every kind",
    does: `The line between selfbill and the service is disturbed: closed, reset, left alone, filled with garbage or with bytes that come twice,
byte by byte slow, at each of the first and last 128 bytes of the request and of the answer and at every KiB between, plain and over TLS
(in the handshake as well). The service answers with every status, with 429 in every spelling, with half an answer, with none, before or
after it made the document; the clerk presses Ctrl-C. Then the same command is run again, what is in doubt is looked up or settled by
word, and run again, until the document is there; then once more. A part of it runs the program itself, a new process for every command.`,
    count: 10_000,
    of: "sends that are disturbed",
    proof: 1500,
    words: ["children"],
    load: () => import("./wire.ts"),
  },
  {
    name: "simulation",
    attacks: "a desk of several processes, simulated",
    does: `A small computer is simulated, again and again: several processes that send the same documents at once, a clerk who settles what is in
doubt, a disk, a line, a service and a clock. Chance decides who goes on next and what fails: connections and answers in every way, late
requests, writes that are refused or of which nobody can say whether they were flushed, processes that are killed at any moment, also in the
middle of a write, Ctrl-C, a clock that is set back or forward by up to an hour. The journal, its limit of requests, the classification of
answers and the commands are the real ones. After every step it is asked: is there one document too many, did one leave without a
record, was a word wrong, were there more than 60 requests in a minute? One seed gives the same world again, step by step.`,
    count: 1_000_000,
    of: "creates that leave",
    proof: 70_000,
    words: ["from-seed", "break", "engine"],
    load: () => import("./simulation.ts"),
  },
  {
    name: "simulation-server",
    attacks: "a team on one server, simulated",
    does: `The same for a team: one to three computers share one journal on a PostgreSQL server, which is simulated as well. Everything of selfbill is
the real one, up to the statement that is sent to the server. At any statement the line is cut or goes silent, before it is done or between it
and its answer; the server stops, is slow, has no room, or lets nobody lock; a process is killed, or its computer sleeps, longer than
the server waits for it or not. Computers lose their connection for a while, their clocks are set back and forward, and a standby that lacks the
last commits takes the server's place until the right one is back. The minute is counted by the server's clock. A computer that
never saw what such a standby lacks is kept from sending, as a person must.`,
    count: 1_000_000,
    of: "creates that leave",
    proof: 30_000,
    load: async () => {
      const { run } = await import("./simulation.ts");
      return { run: (options) => run({ ...options, words: { engine: "server", ...options.words } }) };
    },
  },
  {
    name: "kill",
    attacks: "the program ended at each of its system calls",
    does: "The program is ended in the middle of a send: by kill -9, by SIGTERM and by Ctrl-C, before each of its system calls on disk and wire in turn. Then the same command is run again, and where it speaks of doubt a clerk looks and says what is there. At the end every document must exist once.",
    count: 1_000_000,
    of: "points at most: every one",
    proof: 600,
    load: () => import("./kill.ts"),
  },
  {
    name: "random-kill",
    attacks: "batches killed at any moment",
    does: "Batches of 20 to 100 files are sent, and the program is killed (kill -9) at moments left to chance, again and again, by the same command started anew. At the end every document must exist once.",
    count: 300,
    of: "kills",
    proof: 300,
    load: () => import("./random-kill.ts"),
  },
  {
    name: "disk",
    attacks: "the journal's disk fails at each call",
    does: "The disk of the journal fails: full, broken, read-only or closed to us, once or from then on, at each call on the journal's files in turn. Nothing may be sent that could not be recorded before, and what the service created must be told and known to the next run.",
    count: 1_000_000,
    of: "points at most: every one",
    proof: 2000,
    load: () => import("./disk.ts"),
  },
  {
    name: "power",
    attacks: "each disk that a power failure could leave",
    does: `The computer loses power in the middle of a send. Everything that a send does to its disk, its connections and its output is recorded.
For each moment the disks are built that a power failure could leave then: with everything that was written, with nothing that was not
flushed, with the first writes, with some of them, and with torn writes; files and folders whose names were not flushed may be missing. On each
of these disks the same command is run again. What may exist must not leave once more, and what was said before must be known.`,
    count: 12_000,
    of: "different disks, about",
    proof: 4000,
    words: ["scenes", "leaving"],
    load: () => import("./power.ts"),
  },
  {
    name: "stale",
    attacks: "another journal in the journal's place",
    does: `Something else lies in the place of the journal: nothing, an empty folder or file, an old copy, a copy without its WAL, one of two copies that
both went on, the journal of another folder, or the right one with one changed bit; beside it the latest mark, an old one, or none. At a
desk, in CI, and in CI with \`--first-run\` left in the command. The service does not say that it is a sandbox. Documents that exist are sent again by no run,
and nothing wrong is said of them. Left out is what no program can know: a desk that lost its mark, or had journal and mark put back
together.`,
    count: 4_000,
    of: "cases",
    proof: 4000,
    load: () => import("./stale.ts"),
  },
  {
    name: "outside",
    attacks: "what people do beside the journal",
    does: `A person works as people do, one step outside of what a journal can see. Histories are drawn: the service's address is written in another
way, or is another name of it, or its test system; the token was renewed, or is another organisation's; a second company of the same account
gets the same files; a second computer sends; the data folder is another one, or it or all drawers were put back from a copy or a snapshot;
answers are lost, and what is in doubt is looked up with whatever token is at hand; a policy of four eyes is in force. Two computers share a
journal on a PostgreSQL server, in whose place comes a standby that lacks documents, or beside which somebody uses its backup. No document may exist twice at a service, for one company
or both, unless somebody said so; and where nothing gives a reason to stop or to ask, every document must be made.

What no program can know is counted by itself (“made again, which nobody could know”) and does not break a promise: at a service without lists, what
another computer made, or what was made since all drawers were copied; and, at any service, what another computer made since this one last
asked, or what was made before a snapshot of the whole computer took its place, where less than a day has passed and the computer was not
started again. A desk asks the service when its journal has nothing of the account, nothing since a day, or when the run of the computer,
the home or the journal's file are others than it noted; CI asks at every run.`,
    count: 4_000,
    of: "commands that send",
    proof: 3000,
    words: ["real", "servers", "computers", "from"],
    load: () => import("./outside.ts"),
  },
  {
    name: "owed",
    attacks: "histories, and what `due` says of them",
    does: `Histories of documents are drawn: what is sent, what came back, what the service says of it and when it changes its mind; credit notes that are
rejected, fail, are in doubt, are for a part or for several invoices; copies that correct, documents that are sent again, corrections that are
begun; words of people, answers of suppliers; clocks that go forward and back, processes that end, accounts whose service tells no status.
In between and at the end \`selfbill due --exit-code\` is asked, for the account and for all accounts of the journal. What is owed is kept by
following the events one by one, without the journal. Nothing that is owed may be missing (“lost”), nothing that was dealt with may stay
(“needless doubts”), and the exit code must be that of the worst.`,
    count: 10_000,
    of: "histories",
    proof: 3000,
    words: ["from"],
    load: () => import("./owed.ts"),
  },
  {
    name: "owed-server",
    attacks: "the same on a database server",
    does: "The same histories, with the journals on a PostgreSQL server.",
    count: 10_000,
    of: "histories",
    proof: 250,
    load: () => import("./owed-server.ts"),
  },
  {
    name: "tamper",
    attacks: "a journal changed by hand",
    does: `Somebody changes a journal by hand. Every byte of every text and every number in it is changed, every row removed, any two records are swapped,
the last records are removed with every trace, and records are changed, removed or moved and then the whole chain is calculated anew. After
each of these, \`selfbill journal verify --head\` is asked, with the head that was noted before. It must find all of it, and nothing in a journal that
nobody touched.`,
    count: 1_000_000,
    of: "ways at most: every one",
    proof: 1_000_000,
    load: () => import("./tamper.ts"),
  },
  {
    name: "crowd",
    attacks: "sixteen processes with the same files",
    does: "Sixteen processes of one user are given the same files at the same moment, as a script that was started too often does. The ledger must have every file once, never more than 60 in a minute, and no answer may be 429.",
    count: 500,
    of: "files for every process",
    proof: 200,
    words: ["processes", "minute", "homes"],
    load: () => import("./crowd.ts"),
  },
  {
    name: "crowd-homes",
    attacks: "four users with one journal on a server",
    does: "Four users with a home and a database account of their own share one journal on a PostgreSQL server, and each of them starts four processes with the same files at the same moment. The ledger must have every file once, never more than 60 in a minute, and no answer may be 429.",
    count: 500,
    of: "files for every process",
    proof: 200,
    load: async () => {
      const { run } = await import("./crowd.ts");
      return { run: (options) => run({ ...options, words: { homes: "4", processes: "4", ...options.words } }) };
    },
  },
  {
    name: "team",
    attacks: "three computers; server and line fail",
    does: `Three computers share one journal on a PostgreSQL server and are given the same files at the same moment, again and again, while something
goes wrong: clients are killed (kill -9) or put to sleep (SIGSTOP) until the server ends their sessions, the server stops as by a loss of
power (\`pg_ctl stop -m immediate\`) and starts again, the line to it is cut before a COMMIT or between a COMMIT and its answer, is down, or
goes silent; in some rounds the service loses answers as well. And a standby that was cut off before takes the server's place, without documents
that everybody saw: then nobody may send. After each round everybody runs the same command again, and what is in doubt is looked up and
settled. At the end every document must exist once, and the journal must be whole.`,
    count: 2_000,
    of: "files",
    proof: 300,
    words: ["files", "troubles"],
    load: () => import("./team.ts"),
  },
  {
    name: "soak",
    attacks: "a desk that works for hours",
    does: `A desk works for hours with one journal and one sandbox, each on a disk of its own: new processes, and one client that stays and carries
out one command after another. Chance decides what is next: documents are sent, sent again, sent by two at once, credited; status, lists, what is
due and what is in doubt are asked for; the journal is verified from the last head on; clients are killed (kill -9), answers are lost, the sandbox is
ended and started again, and a disk is full for a while. At the end everything is sent once more and settled, and the ledger, \`reconcile\` and
\`journal verify\` must agree; no file may be left over, and journal and ledger may not be larger than what was recorded explains.

A hundred and fifty times at most, when nobody has anything to do, the sandbox and the client that stays tell what they hold after a forced
collection. Of each life of a process (from its start to its end) the median of the second half is compared with that of the first. Open handles
may be 2 more; the heap 2 MiB more, and all memory 48 MiB more, because Node gives it back late. The sandbox may hold more by what it must remember:
the texts of the latest 500 requests and of their answers, 64 KiB of each, and 2,500 bytes for every request.`,
    count: 120,
    of: "minutes",
    proof: 8,
    words: ["pace"],
    eachSeed: true,
    load: () => import("./soak.ts"),
  },
  {
    name: "open-contracts",
    attacks: "what the service's description leaves open",
    does: `The description of the service leaves much open: the form of ids, the names and the spelling of members, what an answer is wrapped in, the
shape of lists and of errors, further members, words of statuses, the place where a status stands. Services are drawn out of these gaps, each answers
over HTTP, and the real commands talk to it: a document is sent and, where it is in doubt, looked up; then \`status\`, \`logs\`, \`get\` and \`list\` are
asked. Every answer holds values that stand nowhere else. Each of them must be on the screen, or in \`--json\` where the help says so, or named or
counted on the screen; nothing may be called unknown, or without events, that was not asked for or is there; no code and no word may say more than the
service did; what a terminal would obey, and the token, must not come through. In the table, what is hidden, denied or claimed counts as wrong words.`,
    count: 5_000,
    of: "services that are drawn",
    proof: 5000,
    words: ["from"],
    load: () => import("./open-contracts.ts"),
  },
  {
    name: "look-up",
    attacks: "services that rewrite what they store, and hide it",
    does: `Services are drawn that rewrite what they store (texts are cut, signs and Arabic lost, numbers, dates, units, names and amounts their own,
lines merged or cut) and whose lists hide documents: blind filters, failed documents left out, a limit, no list of ids, few members. The
account has up to 200 documents of other computers. An answer is lost, with the document made or not; it is looked up; what cannot be told is
settled by a person who looks at the service; and the same file is sent again. No document that exists is called absent, none is made twice,
and of the services that rewrite and hide nothing at most one in fifty leaves a needless doubt.`,
    count: 1000,
    of: "services that are drawn",
    proof: 300,
    words: ["from"],
    load: () => import("./look-up.ts"),
  },
  {
    name: "described",
    attacks: "a service with six endpoints alone",
    does: `Services are drawn that have the six endpoints of the description and nothing else, each with its own choice for everything that it leaves
open: ids (texts, numbers, big numbers, with every sign), numbers of documents, members that are missing, null or of the service's own, their
order, totals, the status and the findings in the first answer, errors, encodings, documents as XML, and what a call that it lacks answers. Against each,
all commands of a document's life run: it is created, twice, settled where in doubt, followed, shown, listed, corrected and reported. No name
may be empty in what is said, no id refused, nothing sent twice, no document that failed called a success, and every member that the
description names must be in \`--json\`. Each command that is suggested is taken apart and, where it only reads, carried out: it must be one
that works at this service, with the same profile.`,
    count: 5_000,
    of: "services that are drawn",
    proof: 600,
    words: ["from"],
    load: () => import("./described.ts"),
  },
  {
    name: "sandbox-kill",
    attacks: "the sandbox itself, killed",
    does: "The sandbox, which keeps the ledger for whoever tests against it, is ended by kill -9 at moments left to chance, while eight connections create documents and share flushes to its disk. Then it is started again on its folder. It must have every document that it answered with 201, and none twice.",
    count: 100,
    of: "kills",
    proof: 100,
    load: () => import("./sandbox-kill.ts"),
  },
];
