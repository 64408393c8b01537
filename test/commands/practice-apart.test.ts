import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { commands } from "../../src/commands/index.ts";
import { type Journal, openJournal, type SupplierAnswer, supplierAnswerNote } from "../../src/journal/index.ts";
import type { Numbering } from "../../src/journal/numbering/numbers.ts";
import { filesBelow } from "../support/files-below.ts";
import { createdResult, intent } from "../support/intents.ts";
import { startRecorder } from "../support/recorder.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";
import { unwrap } from "../support/settings.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

const invoice = readFileSync(join(top, "templates/standard-invoice.yaml"), "utf8");
const buyer = "0b5f7a52-93c1-4f7e-9a37-6de1a3d1c0de";
const reason = ["--reason", "DL8.61.1.A", "--yes"];
const key = ["--key", "owner.key", "--yes"];

/** Command lines that would change the objects they name. */
type Attempts = "changes nothing that is named" | ((of: Named) => readonly (readonly string[])[]);

const none = "changes nothing that is named";

/**
 * The objects of one side of the journal: a document's number and id, the attempt of one in doubt, an unused number,
 * a file that names the document in `corrects`, a list of suppliers' answers, a draft, a supplier, an item, a
 * delegation, and a policy to set.
 */
type Named = Readonly<
  Record<
    | "number"
    | "id"
    | "doubt"
    | "gap"
    | "corrects"
    | "answers"
    | "draft"
    | "supplier"
    | "item"
    | "policy"
    | "delegation",
    string
  >
>;

const untilDay = "2099-12-31";

/**
 * Every command that has separate books in practice mode, with its command lines to try. A new command must be added
 * here.
 */
const writes: Readonly<Record<string, Attempts>> = {
  approvals: none,
  approve: none,
  archive: none,
  cancel: ({ number, id }) => [number, id].map((each) => ["cancel", each, ...reason]),
  correct: ({ number, id }) => [number, id].map((each) => ["correct", each]),
  "create-credit-note": ({ number, id }) =>
    [number, id].map((each) => ["create-credit-note", "--from", each, ...reason]),
  "create-invoice": ({ corrects }) => [["create-invoice", corrects, "--yes"]],
  delegate: ({ delegation }) => [["delegate", delegation, "--end"]],
  doctor: none,
  download: none,
  due: ({ number, id, doubt }) => [number, id, doubt].map((each) => ["due", each, "--done", "settled by phone"]),
  evidence: none,
  export: none,
  get: none,
  history: none,
  import: none,
  items: ({ item }) => [["items", "remove", item, "--yes"]],
  journal: () => [
    ["journal", "purge", "--before", "2027-01-01", "--yes", "--within-legal-years"],
    ["journal", "accept", "--yes", "--head", "empty"],
    ["journal", "move", "--to", "elsewhere"],
    ["journal", "merge", "elsewhere.db"],
    ["journal", "repair"],
    ["journal", "restore", "elsewhere.db"],
  ],
  list: none,
  logs: none,
  map: none,
  new: ({ draft }) => [["new", "--discard", draft]],
  numbers: ({ gap }) => [["numbers", "skip", gap]],
  outage: none,
  policy: ({ policy }) => [["policy", "set", policy, ...key]],
  preview: none,
  reconcile: none,
  report: none,
  request: none,
  resolve: ({ doubt, id }) => [
    ["resolve", doubt, "--not-created", "--yes"],
    ["resolve", doubt, "--created", id, "--yes"],
  ],
  resubmit: ({ number, id }) => [number, id].map((each) => ["resubmit", each, "--yes"]),
  rules: none,
  show: none,
  status: ({ number, id }) => [number, id].map((each) => ["status", each]),
  suppliers: ({ number, id, supplier, answers }) => [
    ["suppliers", "accept", number, "--by", "an e-mail"],
    ["suppliers", "object", id, "--by", "an e-mail"],
    ["suppliers", "accept", "--file", answers, "--by", "an e-mail", "--on", "2026-06-20"],
    ["suppliers", "handed-over", number, "--by", "mail"],
    ["suppliers", "handed-over", id, "--withdraw", "a mistake"],
    ["suppliers", "remove", supplier, "--yes"],
  ],
  validate: none,
  xml: none,
};

/**
 * A buyer with a service that appears real to selfbill, and with practice documents. Both sides have one of everything.
 */
