/** A fault of ours, planted in the sources on purpose: a program of this folder must find it. */
export interface PlantedFault {
  readonly name: string;
  /** What is wrong with selfbill then, for RELIABILITY.md. */
  readonly says: string;
  /** The one place: this text of this file is replaced. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The second guard, where one stands behind the other and each by itself stops what is looked for. */
  readonly also?: Pick<PlantedFault, "file" | "from" | "to">;
  /** What finds it, with what it needs to find it soon. */
  readonly by: string;
  readonly words: readonly string[];
  /** Of the run that finds it; 1 when left out. */
  readonly seed?: number;
  /** In what is found. */
  readonly found: RegExp;
}

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: "synchronous-off",
    says: "SQLite does not flush what it has written",
    file: "src/database/open.ts",
    from: "PRAGMA synchronous = FULL",
    to: "PRAGMA synchronous = OFF",
    by: "power",
    words: ["--count", "1", "--scenes", "6", "--leaving", "nothing"],
    found: /^duplicates: .*, nothing left: .* it left before, and leaves again/,
  },
  {
    name: "synchronous-normal",
    says: "SQLite flushes only now and then (`synchronous = NORMAL`)",
    file: "src/database/open.ts",
    from: "PRAGMA synchronous = FULL",
    to: "PRAGMA synchronous = NORMAL",
    by: "power",
    words: ["--count", "1", "--scenes", "6", "--leaving", "nothing"],
    found: /^duplicates: .*, nothing left: .* it left before, and leaves again/,
  },
  {
    name: "side-file-not-flushed",
    says: "A result that is set aside is written and not flushed",
    file: "src/journal/places/side-file.ts",
    from: "    this.#used += line.length;\n    fsyncSync(this.#handle);",
    to: "    this.#used += line.length;",
    by: "power",
    words: ["--count", "1", "--scenes", "1", "--leaving", "nothing"],
    found: /^wrongVerdicts: .* result set aside: .* done was said before, in_doubt now/,
  },
  {
    name: "side-folder-not-flushed",
    says: "The name of the side file is not flushed",
    file: "src/journal/places/side-file.ts",
    from: "    flushFolder(folder);",
    to: "",
    by: "power",
    words: ["--count", "1", "--scenes", "1", "--leaving", "nothing"],
    found: /^wrongVerdicts: .* result set aside: .* done was said before, in_doubt now/,
  },
  {
    name: "made-folder-not-flushed",
    says: "The folders that are made at the first run are not flushed",
    file: "src/database/folder.ts",
    from: "    flushFolder(above);",
    to: "",
    by: "power",
    words: ["--count", "1", "--scenes", "0", "--leaving", "nothing"],
    found: /^duplicates: .*new journal.* it left before, and leaves again/,
  },
  {
    name: "begin-deferred",
    says: "Processes look at the journal before they lock it (`BEGIN DEFERRED`)",
    file: "src/database/open.ts",
    from: 'handle.exec("BEGIN IMMEDIATE")',
    to: 'handle.exec("BEGIN DEFERRED")',
    by: "crowd",
    words: ["--count", "30", "--processes", "6", "--minute", "2"],
    found: /database is locked|ended with 27/,
  },
  {
    name: "no-lock-on-a-server",
    says: "Processes that share a journal on a server do not wait for one another",
    file: "src/database/postgres/open.ts",
    from: "BEGIN; SELECT pg_advisory_xact_lock(",
    to: "BEGIN; SELECT concat(",
    by: "crowd-homes",
    words: ["--count", "20", "--homes", "3", "--processes", "1", "--minute", "2"],
    found: /duplicate key|ended with 27|journal-unusable/,
  },
  {
    name: "armed-without-an-answer",
    says: "A document is sent although the server did not confirm that this was recorded",
    file: "src/journal/database-journal.ts",
    from: "return done.ok ? undefined : done.problems[0];",
    to: "return undefined;",
    by: "team",
    words: ["--count", "4", "--files", "4", "--troubles", "armed"],
    found: /^(?:duplicates|wrongVerdicts|lost): /,
  },
  {
    name: "mark-not-looked-at",
    says: "Nobody looks whether the server is the one that was noted, nor whether it still has what was seen there before",
    file: "src/journal/against-mark.ts",
    from: 'return ok({ is: "older", sequence })',
    to: 'return ok({ is: "whole" })',
    also: {
      file: "src/journal/server/identity.ts",
      from: "if (system === now.system && timeline === now.timeline) return undefined;",
      to: "if (now.hidden === undefined) return undefined;",
    },
    by: "team",
    words: ["--count", "2", "--files", "1", "--troubles", "kill"],
    found: /it sent out of a standby that lacks documents/,
  },
  {
    name: "second-connection",
    says: "A request whose connection breaks is sent over a second one",
    file: "src/send/service.ts",
    from: "? await overNetwork(request, { ...route, patience: { ...patience, answerBytes } }, hooks)",
    to: `? await overNetwork(request, { ...route, patience: { ...patience, answerBytes } }, hooks).then((first) =>
          first.armed && first.status === undefined ? overNetwork(request, { ...route, patience }, { signal: hooks?.signal }) : first)`,
    by: "wire",
    words: ["--count", "40", "--children", "0"],
    found: /^duplicates: |the service has 2/,
  },
  {
    name: "twin-without-supplier",
    says: "Possible duplicates are looked for without their supplier",
    file: "src/journal/intent-key.ts",
    from: "sha256([intent.kind, intent.supplier.id, intent.issueDate,",
    to: "sha256([intent.kind, intent.issueDate,",
    by: "simulation",
    words: ["--count", "4000"],
    found: /^wrongVerdicts: .*; nothing like it was ever sent/,
  },
  {
    name: "incomplete-list",
    says: "A list that does not show everything counts as the whole list",
    file: "src/commands/follow/read-list.ts",
    from: "total === undefined || total === count",
    to: "true",
    by: "simulation",
    words: ["--count", "12000"],
    seed: 35,
    found: /^wrongVerdicts: .*looked up as not-created/,
  },
  {
    name: "clock-that-can-be-set",
    says: "“It does not exist” is concluded from a clock that somebody can set",
    file: "src/commands/resolve/look-up.ts",
    from: "Math.min(since, elapsed)",
    to: "since",
    by: "simulation",
    words: ["--count", "4000"],
    seed: 3,
    found: /^wrongVerdicts: .*(?:looked up as not-created|is made after)/,
  },
  {
    name: "credits-not-capped",
    says: "A credit note is claimed without counting what others take back of its invoice",
    file: "src/journal/database-journal.ts",
    from: 'intent.overridden?.includes("--send-anyway")',
    to: "true",
    by: "simulation",
    words: ["--count", "4000"],
    found: /^duplicates: .* is made a second time/,
  },
  {
    name: "number-not-kept",
    says: "A document that is sent again gets the next number of its series",
    file: "src/journal/numbers.ts",
    from: "if (own) return own;",
    to: "",
    by: "simulation",
    words: ["--count", "12000"],
    found: /leaves as .*, and left as .* before/,
  },
  {
    name: "sent-without-an-answer",
    says: "On a simulated server, too: sent although the server did not confirm that this was recorded",
    file: "src/journal/database-journal.ts",
    from: "return done.ok ? undefined : done.problems[0];",
    to: "return undefined;",
    by: "simulation-server",
    words: ["--count", "6000"],
    found: /leaves, and the journal's last word is/,
  },
  {
    name: "sessions-not-seen",
    says: "A process does not see that another one lives on another computer",
    file: "src/journal/server/session-owners.ts",
    from: "return this.#database.get(holder, ...halvesOf(name)) !== undefined;",
    to: "return false;",
    by: "simulation-server",
    words: ["--count", "6000"],
    found: /^(?:duplicates|needlessDoubts): /,
  },
  {
    name: "standby-not-noticed",
    says: "A standby that lacks the last commits is sent from",
    file: "src/journal/against-mark.ts",
    from: 'return ok({ is: "older", sequence })',
    to: 'return ok({ is: "whole" })',
    by: "simulation-server",
    words: ["--count", "6000"],
    found: /^(?:duplicates|other): /,
  },
  {
    name: "mark-follows-unseen",
    says: "A journal mark moves to whatever is longer, and is compared afterwards",
    file: "src/submit/guard.ts",
    from: "if (held.value.found) return held.value.found;",
    to: "",
    by: "simulation-server",
    words: ["--count", "6000"],
    seed: 2112,
    found: /^(?:duplicates|other|wrongVerdicts): /,
  },
  {
    name: "answered-before-commit",
    says: "The sandbox answers before a group of documents is on disk",
    file: "src/sandbox/group-commit.ts",
    from: "      this.#database.transaction(() => {\n        for (const each of group) answers.push(this.#one(each));\n      });",
    to: `      const later = this as unknown as { open?: NodeJS.Timeout };
      if (!later.open) this.#database.exec("BEGIN");
      later.open ??= setTimeout(() => { later.open = undefined; this.#database.exec("COMMIT"); }, 50);
      for (const each of group) answers.push(this.#one(each));`,
    by: "sandbox-kill",
    words: ["--count", "5"],
    found: /^lost: .* was answered with 201/,
  },
];
