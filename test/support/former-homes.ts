import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openDatabase } from "../../src/database/index.ts";
import { startHosts } from "./hosts.ts";
import { openProvider, type Provider } from "./provider.ts";
import { type Ran, runSelfbill, temporaryFolder, top } from "./run-selfbill.ts";

const fixtures = join(top, "test/fixtures/homes-0.1.0");

/** The homes in the fixtures, whose README lists the documents that each one sent. */
export type FormerHome = "ordinary" | "doubt" | "tunnel" | "four-eyes" | "server" | "server-four-eyes";

const company = "BP-7Q2M4X9KTD";
const token = "token-of-palm-ledger";

/** A home as an earlier version left it, and its service. */
export interface FormerUser {
  readonly home: string;
  readonly provider: Provider;
  /** The service's address. */
  readonly baseUrl: string;
  /** Returns the path of the document that has this number in the fixtures. */
  paper(number: number): string;
  /** Runs a command without a terminal. */
  run(words: readonly string[], env?: Record<string, string>): Promise<Ran>;
}

export const formerText = (name: FormerHome, file: "journal.sql" | "journal-mark.sql"): string =>
  readFileSync(join(fixtures, name, file), "utf8");

export function formerKey(name: "aisha" | "omar"): string {
  const path = join(temporaryFolder(), `${name}.key`);
  copyFileSync(join(fixtures, "keys", `${name}.key`), path);
  chmodSync(path, 0o600);
  return path;
}

export function makeDatabase(path: string, text: string): void {
  const opened = openDatabase(path, "");
  if (!opened.ok) throw new Error(opened.problems[0].message);
  try {
    opened.value.exec(text);
  } finally {
    opened.value.close();
  }
}

/** Sets up a user with a home from an earlier version; the service has only the documents sent from now on. */
export async function formerUser(name: FormerHome, env: Record<string, string> = {}): Promise<FormerUser> {
  const folder = temporaryFolder();
  const provider = openProvider([{ id: company, tokens: [token] }]);
  const hosts = await startHosts(folder, { "einvoice.example": provider.answer });
  onTestFinished(async () => {
    await hosts.close();
    await provider.close();
  });
  const home = join(folder, "home");
  putHome(name, home);
  const isTunnel = name === "tunnel";
  const baseUrl = isTunnel ? await hosts.tunnel("einvoice.example") : "https://einvoice.example";
  const settings = {
    ...hosts.settings,
    ...(isTunnel ? { SELFBILL_BASE_URL: baseUrl, SELFBILL_TOKEN: token } : {}),
    ...env,
  };
  const files = join(folder, "files");
  mkdirSync(files);
  const text = readFileSync(join(fixtures, "invoice.yaml"), "utf8");
  return {
    home,
    provider,
    baseUrl,
    paper(number) {
      const path = join(files, `invoice-${number}.yaml`);
      writeFileSync(path, text.replace("quantity: 40", `quantity: ${100 + number}`));
      return path;
    },
    run: (words, more = {}) => runSelfbill(words, { home, env: { ...settings, ...more } }),
  };
}

function putHome(name: FormerHome, home: string): void {
  const from = join(fixtures, name);
  for (const each of ["", "config", "config/tokens", "data"]) mkdirSync(join(home, each), { mode: 0o700 });
  const put = (to: string, text: string): void => writeFileSync(join(home, to), text, { mode: 0o600 });
  put("config/settings.json", readFileSync(join(from, "settings.json"), "utf8"));
  // A token file is named after a hash of the address.
  put("config/tokens/d1aef451de340fe734bc735f0f4ce56c.json", readFileSync(join(from, "token.json"), "utf8"));
  if (!name.startsWith("server")) makeDatabase(join(home, "data/journal.db"), formerText(name, "journal.sql"));
  makeDatabase(join(home, "data/journal-mark.db"), formerText(name, "journal-mark.sql"));
}
