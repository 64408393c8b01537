import { tests } from "../../src/commands/doctor/tested.ts";

/**
 * Assumptions of the programs, for the page of recorded runs; one or two sentences each, for an accountant and for an engineer.
 */
export const assumed: readonly string[] = [
  "**The service is the sandbox.** It follows the published contract, and where that is silent, a careful guess. No program has run against a provider's real service; where that behaves in a way that nobody has thought of, these numbers say nothing.",
  "**One request makes at most one document.** A service that makes two documents of one request cannot be helped from here; `selfbill reconcile` shows both.",
  "**A disk keeps what it has confirmed.** Once the system has confirmed a flush, those bytes survive a power failure. Bytes that nobody flushed may be kept, lost or torn. A disk that confirms what it has not written breaks this assumption.",
  "**A document is listed soon.** A document that exists is in the service's list at most 15 seconds after it was created, and a request arrives at most 30 seconds after its line broke. selfbill waits longer than both before it says “it does not exist”.",
  "**A person's word is right.** Where a program settles a doubt by word (`--created`, `--not-created`), it has looked at the service first. Nothing can protect a user who says “it does not exist” without looking.",
  "**SQLite, PostgreSQL, Node and the operating system do what they document.** They are used as they are; none of the programs looks for errors in them.",
  "**In `simulation` the time, the line, the service and the processes are simulated.** The journal and its database, the classification of answers and the commands are the real ones. What a disk loses is tested by `power`, not there.",
  "**In `simulation-server` the database server is simulated as well**: each transaction runs to its end before anybody else goes on. What clients do to one another inside a transaction only `crowd-homes` and `team` can show, on a real server.",
];

/** What none of the programs tests, as listed on the page of recorded runs. */
export const notTested: readonly string[] = [
  `The fault programs need Linux x64. By system and processor: ${Object.entries(tests)
    .map(([on, what]) => `*${on}*: ${what}`)
    .join("; ")}; macOS and all others: not tested by us. \`selfbill doctor\` says it of the computer that it runs on.`,
  "Windows itself. Wine 8 runs Windows' Node 22, and Node 24 with one function of the system withheld that Wine has only in part. It cannot show access lists, streams of files, shares of a server, the Credential Manager, PowerShell, the end of a client's descendants, or Excel's locks. PDFs on Windows were not tried: the package for them could not be had. `templates/ci/windows.yml` runs the cases on a real Windows; nobody has run it yet.",
  "A real power failure. `power` takes the record of what a send wrote and builds every disk that a failure could leave, by the rules above.",
  "Network drives and synchronised folders (OneDrive, Dropbox, iCloud) as the place of the journal.",
  "Two computers that send for one account with two journals, within a day: each knows what it sent itself, and what the service listed when it last asked.",
  "A copy of the server's disk that is put back, or started beside the original: it has the same system identifier and timeline, so only computers whose mark has seen more are stopped. `selfbill journal accept` shows what the service lists and the journal lacks.",
  "Servers across a real network: in `crowd-homes` and `team` server, standby and clients are processes of one computer, whose lines are cut by a proxy.",
  "Defective memory, and errors of a file system.",
  "Runs longer than those of `soak`, and journals of millions of documents under faults; `npm run bench` measures large journals without faults.",
  "Somebody who changes the journal on purpose and calculates its hashes anew. Against that there is only a head that was written down elsewhere.",
];