async function bothSides() {
  const sandbox = await startTestSandbox({ businessProfileId: buyer });
  const { baseUrl } = await startRecorder(sandbox.baseUrl, { tunnel: true });
  const [home, folder] = [temporaryFolder(), temporaryFolder()];
  const run = (words: readonly string[]) =>
    runSelfbill(words, { home, cwd: folder, env: { SELFBILL_TOKEN: sandbox.token } });
  const done = async (...words: string[]): Promise<string> => {
    const ran = await run(words);
    expect([words.join(" "), ran.code], ran.stdout + ran.stderr).toEqual([words.join(" "), 0]);
    return ran.stdout;
  };
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  await done("profile", "set", "office", "--base-url", baseUrl, "--business-profile", buyer);
  await done("profile", "use", "office");
  write("invoice.yaml", invoice);
  write("new.yaml", invoice.replace("quantity: 40", "quantity: 44"));
  await done("create-invoice", "invoice.yaml", "--yes");
  await done("create-invoice", "invoice.yaml", "--yes", "--sandbox");
  const journal = unwrap(openJournal(join(home, "data/journal.db")));
  const pasts = unwrap(await journal.tries.page({ states: ["created"] }, { after: 0 }, 9));
  const accounts = pasts.map((past) => past.intent.account);
  expect(accounts).toEqual([`tunnel:${buyer}`, expect.stringMatching(/^sandbox:SBX-/)]);
  const [real = "", practice = ""] = accounts;
  const sides = {
    real: await oneOfEverything("R", real, { journal, home, write }),
    practice: await oneOfEverything("P", practice, { journal, home, write }),
  };
  journal.close();
  for (const [side, option] of [
    [sides.real, []],
    [sides.practice, ["--sandbox"]],
  ] as const) {
    const party = "accounting_supplier_party.party_name=Desert Lime Trading LLC";
    await done("suppliers", "add", side.supplier, "--set", party, ...option);
    await done("items", "set", side.item, "name=Floor tile", "unit=XBX", ...option);
  }
  await done("policy", "new-key", "owner", "--out", "owner.key");
  const publicKey = async (name: string): Promise<string> =>
    JSON.parse(await done("policy", "new-key", name, "--out", `${name}.key`, "--json")).key.public_key;
  const people = `people:
  - { name: Aisha, key: ${await publicKey("aisha")}, may: [request] }
  - { name: Omar, key: ${await publicKey("omar")}, may: [approve] }
`;
  for (const [side, account, option] of [
    [sides.real, real, []],
    [sides.practice, practice, ["--sandbox"]],
  ] as const) {
    write(
      side.policy,
      `business_profile: ${account.slice(account.indexOf(":") + 1)}\nnumber: 1\napproval_from: 0\napprovals: 1\n${people}`,
    );
    const signed = `${side.policy}.json`;
    await done("policy", "sign", side.policy, "--key", "owner.key", "--out", signed, ...option);
    const omar = ["--key", "omar.key", "--policy", signed, ...option];
    await done("delegate", "Aisha", "--until", untilDay, "--out", dirname(side.delegation), ...omar);
  }
  /** Returns all records that do not name the other account, and this side's files. */
  const kept = async (account: string): Promise<readonly unknown[]> => {
    const lines = (await done("journal", "export"))
      .split("\n")
      .filter((line) => !line.includes((account === real ? practice : real).slice(-10)))
      // The keys of supplies are derived from what is there, once for the whole journal.
      .filter((line) => !line.includes('"note":"supplies-keyed"'));
    const isPractice = (path: string): boolean => /^data\/(?:practice|sandbox)\/|drafts\/p/.test(path);
    const isShared = (path: string): boolean => /^data\/journal|journal-mark|fetched/.test(path);
    const files = filesBelow(home).filter(
      ([path]) => !isShared(path) && isPractice(path) === (account === practice) && !path.startsWith("data/sandbox/"),
    );
    return [...lines, ...files];
  };
  return { run, sides, realKept: () => kept(real), practiceKept: () => kept(practice) };
}

/**
 * Makes a document that its supplier objected to, one in doubt, a number without a document, and a draft, by writing
 * the records that a send or the wizard would write.
 */
