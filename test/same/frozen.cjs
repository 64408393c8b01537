// Loaded before a build of selfbill: stops its clock, and derives random values from a counter. Each command runs 70
// seconds after the previous one, so that documents become final and none waits for the rate limit. In one process,
// `step` moves the clock; when a shell starts the commands, each of them moves it by adding a byte to the file that
// SAME_CLOCK names.
const crypto = require("node:crypto");
const { appendFileSync, statSync } = require("node:fs");

const begin = Date.parse("2026-06-20T08:00:00Z");
let steps = 0;
let drawn = 0;
if (process.env.SAME_CLOCK) {
  appendFileSync(process.env.SAME_CLOCK, ".");
  steps = statSync(process.env.SAME_CLOCK).size;
}

globalThis.Date = class extends Date {
  static now = () => begin + steps * 70_000;
  constructor(...given) {
    super(...(given.length === 0 ? [begin + steps * 70_000] : given));
  }
};

function bytes(size) {
  drawn += 1;
  const hash = (at) => crypto.createHash("sha256").update(`${steps} ${drawn} ${at}`).digest();
  return Buffer.concat(Array.from({ length: Math.ceil(size / 32) }, (_, at) => hash(at))).subarray(0, size);
}
const ed25519 = Buffer.from("302e020100300506032b657004220420", "hex");
Object.assign(crypto, {
  randomBytes: bytes,
  randomInt: (from, to) =>
    (to === undefined ? 0 : from) + (bytes(4).readUInt32BE() % (to === undefined ? from : to - from)),
  randomUUID: () =>
    bytes(16)
      .toString("hex")
      .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5"),
  generateKeyPairSync: (_, { privateKeyEncoding, publicKeyEncoding } = {}) => {
    const privateKey = crypto.createPrivateKey({
      key: Buffer.concat([ed25519, bytes(32)]),
      format: "der",
      type: "pkcs8",
    });
    const publicKey = crypto.createPublicKey(privateKey);
    return {
      privateKey: privateKeyEncoding ? privateKey.export(privateKeyEncoding) : privateKey,
      publicKey: publicKeyEncoding ? publicKey.export(publicKeyEncoding) : publicKey,
    };
  },
});

process.hrtime.bigint = () => BigInt(steps) * 70_000_000_000n;

exports.step = () => {
  steps += 1;
  drawn = 0;
};
