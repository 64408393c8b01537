import { basename, dirname } from "node:path";
import { newKeyPair, openPolicy, profilesOf } from "../../approval/index.ts";
import { personOf } from "../../commands/answer/person.ts";
import { stoppedBy, succeeded } from "../../commands/answer/stopped-by.ts";
import { defineCommand, flag, type Input, serviceOptions, text } from "../../commands/command.ts";
import { type Desk, notRecorded } from "../../desk/index.ts";
import { businessProfileName } from "../../document/index.ts";
import type { Journal } from "../../journal/index.ts";
import { parseJson } from "../../json/index.ts";
import { fail, fileWord, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { isSandboxId, notedNowhere } from "../../settings/index.ts";
import { givenPassphrase, keyFrom } from "./key-file.ts";
import { policyFrom, type ReadyPolicy, type Signer } from "./policy-file.ts";
import { holdPolicy } from "./policy-guard.ts";
import { asksFor, policyReport, policyShape } from "./policy-report.ts";

const options = {
  key: text("--key <file>", "set, sign: the owner's private key, for a policy that is not signed yet"),
  out: text("--out <file>", "new-key: the private key; sign, show: the signed policy, to be set in another journal"),
  passphrase: flag("--passphrase", "new-key: protect the key by a passphrase, which is asked for"),
  sandbox: serviceOptions.sandbox,
  profile: text("--profile <name>", "the business profile of this stored profile, where the policy names none", {
    look: "profile",
  }),
  businessProfile: text("--business-profile <id>", "this business profile, where the policy names none"),
  yes: flag("--yes", "set: without asking"),
} as const;

type PolicyInput = Input<typeof options>;
type Given = PolicyInput["options"];

const actions = ["show", "set", "sign", "new-key"];

export const policy = defineCommand({
  words: "policy <show|set|sign|new-key> [file]",
  summary: "who may request, approve and send what: keys, limits, and the policy in force",
  help: `A policy is kept in the journal. Its owner signs it and is not one of the people in it. From then on documents of its business profile
are sent only with the approvals that it asks for (selfbill request, selfbill approve). Only a newer policy signed by the owner replaces it.
set FILE reads a policy in YAML with --key, or one that was signed elsewhere: sign FILE --key OWNER.key --out SIGNED.json needs
neither journal nor profile, so that the owner's key never comes to this computer. new-key NAME --out FILE makes a key for a person or an
owner; the public key is printed and goes into the policy. See selfbill help approvals.`,
  group: "For administrators",
  practice: "own books",
  facts: { journal: "used", oneDocument: false, sends: false, asksService: false },
  answers: ({ answer, maybe, approvals }) => [approvals.keyMade, answer({ policy: policyShape.schema, result: maybe })],
  options,
  examples: [
    {
      type: "selfbill policy new-key Aisha --out aisha.key",
      does: "makes a key, and shows what to put into the policy",
    },
    {
      type: "selfbill policy sign policy.yaml --key owner.key --out policy.json",
      does: "signs a policy, on any computer",
    },
    { type: "selfbill policy set policy.json", does: "puts it in force in the journal of this computer" },
  ],
  input([action = "", file], given): Result<{ action: string; file: string; given: Given }> {
    const wrong = wrongWords(action, file, given);
    return wrong ? fail(wrong) : ok({ action, file: file ?? "", given });
  },
  async run({ action, file, given }, desk): Promise<Report> {
    switch (action) {
      case "new-key":
        return newKey(file, given, desk);
      case "sign":
        return signFile(file, given, desk);
      case "set":
        return setPolicy(file, given, desk);
      default:
        return show(given, desk);
    }
  },
});

function wrongWords(action: string, file: string | undefined, { key, out, passphrase }: Given): Problem | undefined {
  const bad = (message: string, hint: string) => problem("bad-usage", message, hint);
  if (!actions.includes(action))
    return bad(
      `Unknown action ${JSON.stringify(action)} for policy.`,
      `Type ${suggest`policy`} with one of: ${actions.join(", ")}.`,
    );
  if (action === "show" && file !== undefined) return bad("show takes no file.", `Type ${suggest`policy show`}.`);
  if (action === "new-key" && file === undefined)
    return bad("A key is for somebody.", `Type ${suggest`policy new-key NAME --out FILE`}.`);
  if (action !== "show" && file === undefined)
    return bad("No file was named.", `Type ${suggest`policy ${action} FILE`}.`);
  if ((action === "new-key" || action === "sign") && out === undefined)
    return bad(`${action} needs a file to write.`, "Add --out FILE.");
  if (action === "sign" && key === undefined)
    return bad("A policy is signed with the owner's key.", "Add --key OWNER.key.");
  if (action === "set" && out !== undefined) return bad("--out belongs to sign, show and new-key.", "Remove it.");
  if (key !== undefined && action !== "set" && action !== "sign")
    return bad("--key belongs to set and sign.", "Remove it.");
  if (passphrase && action !== "new-key")
    return bad("--passphrase belongs to new-key.", "It is asked for where it is needed.");
  return undefined;
}

async function newKey(name: string, { out = "", passphrase: wanted }: Given, desk: Desk): Promise<Report> {
  const word = wanted ? await newPassphrase(desk) : ok(undefined);
  if (!word.ok) return stoppedBy(word.problems);
  const { pem, publicKey } = newKeyPair(word.value);
  const written = await desk.output.write(dirname(out), basename(out), pem, { private: true });
  if (!written.ok) return stoppedBy(written.problems);
  const facts: [string, string][] = [
    ["For", name],
    [
      "Private key",
      `${written.value}${wanted ? "" : " (without a passphrase)"}; keep it where only ${name} can read it`,
    ],
    ["Public key", publicKey],
    ["Next", "the owner puts the name and the public key into the policy: selfbill help approvals"],
  ];
  const data = { key: { name, file: written.value, public_key: publicKey, passphrase: wanted } };
  return succeeded({ view: "facts", facts, data });
}

async function newPassphrase(desk: Desk): Promise<Result<string>> {
  const given = givenPassphrase(desk);
  if (given) return given;
  if (!desk.ask.possible) {
    const message = "A passphrase is asked for, but this is not an interactive terminal.";
    return fail(problem("needs-answer", message, "Name a file that has it with SELFBILL_KEY_PASSPHRASE_FILE."));
  }
  const first = await desk.ask.secret("Passphrase of the new key:");
  if (!first.ok) return first;
  const again = await desk.ask.secret("The same passphrase again:");
  if (!again.ok) return again;
  if (first.value !== "" && first.value === again.value) return first;
  return fail(problem("bad-usage", "The two passphrases differ, or are empty: no key was made.", "Run it again."));
}

async function signFile(file: string, given: Given, desk: Desk): Promise<Report> {
  const ready = await policyFrom(file, signer(given, desk), desk);
  return ready.ok ? writtenOut(ready.value, given.out ?? "", desk) : stoppedBy(ready.problems);
}

async function writtenOut(ready: ReadyPolicy, out: string, desk: Desk): Promise<Report> {
  const written = await desk.output.write(dirname(out), basename(out), `${ready.envelope}\n`);
  if (!written.ok) return stoppedBy(written.problems);
  const command = profilesOf(ready.policy).some(isSandboxId)
    ? `${suggest`policy set --sandbox ${fileWord(out)}`}`
    : `${suggest`policy set ${fileWord(out)}`}`;
  return policyReport(ready, `written to ${written.value}; it is not in force before ${command}`);
}

function signer(given: Given, desk: Desk): Signer {
  const { key } = given;
  return {
    key: async () => (key === undefined ? undefined : keyFrom(key, desk)),
    businessProfile: () => businessProfileOf(given, desk),
  };
}

async function setPolicy(file: string, given: Given, desk: Desk): Promise<Report> {
  const ready = await policyFrom(file, signer(given, desk), desk);
  if (!ready.ok) return stoppedBy(ready.problems);
  const journal = await desk.journal();
  if (!journal.ok) return stoppedBy(journal.problems);
  const sound = await journal.value.readyToSend();
  if (!sound.ok) return stoppedBy(sound.problems);
  const profiles = profilesOf(ready.value.policy);
  let [isThere, isFirst] = [true, false];
  for (const profile of profiles) {
    const other = await desk.notOurs(profile, "this policy");
    if (other) return stoppedBy([notRecorded(other)]);
    const before = await journal.value.policies.of(profile);
    if (!before.ok) return stoppedBy(before.problems);
    isThere &&= before.value.now?.hash === ready.value.hash;
    isFirst ||= before.value.now === undefined;
  }
  if (isThere) return policyReport(ready.value, "it is in force already", [], await heldIn(desk));
  const agreed = given.yes ? undefined : await notAgreed(ready.value, isFirst, desk);
  if (agreed) return stoppedBy([agreed]);
  const set = await journal.value.policies.set(ready.value.envelope, personOf(desk));
  if (!set.ok) return stoppedBy(set.problems);
  const left: Problem[] = [];
  for (const profile of profiles) left.push(...[(await remembered(profile, journal.value, desk)) ?? []].flat());
  return policyReport(ready.value, "in force from now on", left, await heldIn(desk));
}

/** Says where the policy is not remembered; undefined for practice, and where it is kept beside the token. */
async function heldIn(desk: Desk): Promise<string | undefined> {
  const settings = await desk.settings();
  return settings.ok && settings.value.folders.usual === undefined ? notedNowhere(settings.value) : undefined;
}

/** Stores the policy in the journal mark as well, so that it also applies with another journal. */
async function remembered(businessProfile: string, journal: Journal, desk: Desk): Promise<Problem | undefined> {
  const marks = await desk.marks();
  if (!marks.ok) return marks.problems[0];
  return holdPolicy({ journal, marks: marks.value, practice: isSandboxId(businessProfile) }, businessProfile);
}

async function notAgreed(
  { policy: wanted, by }: ReadyPolicy,
  isFirst: boolean,
  desk: Desk,
): Promise<Problem | undefined> {
  const question = `Put policy ${wanted.number} of ${profilesOf(wanted).join(", ")} in force?`;
  if (!desk.ask.possible)
    return problem(
      "needs-answer",
      "Nothing was changed: confirmation is required, but this is not an interactive terminal.",
      "Add --yes.",
    );
  desk.say(`It asks for an approval of ${asksFor(wanted)}.`);
  if (isFirst) desk.say(`From then on only the holder of ${wanted.next_owner ?? by} can change it.`);
  const answer = await desk.ask.confirm(question);
  if (!answer.ok) return answer.problems[0];
  return answer.value
    ? undefined
    : problem("declined", "You said no: the policy was not set.", "Run it again when you are ready.");
}

async function show(given: Given, desk: Desk): Promise<Report> {
  const id = await businessProfileOf(given, desk);
  if (!id.ok) return stoppedBy(id.problems);
  const place = await desk.journalPlace();
  if (!place.ok) return stoppedBy(place.problems);
  const none = problem(
    "not-found",
    `The journal has no approval policy of business profile ${id.value}.`,
    "Documents are sent without approval. selfbill help approvals shows how to set one.",
  );
  if (!place.value.exists) return stoppedBy([none]);
  const journal = await desk.journal();
  if (!journal.ok) return stoppedBy(journal.problems);
  const chain = await journal.value.policies.of(id.value);
  if (!chain.ok) return stoppedBy(chain.problems);
  const envelope = await journal.value.policies.text(id.value);
  if (!envelope.ok) return stoppedBy(envelope.problems);
  const json = envelope.value === undefined ? undefined : parseJson(envelope.value);
  const signed = json?.ok ? openPolicy(json.value) : undefined;
  if (!signed || envelope.value === undefined) return stoppedBy([none]);
  if (given.out === undefined) return policyReport(signed, undefined, [], await heldIn(desk));
  return writtenOut({ ...signed, envelope: envelope.value }, given.out, desk);
}

async function businessProfileOf({ sandbox, profile, businessProfile }: Given, desk: Desk): Promise<Result<string>> {
  if (businessProfile !== undefined) return ok(businessProfileName(businessProfile));
  const words = { sandbox, profile, businessProfile: undefined, serviceVersion: undefined };
  const found = await desk.profile(words);
  if (!found.ok) return found;
  const { businessProfileId } = found.value;
  if (businessProfileId !== undefined) return ok(businessProfileId);
  return fail(problem("no-profile", "The profile names no business profile.", "Add --business-profile ID."));
}
