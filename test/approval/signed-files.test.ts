import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import {
  isPublicKey,
  newKeyPair,
  openApprovalFile,
  openPolicy,
  openRequestFile,
  sealPolicy,
  sealRequest,
  signingKey,
  writeRequestFile,
} from "../../src/approval/index.ts";
import { ok, type Result } from "../../src/problem/index.ts";
import { approvalOf, office, requestFor, signedPolicy } from "../support/approvals.ts";

const noWord = async (): Promise<Result<string>> => {
  throw new Error("a passphrase was asked for");
};

test("a key opens with its passphrase and with no other, and is what it says", async () => {
  const plain = newKeyPair(undefined);
  expect(isPublicKey(plain.publicKey)).toBe(true);
  expect(await signingKey(plain.pem, "k", noWord)).toMatchObject({ ok: true, value: { publicKey: plain.publicKey } });
  const locked = newKeyPair("open sesame");
  expect(locked.pem).toContain("ENCRYPTED");
  const opened = await signingKey(locked.pem, "k", async () => ok("open sesame"));
  expect(opened).toMatchObject({ ok: true, value: { publicKey: locked.publicKey } });
  const wrong = await signingKey(locked.pem, "k", async () => ok("open simsim"));
  expect(wrong).toMatchObject({ ok: false, problems: [{ code: "key-unusable" }] });
  const { privateKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  expect(await signingKey(privateKey, "k", noWord)).toMatchObject({ ok: false, problems: [{ code: "key-unusable" }] });
  expect(await signingKey("nothing", "k", noWord)).toMatchObject({ ok: false, problems: [{ code: "key-unusable" }] });
});

/** Yields copies of a signed part with one character changed, at every tenth position. */
function* changed(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 10) {
    const now = text[at] ?? "";
    if (!/[A-Za-z0-9]/.test(now)) continue;
    yield `${text.slice(0, at)}${now === "A" ? "B" : "A"}${text.slice(at + 1)}`;
  }
}

test("whatever is changed in a signed policy or approval, it does not open as another one", async () => {
  const { aisha, omar, owner, policy } = await office();
  const text = signedPolicy(policy(), owner);
  const approval = approvalOf(requestFor(aisha, ["0".repeat(64)]), omar);
  const whole = { policy: policyOf(text), approval: openApprovalFile(approval) };
  expect(whole.policy?.by).toBe(owner.publicKey);
  expect(whole.approval?.decision.by.name).toBe("Omar");
  for (const each of changed(text)) expect([undefined, whole.policy?.hash]).toContain(policyOf(each)?.hash);
  for (const each of changed(approval)) {
    const opened = openApprovalFile(each);
    if (opened === undefined) continue;
    expect([opened.hash, opened.request.hash]).toEqual([whole.approval?.hash, whole.approval?.request.hash]);
  }
});

function policyOf(text: string) {
  try {
    return openPolicy(JSON.parse(text));
  } catch {
    return undefined;
  }
}

test("an approval of one request is none of another, and nobody signs for somebody else", async () => {
  const { aisha, omar, sara } = await office();
  const [one, other] = [requestFor(aisha, ["1".repeat(64)]), requestFor(aisha, ["2".repeat(64)])];
  const file = JSON.parse(approvalOf(one, omar));
  expect(openApprovalFile(JSON.stringify({ ...file, request: other.envelope }))).toBeUndefined();
  const inHisName = approvalOf(one, sara, { by: { name: "Omar", key: omar.publicKey } });
  expect(openApprovalFile(inHisName)).toBeUndefined();
  expect(() => requestFor(sara, ["1".repeat(64)], { by: { name: "Aisha", key: aisha.publicKey } })).toThrow();
});

test("the file of a request has exactly the documents that were signed, and its policy", async () => {
  const { aisha, owner, policy } = await office();
  const { request, envelope } = requestFor(aisha, ["1".repeat(64), "2".repeat(64)]);
  const signed = signedPolicy(policy(), owner);
  const whole = writeRequestFile(envelope, signed, ["{}", "{}"]);
  expect(openRequestFile(whole, "r.json")).toMatchObject({ ok: true, value: { request, contents: ["{}", "{}"] } });
  const wrong = [
    writeRequestFile(envelope, signed, ["{}"]),
    writeRequestFile(envelope, signed, []),
    writeRequestFile(envelope, "{}", ["{}", "{}"]),
    writeRequestFile(sealPolicy(policy(), owner), signed, ["{}", "{}"]),
    writeRequestFile(sealRequest({ ...request, by: { name: "Aisha", key: owner.publicKey } }, aisha), signed, [
      "{}",
      "{}",
    ]),
    whole.replace("request/1", "request/2"),
    "[]",
    "",
  ];
  for (const each of wrong)
    expect(openRequestFile(each, "r.json")).toMatchObject({ ok: false, problems: [{ code: "request-not-valid" }] });
});

test("an approval of some documents names documents of its request, and the page that was looked at; of earlier versions it has neither", async () => {
  const { aisha, omar } = await office();
  const [one, other, foreign] = ["1", "2", "3"].map((each) => each.repeat(64)) as [string, string, string];
  const request = requestFor(aisha, [one, other]);
  const opened = (change: Parameters<typeof approvalOf>[2]) => openApprovalFile(approvalOf(request, omar, change));
  const page = "f".repeat(64);
  expect(opened({})?.decision).not.toHaveProperty("documents");
  expect(opened({ documents: [other], page })?.decision).toMatchObject({ documents: [other], page });
  const wrong: Parameters<typeof approvalOf>[2][] = [
    { documents: [foreign] },
    { documents: [one, foreign] },
    { documents: [] },
    { documents: ["1"] },
    { documents: [one], decision: "rejected", reason: "no" },
    { page: "a page" },
  ];
  for (const each of wrong) expect([each, opened(each)]).toEqual([each, undefined]);
});

test("an envelope whose signature or key is no text, or that has two signatures or none, does not open", async () => {
  const { owner, policy } = await office();
  const envelope = sealPolicy(policy(), owner);
  const [signature] = envelope.signatures;
  if (!signature) throw new Error("unsigned");
  const wrong = [[{ ...signature, sig: 5 }], [{ ...signature, keyid: 5 }], [signature, signature], [], {}, ["text"]];
  expect(policyOf(JSON.stringify(envelope))).toBeDefined();
  for (const signatures of wrong) expect(policyOf(JSON.stringify({ ...envelope, signatures }))).toBeUndefined();
});
