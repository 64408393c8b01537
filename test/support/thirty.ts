import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { creditNote, inDollars, invoice, line } from "./documents.ts";
import { type Ran, runSelfbill, temporaryFolder } from "./run-selfbill.ts";
import { from } from "./shop.ts";

const places = [
  "Desert Lime",
  "Al Noor Marine",
  "Gulf Crane",
  "Falcon Steel",
  "Liwa Dates",
  "Hatta Stone",
  "Creek Cargo",
];
const trades = ["Trading LLC", "Services FZE", "Logistics LLC", "Contracting Co LLC", "Supplies DMCC"];

/** An IBAN with valid check digits. */
export function ibanOf(n: number): string {
  const bban = `033${String(1_000_000_000_000_000 + n * 7919)}`;
  const check = 98n - (BigInt(`${bban}101400`) % 97n);
  return `AE${String(check).padStart(2, "0")}${bban}`;
}

/** A TIN of ten digits, the last of which is the check digit (Luhn). */
function tinOf(n: number): string {
  const body = String(100_200_000 + n * 137);
  const sum = [...body].reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

/** The n-th document: number 29 is in US dollars, and number 30 is a credit note for the first one. */
export function nth(n: number, change: Partial<SelfBilledDocument> = {}): SelfBilledDocument {
  const of = n === 30 ? 1 : n;
  const who = from(tinOf(of)).accounting_supplier_party;
  const name = `${places[of % places.length]} ${trades[of % trades.length]}`;
  const common: Partial<SelfBilledDocument> = {
    document_number: `AP-2026-${String(n).padStart(4, "0")}`,
    accounting_supplier_party: { ...who, name, party_name: name },
    payment_means: [{ payment_means_code: "30", payee_financial_account: { id: ibanOf(n), name } }],
    // The amounts are not in the order of the document numbers.
    document_lines: [line({ quantity: String(((n * 37) % 101) + 1), price: { base_amount: "2053.75" } })],
    ...(n === 29 ? inDollars : {}),
    ...change,
  };
  if (n !== 30) return invoice(common);
  const { payment_means: _, ...rest } = common;
  return creditNote(rest);
}

/** The positions of the supplier whose account changed, and of the one that is unknown. */
export const [changed, unknown] = [17, 23] as const;

/** The new account of the changed supplier. */
export const otherIban = ibanOf(500);

export const exact = (fils: bigint): string => `${fils / 100n}.${String(fils % 100n).padStart(2, "0")}`;

/**
 * Sets up Aisha's desk, which sent a document for every supplier but one before a policy existed; the file of her
 * request for thirty documents; and Omar's computer, which has no record of it.
 */
export async function thirty({ limit }: { readonly limit?: string } = {}) {
  const folder = temporaryFolder();
  const [aisha, omar] = ["aisha", "omar"].map((each) => join(folder, each)) as [string, string];
  for (const each of [aisha, omar, join(folder, "may"), join(folder, "june")]) mkdirSync(each);
  const run = (home: string, ...words: string[]): Promise<Ran> => runSelfbill(words, { home, cwd: folder });
  const must = async (home: string, ...words: string[]): Promise<string> => {
    const ran = await run(home, ...words);
    if (ran.code !== 0) throw new Error(`${words.join(" ")}: ${ran.code}\n${ran.stdout}${ran.stderr}`);
    return ran.stdout;
  };
  const all = Array.from({ length: 30 }, (_, at) => at + 1);
  for (const n of all) {
    const earlier = nth(n, {
      document_number: `MAY-${n}`,
      issue_date: "2026-05-15",
      due_date: "2026-06-15",
      document_lines: [line({ quantity: "2" })],
    });
    if (n !== unknown && n !== 30) writeFileSync(join(folder, "may", `${n}.yaml`), writeYaml(earlier, "invoice"));
    const other = {
      payment_means: [{ payment_means_code: "30", payee_financial_account: { id: otherIban, name: "X" } }],
    };
    const now = nth(n, n === changed ? other : {});
    writeFileSync(join(folder, "june", `${n}.yaml`), writeYaml(now, n === 30 ? "credit-note" : "invoice"));
  }
  await must(aisha, "create-invoice", "may", "--sandbox", "--yes");
  const keys: Record<string, string> = {};
  for (const who of ["aisha", "omar", "owner"]) {
    const text = await must(aisha, "policy", "new-key", who, "--out", join(folder, `${who}.key`), "--json");
    keys[who] = JSON.parse(text).key.public_key;
  }
  const most = limit === undefined ? "" : `, per_document: "${limit}"`;
  const people = `  - { name: Aisha, key: "${keys.aisha}", may: [request] }\n  - { name: Omar, key: "${keys.omar}", may: [approve]${most} }\n`;
  writeFileSync(join(folder, "policy.yaml"), `number: 1\npeople:\n${people}`);
  await must(aisha, "policy", "set", "policy.yaml", "--key", "owner.key", "--sandbox", "--yes");
  await must(aisha, "request", "june", "--sandbox", "--send-anyway", "--key", "aisha.key", "--out", "out");
  const [name = ""] = readdirSync(join(folder, "out"));
  return { folder, aisha, omar, request: join("out", name), run, must };
}