async function oneOfEverything(
  mark: string,
  account: string,
  to: { journal: Journal; home: string; write: (name: string, text: string) => void },
): Promise<Named> {
  const { journal, home, write } = to;
  const businessProfileId = account.slice(account.indexOf(":") + 1);
  const begin = async (content: string, numbering?: Numbering) => {
    const begun = unwrap(
      await journal.begin(intent({ account, businessProfileId, content: `${mark} ${content}` }), {
        ...{ allowSimilar: true, body: "{}" },
        ...(numbering ? { numbering } : {}),
      }),
    );
    if (begun.is !== "begun") throw new Error(begun.is);
    expect(await begun.attempt.armed()).toBeUndefined();
    return begun;
  };
  const [id, number] = [`00000000-0000-4000-8000-00000000000${mark === "R" ? 1 : 2}`, `SB-${mark}-1`];
  const made = await begin("created");
  await made.attempt.result(createdResult(id, { documentNumber: number }));
  const said = { answer: "objected", on: "2026-06-20", how: "mail", by: "amina", recordedAt: "2026-06-20T08:00:00Z" };
  const { type, data } = supplierAnswerNote({ account, id }, said as SupplierAnswer);
  unwrap(await journal.note(type, data));
  const lost = await begin("in doubt");
  await lost.attempt.result({ verdict: "in-doubt", said: [] });
  const gap = await begin("refused", { series: `SB-${mark}-{00000}`, bodyWith: () => "{}" });
  await gap.attempt.result({ verdict: "refused", status: 400, said: [] });
  const draft = `${mark.toLowerCase()}-draft`;
  const when = "2026-06-01T08:00:00.000Z";
  const isPractice = mark === "P";
  mkdirSync(join(home, "data/drafts"), { recursive: true });
  writeFileSync(
    join(home, "data/drafts", `${draft}.json`),
    JSON.stringify({
      ...{ schema: "selfbill-draft/1", id: draft, begun: when, changed: when, answers: {}, before: {} },
      ...{ sandbox: isPractice, profile: null, practice: isPractice },
    }),
  );
  write(`answers-${mark}.csv`, `Number,Answer\n${number},accepted\n`);
  write(`corrects-${mark}.yaml`, `corrects: ${number}\n${invoice.replace("quantity: 40", "quantity: 43")}`);
  return {
    ...{ number, id, doubt: lost.attempt.id, gap: gap.intent.documentNumber ?? "", draft },
    ...{
      answers: `answers-${mark}.csv`,
      corrects: `corrects-${mark}.yaml`,
      supplier: `supplier-${mark}`,
      item: `item-${mark}`,
    },
    policy: `policy-${mark}.yaml`,
    delegation: `delegations-${mark}/delegation-omar-aisha-${untilDay}.json`,
  };
}

test("every command with books of its own in practice says here what it changes", () => {
  const own = commands.map(async ({ name, load }) => ((await load()).practice === "own books" ? [name] : []));
  return expect(Promise.all(own).then((names) => names.flat().sort())).resolves.toEqual(Object.keys(writes).sort());
});

/** Commands that need not fail, because each side has its own book and numbers. */
const ownBooks = /^(?:items|numbers|suppliers remove)\b/;

/** `journal purge` and similar commands affect the whole journal, including practice documents. */
const wholeJournal = /^journal\b/;

describe("what names a record of the other side changes nothing of it, and says whose it is", () => {
  test.each([
    ["in practice", "real", ["--sandbox"], /of a real service, and this is practice|in practice|not practice/],
    ["without practice", "practice", [], /belongs to practice|is practice, and this is not practice/],
  ] as const)("%s, of what is %s", { timeout: 300_000 }, async (_, named, option, whose) => {
    const office = await bothSides();
    const kept = named === "real" ? office.realKept : office.practiceKept;
    const before = await kept();
    expect(before.length).toBeGreaterThan(8);
    const attempts = Object.values(writes).flatMap((each) => (each === none ? [] : each(office.sides[named])));
    for (const words of attempts) {
      const typed = words.join(" ");
      if (wholeJournal.test(typed) && named === "practice") continue;
      const { code, stdout, stderr } = await office.run([...words, ...option]);
      if (!ownBooks.test(typed)) {
        expect([typed, stdout + stderr]).toEqual([typed, expect.stringMatching(whose)]);
        expect([typed, code]).not.toEqual([typed, 0]);
      }
      expect(await kept(), typed).toEqual(before);
    }
  });
});

test("the same words change what is of the own side", { timeout: 300_000 }, async () => {
  const office = await bothSides();
  for (const [side, option, kept] of [
    ["real", [], office.realKept],
    ["practice", ["--sandbox"], office.practiceKept],
  ] as const) {
    const { number, doubt, gap, draft, policy, delegation } = office.sides[side];
    for (const words of [
      ["due", number, "--done", "settled by phone"],
      ["suppliers", "accept", number, "--by", "an e-mail"],
      ["resolve", doubt, "--not-created", "--yes"],
      ["numbers", "skip", gap],
      ["new", "--discard", draft],
      ["policy", "set", policy, ...key],
      ["delegate", delegation, "--end"],
    ]) {
      const before = await kept();
      const ran = await office.run([...words, ...option]);
      expect([words.join(" "), ran.code], ran.stdout + ran.stderr).toEqual([words.join(" "), 0]);
      expect(await kept(), words.join(" ")).not.toEqual(before);
    }
  }
  const asked = await office.run(["request", "new.yaml", "--key", "aisha.key", "--out", "asked"]);
  expect(asked.code, asked.stdout + asked.stderr).toBe(0);
  const file = /asked[\\/]request-\w+\.json/.exec(asked.stdout + asked.stderr)?.[0] ?? "";
  for (const how of [["--yes"], ["--hand-to", "Omar"]]) {
    const { code, stderr } = await office.run(["approve", file, "--key", "omar.key", "--sandbox", ...how]);
    expect([how, code, stderr]).toEqual([
      how,
      2,
      expect.stringContaining("is for a real service, and this is practice"),
    ]);
  }
});
