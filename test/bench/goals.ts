/** A goal for measured rows. `tried`: what was done or tried to reach it; reported if the goal is missed. */
export interface Goal {
  readonly row: RegExp;
  /** The program to compare with; without one, the goal is a figure in the row's own unit. */
  readonly against?: string;
  /** Maximum ratio of selfbill's time to the other's; for rates, of the other's rate to selfbill's. */
  readonly atMost: number;
  readonly tried?: string;
}

const node = "node -e 0";

/** Goals for the measured rows. */
export const goals: readonly Goal[] = [
  { row: /: validate, journal of 100$/, against: node, atMost: 3.4 },
  { row: /: create-invoice on the sandbox, answered again$/, against: node, atMost: 4.5 },
  { row: /: status on the sandbox$/, against: node, atMost: 4 },
  {
    row: /create-invoice on the (?:embedded )?sandbox, first ever$/,
    against: node,
    atMost: 7,
    tried:
      "Where it is installed, nothing is compiled yet in a new home: compiling 1.1 MB of source takes two fifths " +
      "of the time. In are: the functions that this command calls are compiled with their file (2,300 of them " +
      "were read twice), and the first command of a home stores no compiled code. V8 without optimisation, or " +
      "with a larger young generation, gained nothing, and neither did exports without getters. Source that no " +
      "everyday command uses is in other files. Of 30 flushes for the two new databases 26 are left, SQLite's " +
      "own. A script that npm runs after the installation, and that stores compiled code beside the program, made " +
      "it as fast as where it was built; it is not in, because no package should run scripts when it is installed " +
      "(Decision 160).",
  },
  {
    row: /: create-invoice of a new document, live$/,
    against: node,
    atMost: 5,
    tried:
      "In are: Node's own client in place of undici's, one statement for the latest documents under each key of a " +
      "supplier, a third of the files to open, no schemas of --json, room for a result that is reserved without a " +
      "flush, and an end without taking V8's heap apart. What is installed is as fast as what is built since its " +
      "kept code has the functions of every command that ran. Tried without gain: a larger young generation, " +
      "grown at the start; no machine code for functions that run a few times; one file for all kept code; one " +
      "buffer for all files that are read. Of what is left, a tenth each is Node's own start, taking the kept " +
      "code apart, and first looks at the shapes of objects; a twelfth is making and asking the rules. Left as it " +
      "is: the check of the whole file and the records that are on the disk before the first byte, the journal's " +
      "file that is whole when a command ends, and the question to an address of this computer whether it is a " +
      "sandbox, which a service elsewhere is not asked.",
  },
  { row: /: status of a document, live$/, against: node, atMost: 4.5 },
  { row: /, live: memory$/, atMost: 79 },
  { row: /^executable: --help$/, against: node, atMost: 1.4 },
  { row: /^validate a folder of 1,000 YAML$/, against: "ksef-client-ts", atMost: 0.9 },
  {
    row: /^import of a sheet of 5,000 rows$/,
    against: "xlsx reading",
    atMost: 2,
    tried:
      "Places in the sheet are looked for where something is to be told (a fifth of the time). The other program " +
      "only reads; here 2,000 documents are made and judged by all rules, which is about half of what is left.",
  },
  // The next four goals are 5 minutes, 4, 0.5 and 1.5 seconds on a machine on which `node -e 0` takes 25 ms.
  {
    row: /^npm test$/,
    against: node,
    atMost: 12_000,
    tried:
      "Stories, planted faults, the output matrix and tests that need a database server or programs beside Node " +
      "run with SELFBILL_TEST_ALL=1 alone. Most of what is left is starts of the real program.",
  },
  { row: /^journal verify, /, against: node, atMost: 160 },
  { row: /^first send of the day, /, against: node, atMost: 20 },
  {
    row: /^report of a month, [\d,]+ documents$/,
    against: node,
    atMost: 60,
    tried:
      "In are: pages of attempts, sums that are added up while reading, a heap that grows slowly, and what " +
      "scripts get only when it is asked for. What is left is reading the kept bodies, each exactly, and holding " +
      "20,000 documents until their order is known.",
  },
  {
    row: /^report of a month, .* memory$/,
    atMost: 115,
    tried: "As above. Dropping documents that the output does not list would be next.",
  },
  {
    row: /^documents taken, 10 connections$/,
    against: "emulate",
    atMost: 1 / 0.45,
    tried:
      "The other program keeps what it takes in memory and judges nothing. Here each document is read exactly, " +
      "judged by all rules, turned into UBL and on the disk before it is answered; documents that arrive together " +
      "share one flush. A third of the processor's time is the transaction in which they are stored, an eighth " +
      "the collector, a tenth the rules. A young generation of 4 or 8 MB gained nothing; 16 MB gained, but needs " +
      "more than 110 MB. Judging in a second thread was not tried: the clients of this row already use the second " +
      "processor.",
  },
];

/** Maximum ratio of the time for 20,000 lines to the time for 1,000. */
export const mostGrowth = {
  atMost: 22,
  tried:
    "The tree of all lines lives until the rules of the whole document are asked, some 3 kB a line, and the collector copies it. Smaller elements, " +
    "attributes that elements share, and rules of a line that are asked as soon as it is met are in. Lines that are dropped once they are judged " +
    "would end it; rules of the document that look at all lines again would have to be asked of running sums.",
};

/** Maximum memory of the sandbox after its last document, in megabytes (10^6 bytes); 110 MiB. */
export const mostMemory = {
  atMost: 115,
  tried:
    "In are: a young generation that does not grow, and an old one that is collected when it has grown by a fifth. Where the kilobyte for each document " +
    "goes was not looked for.",
};
