import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Host, startHosts } from "./hosts.ts";
import { plainRow } from "./plain-row.ts";
import { openProvider } from "./provider.ts";
import { type Ran, type Running, runSelfbill, startSelfbill, temporaryFolder } from "./run-selfbill.ts";

/** A company of a shared service centre: its profile, its name, and its business profile at the service. */
export interface CentreCompany {
  readonly profile: string;
  readonly name: string;
  readonly id: string;
  readonly token: string;
}

const companyOf = (profile: string, name: string, at: number): CentreCompany => ({
  ...{ profile, name },
  id: `BP-${at + 1}Q2M4X9KTD`,
  token: `token-of-company-${at + 1}`,
});

export const companies: readonly CentreCompany[] = ["Acme Retail", "Oasis Foods", "Palm Ledger"].map((name, at) =>
  companyOf(name.split(" ")[0]?.toLowerCase() ?? "", name, at),
);

/** Companies with long names like those in the trade register, one of them in Arabic. */
export const sixCompanies: readonly CentreCompany[] = [
  "Acme Retail and Wholesale Trading Company L.L.C.",
  "Oasis Foods and Beverages Distribution FZ-LLC",
  "Palm Ledger Accounting and Audit Services",
  "Northern Gulf Marine Equipment Trading Est.",
  "Desert Falcon Building Materials Industries",
  "شركة النخيل للتجارة العامة والمقاولات ذ.م.م",
].map((name, at) => companyOf(`c${at + 1}`, name, at));

/**
 * Companies at one provider, each with a token, and a clerk with a profile for each; there are three companies unless
 * `whose` is given. `through` sees each request before the provider does; `journal` is the address of a team's
 * journal.
 */
export async function centre(
  through: (answer: Host) => Host = (answer) => answer,
  journal?: string,
  whose: readonly CentreCompany[] = companies,
): Promise<Centre> {
  const folder = temporaryFolder();
  const provider = openProvider(whose.map(({ id, token }) => ({ id, tokens: [token] })));
  const hosts = await startHosts(folder, { "einvoice.example": through(provider.answer) });
  onTestFinished(async () => {
    await hosts.close();
    await provider.close();
  });
  const home = join(folder, "home");
  mkdirSync(home);
  const env = { ...hosts.settings, ...(journal === undefined ? {} : { SELFBILL_JOURNAL: journal }) };
  const run = (words: readonly string[], more: Record<string, string> = {}, input = ""): Promise<Ran> =>
    runSelfbill(words, { home, cwd: folder, env: { ...env, ...more }, input });
  for (const { profile, name, id, token } of whose) {
    await run([
      "profile",
      "set",
      profile,
      "--base-url",
      "https://einvoice.example",
      "--business-profile",
      id,
      "--company",
      name,
    ]);
    await run(["login", "--profile", profile, "--insecure-storage", "--with-token"], {}, token);
  }
  return {
    folder,
    home,
    env,
    provider,
    run,
    start: (words) => startSelfbill(words, { home, cwd: folder, env }),
    sheet(name, rows) {
      const headings = [...new Set(rows.flatMap((each) => Object.keys(each)))];
      const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
      const lines = [headings, ...rows.map((each) => headings.map((heading) => each[heading] ?? ""))].map(line);
      writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
      return name;
    },
  };
}

interface Centre {
  readonly folder: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly provider: ReturnType<typeof openProvider>;
  run(words: readonly string[], more?: Record<string, string>, input?: string): Promise<Ran>;
  start(words: readonly string[]): Running;
  /** Writes a CSV file; returns its name. */
  sheet(name: string, rows: readonly Readonly<Record<string, string>>[]): string;
}

/** A valid one-line invoice, as a row of the ready-made sheet. */
export function centreRow(company: string, number: string, price: string): Record<string, string> {
  const { "Invoice number": _, "Invoice date": date, "Due date": due, ...rest } = plainRow;
  const head = { "Invoice number": number, "Invoice date": date, "Due date": due, Company: company };
  return { ...head, ...rest, "Unit price": price };
}
