import { expect, test } from "vitest";
import { isPublicKey, openPolicy, type SigningKey, sealPolicy } from "../../src/approval/index.ts";
import { office } from "../support/approvals.ts";

const named = (hex: string): string => `ed25519:${Buffer.from(hex, "hex").toString("base64url")}`;

/** The points of small order on Ed25519's curve and their alternative encodings, little-endian, in hexadecimal. */
const weak = [
  `01${"00".repeat(31)}`,
  `ec${"ff".repeat(30)}7f`,
  "00".repeat(32),
  `${"00".repeat(31)}80`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
  `01${"00".repeat(30)}80`,
  `ec${"ff".repeat(31)}`,
  `ee${"ff".repeat(30)}7f`,
  `ee${"ff".repeat(31)}`,
  `ed${"ff".repeat(30)}7f`,
  `ed${"ff".repeat(31)}`,
  `f0${"ff".repeat(30)}7f`,
];

test("a public key that signs by itself is none, however it is spelled", async () => {
  const { owner, policy } = await office();
  expect(isPublicKey(owner.publicKey)).toBe(true);
  for (const hex of weak) {
    expect([hex, isPublicKey(named(hex))]).toEqual([hex, false]);
    // R is the key itself and s is 0: with a key of small order this verifies for at least one message in eight, and
    // with the first key for every message.
    const signature = Buffer.concat([Buffer.from(hex, "hex"), Buffer.alloc(32)]).toString("base64");
    const nobody: SigningKey = { publicKey: named(hex), sign: () => signature };
    for (let number = 1; number <= 20; number++)
      expect(openPolicy(sealPolicy(policy({ number: String(number) }), nobody))).toBeUndefined();
  }
});

test("a key has one spelling: the same bytes in other letters are refused", async () => {
  const { owner } = await office();
  const last = owner.publicKey.at(-1) ?? "";
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const twin = `${owner.publicKey.slice(0, -1)}${letters[letters.indexOf(last) + 1]}`;
  const bytes = (key: string): string => Buffer.from(key.slice(8), "base64url").toString("hex");
  expect(bytes(twin)).toBe(bytes(owner.publicKey));
  expect(isPublicKey(twin)).toBe(false);
});
