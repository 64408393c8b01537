import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../src/database/index.ts";
import { approvalOf, type Office, requestFor, signedPolicy } from "./approvals.ts";
import type { Ran } from "./run-selfbill.ts";

/** A home of its own for each attack, in which the policy was in force when somebody last tried to send. */
export interface Scene extends Office {
  readonly home: string;
  readonly folder: string;
  readonly file: string;
  readonly businessProfile: string;
  readonly baseUrl: string;
  /** A copy of the home from before the policy. */
  readonly before: string;
  readonly token: string;
  /** The words of `login` that keep the token where it is. */
  readonly how: readonly string[];
  readonly run: (words: readonly string[], env?: Record<string, string>, input?: string) => Promise<Ran>;
  /** Tries to send the invoice. */
  readonly send: (words?: readonly string[], env?: Record<string, string>) => Promise<Ran>;
}

export type Attack = (here: Scene) => Promise<Ran>;

export const marks = ["data/journal-mark.db", "config/journal-mark.db"];
const notes = "config/tokens/journal-notes.db";
const remove = ({ home }: Scene, ...names: readonly string[]): void => {
  for (const name of names) rmSync(join(home, name), { recursive: true, force: true });
};
const cut = ({ home }: Scene, ...names: readonly string[]): void => {
  for (const name of names) if (existsSync(join(home, name))) writeFileSync(join(home, name), "");
};

