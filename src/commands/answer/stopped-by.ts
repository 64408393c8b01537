import { type Problem, stoppingOutcome } from "../../problem/index.ts";
import type { Report, View } from "../../report/index.ts";
import type { Folders, FoundClient, FoundToken, passwordSource } from "../../settings/index.ts";

/** Reports that a command could not continue. */
export function stoppedBy(problems: readonly Problem[], sandbox = false): Report {
  return { outcome: stoppingOutcome(problems), sandbox, view: { view: "nothing" }, problems };
}

/** Reports that a command succeeded; its problems are warnings. */
export function succeeded(view: View, sandbox = false, problems: readonly Problem[] = []): Report {
  return { outcome: "done", sandbox, view, problems };
}

/** Describes the file that holds a secret; calls the file private only if that is known. */
export function fileWords({ secrets, secretsArePrivate }: Folders): string {
  return secretsArePrivate
    ? "a file that only you can read"
    : `a file in ${secrets}, which other users may be able to read`;
}

/** Describes the source of a token, a client secret, or a password. */
export function tokenWords(from: FoundToken["from"] | FoundClient["from"] | ReturnType<typeof passwordSource>): string {
  if (from === undefined) return "none is kept here; ~/.pgpass counts, and the server's own rules";
  if (from === "keychain") return "in the keychain";
  return from === "file" ? "in a file of yours (--insecure-storage)" : `from ${from}`;
}
