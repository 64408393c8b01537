import { suggest } from "../../problem/index.ts";
import { DatabaseAway, ServerError } from "./away.ts";

const again = "Then run the same command again.";
const asOwner = "Ask whoever runs the server";
const inAddress = "--journal (of a profile: selfbill profile set NAME --journal ADDRESS)";

/** Remedies by error code: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const remedies = (): readonly (readonly [RegExp, string])[] => [
  [
    /^28P01$/,
    `The password is wrong, or none was set for this user (selfbill help dba). Keep the right one with ${suggest`journal login`}; in CI SELFBILL_JOURNAL_PASSWORD_FILE names its file.`,
  ],
  [
    /^28000$/,
    `The server does not let this user into this database from this computer. Check the user, and the name of the database, in ${inAddress}. If both are right, ${asOwner.toLowerCase()} for a role of selfbill for this user, with LOGIN, and for lines in pg_hba.conf that are above all others and were reloaded (selfbill help dba).`,
  ],
  [/^3D000$/, `Correct the name of the database in ${inAddress}, or ask whoever runs the server to make it.`],
  [
    /^53300$/,
    `The server has no connection left: wait until others have ended, or have max_connections raised. ${again}`,
  ],
  [/^53100$/, `The disk of the server is full: ${asOwner.toLowerCase()} to free space there. ${again}`],
  [/^53200$/, `The server is out of memory: ${asOwner.toLowerCase()} to look at it. ${again}`],
  [/^57P0[123]$/, `The server stops or starts at this moment: wait a little. ${again}`],
  [
    /^57014$/,
    `The server took too long, and ended the statement: ${asOwner.toLowerCase()} what slows it down. ${again}`,
  ],
  [
    /^(55P03|40P01)$/,
    `Others hold the journal for too long: ${asOwner.toLowerCase()} which session does, in pg_stat_activity. ${again}`,
  ],
  [/^25006$/, `The server takes no writes, as a standby does: name the server that writes in ${inAddress}.`],
  [/^42501$/, `${asOwner} for the role: GRANT selfbill_writer TO this user (selfbill_reader to read alone).`],
  [
    /^(42P01|42703|42883|3F000)$/,
    `Tables of the journal are missing or older: its owner runs ${suggest`journal init --journal postgres://OWNER@HOST/DATABASE`}, or restores them from a backup of the server.`,
  ],
  [/^22/, `The server cannot store this text: ${asOwner.toLowerCase()} whether the database is encoded in UTF8.`],
  [
    /^(XX|58)/,
    `The server's files are damaged or not readable: ${asOwner.toLowerCase()} to look at its log, and send nothing until then.`,
  ],
  [/^(ENOTFOUND|EAI_AGAIN)$/, `Correct the host in ${inAddress}, or check the network's name service. ${again}`],
  [
    /^(ECONNREFUSED|ENOENT)$/,
    `No server answers there: check host and port in ${inAddress}, and whether the server runs. ${again}`,
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    "Look at the clock of this computer first. If it is right, ask whoever runs the server to renew the certificate.",
  ],
  [
    /^CERT_NOT_YET_VALID$/,
    "Look at the clock of this computer first. If it is right, ask whoever runs the server for a certificate that is valid now.",
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    `Name the server in ${inAddress} by the name that its certificate has, or have a certificate made for this name.`,
  ],
  [
    /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/,
    "Name the file of its certificate authority, which whoever runs the server has, with its whole path: ?sslrootcert=/path/ca.pem at the end of the address (selfbill profile set NAME --journal ADDRESS).",
  ],
];

/** Returns what the user can do about an error of the server; undefined if the error has no such remedy. */
export function serverRemedy(error: unknown): string | undefined {
  if (!(error instanceof ServerError || error instanceof DatabaseAway))
    return error instanceof Error && error.cause !== undefined ? serverRemedy(error.cause) : undefined;
  const { code = "", message } = error;
  if (/does not support SSL/.test(message))
    return "Ask whoever runs the server to switch TLS on (ssl = on), with a certificate for its name.";
  return remedies().find(([form]) => form.test(code))?.[1];
}