function edit({ home }: Scene, change: (settings: string) => string): void {
  const path = join(home, "config/settings.json");
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

function sql({ home }: Scene, name: string, statement: string): void {
  const file = openDatabase(join(home, name), "", { code: "mark-unusable", alone: true });
  if (file.ok) {
    try {
      file.value.exec(statement);
    } finally {
      file.value.close();
    }
  }
}

/** Makes another home of parts of this one. */
function otherHome({ home, folder }: Scene, parts: Readonly<Record<string, "copied" | "linked">>): string {
  const other = join(folder, "other");
  for (const [part, how] of Object.entries(parts)) {
    const [from, to] = [join(home, part), join(other, part)];
    if (!existsSync(from)) continue;
    mkdirSync(join(to, ".."), { recursive: true, mode: 0o700 });
    if (how === "linked") symlinkSync(from, to);
    else cpSync(from, to, { recursive: true });
  }
  return other;
}

const settingsCopied = { "config/settings.json": "copied" } as const;

/** Ways to send without the approval that the policy asks for, by name. */
export const attacks: Readonly<Record<string, Attack>> = {
  plainly: ({ send }) => send(),
  "another journal": ({ send, folder }) => send(["--journal", join(folder, "j")]),
  "another journal and another mark": ({ send, folder }) =>
    send(["--journal", join(folder, "j"), "--journal-mark", join(folder, "m")]),
  "another mark alone": ({ send, folder }) => send(["--journal-mark", join(folder, "m")]),
  "both by variables": ({ send, folder }) =>
    send([], { SELFBILL_JOURNAL: join(folder, "j"), SELFBILL_JOURNAL_MARK: join(folder, "m") }),
  "as in CI, for the first time": ({ send, folder }) =>
    send(["--journal", join(folder, "j"), "--journal-mark", join(folder, "m"), "--first-run"], { CI: "true" }),
  "the profile names another journal": async ({ run, send, folder }) => {
    await run(["profile", "set", "acme", "--journal", join(folder, "j")]);
    return send();
  },
  "another profile of the same buyer": async ({ run, send, baseUrl, businessProfile, folder }) => {
    const place = ["--base-url", baseUrl, "--business-profile", businessProfile, "--extras", "no"];
    await run(["profile", "set", "other", ...place, "--journal", join(folder, "j")]);
    return send(["--profile", "other"]);
  },
  "a renamed profile": ({ send, ...here }) => {
    edit({ send, ...here }, (text) => text.replaceAll('"acme"', '"renamed"'));
    return send();
  },
  "the id in capitals": ({ send, businessProfile }) => send(["--business-profile", businessProfile.toUpperCase()]),
  "the id in small letters": ({ send, businessProfile }) => send(["--business-profile", businessProfile.toLowerCase()]),
  "the id with a blank": ({ send, businessProfile }) => send(["--business-profile", `${businessProfile} `]),
  "the id in the settings in small letters, with a new journal": (here) => {
    edit(here, (text) => text.replaceAll(here.businessProfile, here.businessProfile.toLowerCase()));
    remove(here, "data", ...marks);
    return here.send();
  },
  "the address by name": ({ send, baseUrl }) =>
    send([], { SELFBILL_BASE_URL: baseUrl.replace("127.0.0.1", "localhost") }),
  "the address with a path": ({ send, baseUrl }) => send([], { SELFBILL_BASE_URL: `${baseUrl}/api/..` }),
  "marks cut to nothing": (here) => {
    cut(here, ...marks);
    return here.send();
  },
  "marks cut to nothing and a new journal": (here) => {
    remove(here, "data/journal.db", "data/journal.db-wal", "data/journal.db-shm");
    cut(here, ...marks);
    return here.send();
  },
  "everything cut to nothing": (here) => {
    cut(here, ...marks, "data/journal.db", notes);
    return here.send();
  },
  "a new data folder and no mark": (here) => {
    remove(here, "data", ...marks);
    return here.send();
  },
  "no data, no mark and no note of the journal": (here) => {
    remove(here, "data", ...marks, notes);
    return here.send();
  },
  "the journal from before the policy, without marks": (here) => {
    remove(here, "data", ...marks, notes);
    cpSync(join(here.before, "data/journal.db"), join(here.home, "data/journal.db"), { recursive: true });
    return here.send();
  },
  "the home from before the policy, but for the secrets": (here) => {
    const tokens = join(here.home, "config/tokens");
    if (existsSync(tokens)) renameSync(tokens, join(here.folder, "tokens"));
    remove(here, "data", "config");
    cpSync(here.before, here.home, { recursive: true });
    if (existsSync(join(here.folder, "tokens"))) {
      remove(here, "config/tokens");
      renameSync(join(here.folder, "tokens"), tokens);
    }
    return here.send();
  },
  "rows deleted in the marks, and a new journal": (here) => {
    remove(here, "data/journal.db", "data/journal.db-wal", "data/journal.db-shm");
    for (const mark of marks) sql(here, mark, "DELETE FROM policy; DELETE FROM mark");
    return here.send();
  },
  "tables dropped in the marks, and a new journal": (here) => {
    remove(here, "data/journal.db", "data/journal.db-wal", "data/journal.db-shm");
    for (const mark of marks) sql(here, mark, "DROP TABLE policy; DROP TABLE mark");
    return here.send();
  },
  "the policy deleted in the journal": (here) => {
    sql(here, "data/journal.db", "DELETE FROM note WHERE type = 'policy'");
    return here.send();
  },
  "the policy deleted in the journal, without marks": (here) => {
    sql(here, "data/journal.db", "DELETE FROM note WHERE type = 'policy'");
    remove(here, ...marks, notes);
    return here.send();
  },
  "data that leads elsewhere": (here) => {
    remove(here, "data");
    mkdirSync(join(here.folder, "empty"));
    symlinkSync(join(here.folder, "empty"), join(here.home, "data"));
    remove(here, ...marks);
    return here.send();
  },
  "another home with the same settings folder": (here) =>
    here.send([], { SELFBILL_HOME: otherHome(here, { config: "linked" }) }),
  "another home with a copy of the settings folder, without marks": (here) => {
    const home = otherHome(here, { config: "copied" });
    rmSync(join(home, "config/journal-mark.db"));
    return here.send([], { SELFBILL_HOME: home });
  },
  "another home with the same tokens": (here) =>
    here.send([], { SELFBILL_HOME: otherHome(here, { ...settingsCopied, "config/tokens": "linked" }) }),
  "another home with a copy of the tokens": (here) =>
    here.send([], { SELFBILL_HOME: otherHome(here, { ...settingsCopied, "config/tokens": "copied" }) }),
  "another home by HOME alone": (here) => {
    const home = otherHome(here, { ...settingsCopied, "config/tokens": "linked" });
    mkdirSync(join(home, ".config"), { recursive: true });
    renameSync(join(home, "config"), join(home, ".config/selfbill"));
    return here.send([], { SELFBILL_HOME: "", HOME: home, XDG_DATA_HOME: "", XDG_CONFIG_HOME: "" });
  },
  "another data folder by XDG_DATA_HOME": (here) => {
    const config = join(here.folder, "xdg");
    mkdirSync(config);
    cpSync(join(here.home, "config"), join(config, "selfbill"), { recursive: true });
    rmSync(join(config, "selfbill/journal-mark.db"));
    const [data, state] = [join(here.folder, "d"), join(here.folder, "s")];
    const env = { SELFBILL_HOME: "", XDG_CONFIG_HOME: config, XDG_DATA_HOME: data, XDG_STATE_HOME: state };
    return here.send([], env);
  },
  "signed out and in again, with a new journal": async (here) => {
    await here.run(["logout"]);
    remove(here, "data", ...marks, notes);
    await here.run(["login", "--with-token", ...here.how], {}, here.token);
    return here.send();
  },
  "signed in for one profile alone, with a new journal": async (here) => {
    const place = ["--base-url", here.baseUrl, "--business-profile", here.businessProfile, "--extras", "no"];
    await here.run(["profile", "set", "own", ...place]);
    await here.run(["login", "--profile", "own", "--with-token", ...here.how], {}, here.token);
    remove(here, "data", ...marks, notes);
    return here.send(["--profile", "own"]);
  },
  "accepted as it is": async (here) => {
    remove(here, "data");
    await here.run(["journal", "accept", "--yes", "--head", "empty"]);
    return here.send();
  },
  "a policy of somebody else in a new journal": async (here) => {
    remove(here, "data", ...marks, notes);
    const people = here.policy({ business_profile: here.businessProfile, number: "9", approval_from: "1000000000" });
    const path = join(here.folder, "own.json");
    writeFileSync(path, signedPolicy(people, here.stranger));
    await here.run(["policy", "set", path, "--yes"]);
    return here.send();
  },
  "a policy of somebody else, set over it": async (here) => {
    const people = here.policy({ business_profile: here.businessProfile, number: "9", approval_from: "1000000000" });
    const path = join(here.folder, "own.json");
    writeFileSync(path, signedPolicy(people, here.stranger));
    await here.run(["policy", "set", path, "--yes"]);
    return here.send();
  },
  "an approval by the requester": (here) => {
    const request = requestFor(here.sara, ["0".repeat(64)], { business_profile: here.businessProfile });
    const path = join(here.folder, "own.json");
    writeFileSync(path, approvalOf(request, here.sara));
    return here.send(["--approval", path]);
  },
  "an approval of something else": (here) => {
    const request = requestFor(here.aisha, ["0".repeat(64)], { business_profile: here.businessProfile });
    const path = join(here.folder, "own.json");
    writeFileSync(path, approvalOf(request, here.omar));
    return here.send(["--approval", path]);
  },
  "with every option that lets something pass": ({ send }) =>
    send(["--send-anyway", "--allow-similar", "--allow-unknown", "document_lines", "--first-run"]),
  "as XML": async (here) => {
    const xml = join(here.folder, "invoice.xml");
    await here.run(["xml", here.file, "--out", here.folder]);
    return here.run(["create-invoice", xml, "--yes"]);
  },
  "as a credit note": ({ run, folder }) => {
    const path = join(folder, "note.yaml");
    cpSync("templates/credit-note.yaml", path);
    return run(["create-credit-note", path, "--yes"]);
  },
  "as a correction": ({ run, file }) => run(["resubmit", "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33", file, "--yes"]),
  "as practice": ({ send }) => send(["--sandbox"]),
  "as practice, by a variable": ({ send }) => send([], { SELFBILL_PRACTICE: "1" }),
  "from a journal that was moved away": async (here) => {
    await here.run(["journal", "move", "--to", join(here.folder, "moved")]);
    remove(here, ...marks, notes);
    return here.send(["--journal", join(here.folder, "fresh")]);
  },
  "from a backup that was restored": async (here) => {
    await here.run(["journal", "restore", join(here.before, "data/journal.db"), "--yes"]);
    remove(here, ...marks, notes);
    return here.send();
  },
  "with settings that nobody can write": async (here) => {
    remove(here, "data", ...marks);
    edit(here, (text) => text.replace('"extras": false', '"extras": true'));
    return here.send();
  },
  "the id with a blank that nobody sees": ({ send, businessProfile }) =>
    send(["--business-profile", `${businessProfile}\u200b`]),
  "the id escaped": ({ send, businessProfile }) => send(["--business-profile", businessProfile.replace("-", "%2D")]),
  "the id in full-width letters": ({ send, businessProfile }) =>
    send(["--business-profile", businessProfile.replace("S", "\uff33")]),
};
