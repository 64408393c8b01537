import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Database, openDatabase } from "../../../src/database/index.ts";
import { openJournal } from "../../../src/journal/index.ts";
import { openSettings, resolveProfile } from "../../../src/settings/index.ts";
import { openBook } from "../../../src/suppliers/index.ts";
import { createdResult, intent } from "../../support/intents.ts";
import { changeJson } from "../change-json.ts";
import { counted, jsonSigns, judged, megabyte, pump, type Reader, yamlSigns } from "../reader.ts";

/** Creates a home folder with one file, which is rewritten for each input. */
function home(file: string) {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-fuzz-"));
  const config = join(folder, "config");
  const folders = {
    config,
    secrets: config,
    secretsArePrivate: true,
    marks: config,
    data: join(folder, "data"),
    log: join(folder, "log"),
  };
  for (const each of new Set([folders.config, folders.data, folders.log])) mkdirSync(each, { mode: 0o700 });
  const path = join(folders.config, file);
  return {
    folders,
    put: (bytes: Buffer) => writeFileSync(path, bytes, { mode: 0o600 }),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const bookText = `suppliers:
  - supplier: gulf-steel
    agreement_number: A-1
    agreement_date: 2026-01-15
    agreement_expiry: 2027-01-15
    accounting_supplier_party:
      name: Gulf Steel LLC
      party_tax_scheme: {company_id: 100000000000003}
      postal_address: {street_name: 1 Street, city_name: Dubai, country_code: AE, country_subentity: DXB}
    payment_means: [{payment_means_code: "30", payee_financial_account: {id: AE070331234567890123456}}]
  - supplier: desert-lime
    accounting_supplier_party: {name: Desert Lime}
`;

/** Reads the supplier book in the same way as every command that names a supplier. */
export const book = (): Reader => {
  const place = home("suppliers.yaml");
  const most = 8_000_000;
  return {
    name: "book",
    what: "the supplier book",
    seeds: [Buffer.from(bookText)],
    words: [
      ...yamlSigns,
      "\n    ",
      "suppliers:",
      "agreement_date:",
      "accounting_supplier_party:",
      "payment_means:",
      "supplier: ",
      '"',
      "'",
      "# ",
      "&a",
      "*a",
    ],
    read(bytes) {
      place.put(bytes);
      const found = openBook(place.folders);
      return found.ok ? "taken" : judged(found.problems);
    },
    close: place.close,
    large: {
      suppliers: counted(most, (at) => `  - supplier: s${at}\n`, "suppliers:\n"),
      "suppliers of the same name": pump(most, "  - supplier: a\n", "suppliers:\n"),
      "suppliers that are words": pump(most, "  - a\n", "suppliers:\n"),
      "names with points": counted(most, (at) => `    k.${at}: 1\n`, "suppliers:\n  - supplier: a\n"),
      "unknown fields of a supplier": counted(most, (at) => `    k${at}: 1\n`, "suppliers:\n  - supplier: a\n"),
      "unknown fields of the book": counted(most, (at) => `k${at}: 1\n`, "suppliers: []\n"),
      "accounts of a supplier": pump(
        most,
        "      - {payment_means_code: x}\n",
        "suppliers:\n  - supplier: a\n    payment_means:\n",
      ),
    },
  };
};

const settingsText = JSON.stringify({
  current_profile: "main",
  profiles: {
    main: {
      base_url: "https://api.service.example",
      business_profile_id: "4bf90b8c",
      service_version: "20260101",
      number_series: "SB-{YYYY}-{0000}",
      accounts: {},
      business_profile: { name: "Buyer LLC", trn: "100000000000003" },
    },
    practice: { base_url: "http://127.0.0.1:8080", business_profile_id: "SBX-1" },
  },
  sign_ins: { "https://api.service.example": { kept: "keychain", since: "2026-01-01T00:00:00.000Z" } },
});

const settingNames = [
  "base_url",
  "business_profile_id",
  "service_version",
  "number_series",
  "accounts",
  "journal",
  "current_profile",
  "profiles",
];

/** Reads settings.json, and the profile to which it refers. */
export const settings = (): Reader => {
  const place = home("settings.json");
  const most = 4_000_000;
  return {
    name: "settings",
    what: "settings.json, and the profile that it names",
    seeds: [Buffer.from(settingsText)],
    words: [
      ...jsonSigns,
      '"profiles":{',
      '"base_url":"',
      "https://",
      "http://localhost.evil",
      "http://127.0.0.1:0",
      "https://[::]",
      "https://a@b",
      '"current_profile":"x"',
      "\\u0000",
      '"sign_ins":{',
      "20260101",
      '"accounts":{',
    ],
    change(seed, random) {
      const made = changeJson(seed.toString(), settingNames, random);
      return made === undefined ? undefined : Buffer.from(made);
    },
    read(bytes) {
      place.put(bytes);
      const found = openSettings({}, place.folders);
      if (!found.ok) return judged(found.problems);
      const profile = resolveProfile(found.value);
      return profile.ok ? "taken" : judged(profile.problems);
    },
    close: place.close,
    large: {
      profiles: counted(
        most,
        (at) => `"p${at}":{"base_url":"https://a.example"},`,
        '{"profiles":{',
        '"z":{"base_url":"https://a.example"}},"sign_ins":{}}',
      ),
      "profiles of a wrong name": counted(
        most,
        (at) => `"p ${at}":{"base_url":"https://a.example"},`,
        '{"profiles":{',
        '"z":{"base_url":"https://a.example"}},"sign_ins":{}}',
      ),
      "profiles that are none": counted(most, (at) => `"p${at}":1,`, '{"profiles":{', '"z":1}}'),
      "a long address": pump(
        most,
        "/a",
        '{"current_profile":"a","profiles":{"a":{"base_url":"https://a.example',
        '"}},"sign_ins":{}}',
      ),
      "a long host": pump(
        most,
        "a.",
        '{"current_profile":"a","profiles":{"a":{"base_url":"https://',
        'example"}},"sign_ins":{}}',
      ),
    },
  };
};

/** Returns the file of a valid journal with a document in each possible state. */
async function rightJournal(folder: string): Promise<Buffer> {
  const path = join(folder, "right.db");
  const opened = openJournal(path);
  if (!opened.ok) throw new Error(opened.problems[0].message);
  const journal = opened.value;
  await journal.readyToSend();
  for (const [at, end] of (["created", "refused", "doubt"] as const).entries()) {
    const begun = await journal.begin(intent({ content: `content ${at}`, documentNumber: `SB-${at}` }), {
      allowSimilar: true,
    });
    if (!begun.ok || begun.value.is !== "begun") throw new Error("the journal for the seeds cannot be written");
    const { attempt } = begun.value;
    await attempt.armed();
    if (end === "created") await attempt.result(createdResult());
    if (end === "refused") await attempt.result({ ...createdResult(), verdict: "refused", status: 400 });
  }
  journal.close();
  return readFileSync(path);
}

/**
 * Overwrites bytes without changing the file's length: SQLite still opens files that are damaged inside a page, but
 * hardly any other damaged files.
 */
function inPlace(seed: Buffer, random: { below(below: number): number }): Buffer {
  const made = Buffer.from(seed);
  let at = random.below(made.length);
  while (at < made.length - 1 && made[at] === 0) at++;
  const length = random.below(4) === 0 ? random.below(200) : 1 + random.below(4);
  for (let end = Math.min(made.length, at + length); at < end; at++) made[at] = random.below(256);
  return made;
}

/**
 * Replaces one value of one row with a word or a number, written by SQLite itself, so that only the code that reads
 * rows can notice the change.
 */
function inRow(seed: Buffer, path: string, words: readonly string[], random: { below(below: number): number }): Buffer {
  writeFileSync(path, seed, { mode: 0o600 });
  const opened = openDatabase(path, "", { alone: true });
  // An earlier change may have damaged the file.
  if (!opened.ok) return seed;
  try {
    changeRow(opened.value, words, random);
  } catch {
    // The column does not accept the value.
  } finally {
    opened.value.close();
  }
  return readFileSync(path);
}

function changeRow(database: Database, words: readonly string[], random: { below(below: number): number }): void {
  const tables = database.all("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%'");
  const { name: table } = tables[random.below(tables.length)] ?? {};
  const columns = database.all(`SELECT name FROM pragma_table_info('${table}')`);
  const { name: column } = columns[random.below(columns.length)] ?? {};
  const rows = database.all(`SELECT rowid AS at, "${column}" AS value FROM "${table}" LIMIT 50`);
  const row = rows[random.below(rows.length)];
  if (!row) return;
  const text = String(row.value);
  const at = random.below(text.length + 1);
  const word = words[random.below(words.length)] ?? "";
  const value = [word, text.slice(0, at) + word + text.slice(at + word.length), text.slice(0, at), 9e15, -1, null];
  database.run(`UPDATE "${table}" SET "${column}" = ? WHERE rowid = ?`, value[random.below(6)] ?? null, Number(row.at));
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/**
 * Waits for garbage collection: on Node 20 the files of a closed database stay open until then, and thousands of them
 * are too many.
 */
async function collected(): Promise<void> {
  collect();
  await new Promise((done) => setImmediate(done));
}

const words = [
  ...["SQLite format 3\0", "CREATE TABLE", "DROP TABLE records", '{"', '"verdict":"created"', "armed", "intent"],
  ...["\x0d\x00", "\x05\x00\x00", "\xff\xff\xff\xff", "result", "0", "{}", "9".repeat(40)],
];

/** The first document in the journal; the service created it. */
const exists = intent({ content: "content 0", documentNumber: "SB-0" });

/** A journal with changed bytes or rows is either reported as damaged or read, and never causes a crash. */
export const journal = async (): Promise<Reader> => {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-fuzz-"));
  const path = join(folder, "journal.db");
  const seed = await rightJournal(folder);
  let opened = 0;
  return {
    name: "journal",
    what: "the journal's file, damaged in bytes and rows: opened, verified, asked for all that it holds, and to send again what exists",
    seeds: [seed],
    words,
    change: (from, random) =>
      random.below(5) === 0 ? inPlace(from, random) : inRow(from, join(folder, "changed.db"), words, random),
    async read(bytes) {
      if (++opened % 100 === 0) await collected();
      for (const end of ["", "-wal", "-shm", ".spare", ".set-aside"]) rmSync(path + end, { force: true });
      writeFileSync(path, bytes, { mode: 0o600 });
      const found = openJournal(path);
      if (!found.ok) return judged(found.problems);
      try {
        const ready = await found.value.readyToSend();
        const doubts = await found.value.doubts();
        const verified = await found.value.verify();
        const records = await found.value.records(0, 1_000);
        const tries = await found.value.tries.count({});
        const whole = await found.value.everything(() => Promise.resolve(true));
        const begun = await found.value.begin(exists, { allowSimilar: false });
        if (begun.ok && begun.value.is === "begun") throw new Error("a document that exists would be sent again");
        for (const each of [ready, doubts, verified, records, tries, whole, begun])
          if (!each.ok) return judged(each.problems);
        return verified.ok && verified.value.damage !== undefined ? "damage found" : "taken";
      } finally {
        found.value.close();
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
    large: { "bytes that are no journal": pump(16 * megabyte, "SQLite format 3\0") },
  };
};
