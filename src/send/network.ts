import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Environment } from "../environment/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import { longestExchange, type Patience } from "./access.ts";

/** The values of --ca-file and --request-timeout, or of their environment variables. */
export interface NetworkWishes {
  readonly extraCa?: string | undefined;
  readonly patience?: Partial<Patience>;
}

/**
 * Reads two environment variables: SELFBILL_CA_FILE names certificate authorities in addition to Node's own, and
 * SELFBILL_REQUEST_TIMEOUT is the time limit in seconds for a whole request, from connecting to the last byte of the
 * answer. Problems: `ca-unusable`, `bad-usage`.
 */
export function networkFrom(environment: Environment): Result<NetworkWishes> {
  const file = environment.SELFBILL_CA_FILE?.trim();
  const seconds = environment.SELFBILL_REQUEST_TIMEOUT?.trim();
  const authorities = file ? authoritiesIn(file) : ok(undefined);
  if (!authorities.ok) return authorities;
  const whole = seconds ? wholeFrom(seconds) : ok(undefined);
  if (!whole.ok) return whole;
  const extraCa = authorities.value === undefined ? undefined : authorities.value + nodesOwn(environment);
  return ok({ extraCa, ...(whole.value === undefined ? {} : { patience: { whole: whole.value } }) });
}

function authoritiesIn(file: string): Result<string> {
  const refuse = (why: string): Result<string> =>
    fail(
      problem(
        "ca-unusable",
        `Nothing was sent: the file of certificate authorities ${file} ${why}.`,
        "Name a file that holds certificates in PEM format: --ca-file FILE, or SELFBILL_CA_FILE.",
      ),
    );
  try {
    const text = readFileSync(file, "utf8");
    const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    for (const pem of found) new X509Certificate(pem);
    return found.length > 0 ? ok(`${found.join("\n")}\n`) : refuse("holds no certificate");
  } catch (error) {
    return refuse(`cannot be used: ${(error as Error).message}`);
  }
}

/**
 * Returns the authorities in NODE_EXTRA_CA_CERTS, which Node 20 ignores if a program sets its own authorities; Node
 * itself has already reported an unreadable file.
 */
function nodesOwn(environment: Environment): string {
  try {
    return environment.NODE_EXTRA_CA_CERTS ? readFileSync(environment.NODE_EXTRA_CA_CERTS, "utf8") : "";
  } catch {
    return "";
  }
}

const most = longestExchange / 1000;

function wholeFrom(seconds: string): Result<number> {
  const count = /^\d{1,3}$/.test(seconds) ? Number(seconds) : 0;
  if (count >= 1 && count <= most) return ok(count * 1000);
  const message = `--request-timeout ${seconds} is not a number of seconds from 1 to ${most}.`;
  return fail(
    problem(
      "bad-usage",
      message,
      `Write --request-timeout 60, for instance; without it a request has ${most} seconds.`,
    ),
  );
}
