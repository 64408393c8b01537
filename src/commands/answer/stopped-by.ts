import { type Problem, stoppingOutcome } from "../../problem/index.ts";
import type { Report, View } from "../../report/index.ts";
import type { Folders, FoundClient, FoundToken, passwordSource } from "../../settings/index.ts";

export function stoppedBy(problems: readonly Problem[], sandbox = false): Report {
  return { outcome: stoppingOutcome(problems), sandbox, view: { view: "nothing" }, problems };
}

export function succeeded(view: View, sandbox = false, problems: readonly Problem[] = []): Report {
  return { outcome: "done", sandbox, view, problems };
}

export function fileWords({ secrets, secretsArePrivate }: Folders): string {
  return secretsArePrivate
    ? "a file that only you can read"
    : `a file in ${secrets}, which other users may be able to read`;
}

export function tokenWords(from: FoundToken["from"] | FoundClient["from"] | ReturnType<typeof passwordSource>): string {
  if (from === undefined) return "none is kept here; ~/.pgpass counts, and the server's own rules";
  if (from === "keychain") return "in the keychain";
  return from === "file" ? "in a file of yours (--insecure-storage)" : `from ${from}`;
}
