import { generateKeyPairSync, sign } from "node:crypto";

/** A key and its self-signed certificate, in PEM. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

/**
 * Makes a key and a certificate for `hosts`, which are host names and IPv4 addresses. By default, the certificate is
 * already valid.
 */
export function makeIdentity(hosts: readonly string[], from = new Date(Date.now() - 86_400_000), days = 30): Identity {
  // Encoded while they are made: Node 20 can wait for itself for ever when a generated key is exported later.
  const { privateKey, publicKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "der" },
  });
  const until = new Date(from.getTime() + days * 86_400_000);
  const algorithm = sequence(oid(1, 2, 840, 10045, 4, 3, 2));
  const name = sequence(tagged(0x31, sequence(oid(2, 5, 4, 3), tagged(0x0c, Buffer.from("selfbill test")))));
  const names = hosts.map((host) =>
    /^[\d.]+$/.test(host) ? tagged(0x87, Buffer.from(host.split(".").map(Number))) : tagged(0x82, Buffer.from(host)),
  );
  const extensions = sequence(
    sequence(oid(2, 5, 29, 19), tagged(0x01, Buffer.from([0xff])), octets(sequence(tagged(0x01, Buffer.from([0xff]))))),
    sequence(oid(2, 5, 29, 17), octets(sequence(...names))),
  );
  const body = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey,
    tagged(0xa3, extensions),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)]));
  const der = sequence(body, algorithm, signature)
    .toString("base64")
    .replace(/.{1,64}/g, "$&\n");
  return {
    key: privateKey,
    cert: `-----BEGIN CERTIFICATE-----\n${der}-----END CERTIFICATE-----\n`,
  };
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
const octets = (content: Buffer): Buffer => tagged(0x04, content);
const integer = (value: number): Buffer => tagged(0x02, Buffer.from([value]));
const time = (date: Date): Buffer => tagged(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, "")));

function oid(first: number, second: number, ...rest: number[]): Buffer {
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const groups = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return tagged(0x06, Buffer.from(bytes));
}
