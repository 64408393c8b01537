import { expect, test } from "vitest";
import { anyWords, everywhere, optionsBesides } from "../../src/commands/command.ts";
import { type Command, commands } from "../../src/commands/index.ts";
import { failAll } from "../../src/problem/index.ts";
import { readOptions, readWords } from "../../src/program.ts";

// Command lines are validated without a desk: no clock, file or service.

/** Valid command lines, in addition to the commands' own examples. */
const right = `
approvals --key me.key --sandbox
approve SB-1 0f8a2c1e4bf9 --key me.key
approve SB-1
approve SB-1 --for Omar --key me.key
approve 0f8a2c1e4bf9 --hand-to Sara --key me.key
delegate
delegate Sara --from 2026-07-01 --until 2026-07-14 --key me.key
delegate Sara --until 2026-07-14 --policy policy.json --out here --key me.key
delegate Sara --end --key me.key
approve request.json --key me.key --except SB-1 --except SB-2 --within-limit --yes --total 10500.00
archive verify june --hash ab
auth login --profile mine
auth logout
certify --client "node client.js" --timeout 20
completion words status --
create-invoice
create-invoice march --json-lines
due --exit-code --strict
export beancount --open --month 2026-06
export csv --month June
history --from 2026-06-01 --state created --who
history --month 2026-06 --user amina
import march.csv --out made --force --date-order dmy
items list
items missing june.xlsx july.xlsx --out items.xlsx --map map.yaml
items import items.xlsx --update
journal accept --head empty
journal init --print-sql
journal move --to postgres://owner@db.example/books --as amina
journal init --sql --writer amina --reader auditor
journal login --with-password --insecure-storage
journal logout
list invoices --month 2026-06 --page 2
list credit-notes --invoice-number SB-1
list lime PO-7731 --month 2026-06 --state pending --amount 1,000.00-1100
list --all --service --date 2026-06-15
login --client-id id --with-secret
logs SB-1 --follow --timeout 5
map bills.csv --out map.yaml --force --kind credit-note
map bills.csv --like sap-b1 --zero-rate out-of-scope
new --drafts
outage --from 2026-06-01 --to 2026-06-30
policy show
policy set policy.yaml --key owner.key --sandbox
policy new-key Aisha --out aisha.key --passphrase
team list
team revoke amina --yes
team admit amina
preview SB-1 --refresh
profile list
profile set acme --extras no
profile show --journal x
report --by supplier --output csv
request march.xlsx --key me.key --kind credit-note
sandbox --port 0 --memory
sandbox --gaps --against calls.jsonl
status SB-1 --xml c3
suppliers
suppliers show lime
templates copy minimal --out here
`;

/** Invalid command lines, each with a part of the message. */
const wrong = `
approvals SB-1 → takes no words
approve --key me.key → No request
delegate --until 2026-07-14 → No person
delegate Sara → --until is missing
delegate Sara --until July → --until
delegate Sara --from 2026-07-15 --until 2026-07-14 → is after
delegate Sara --end --until 2026-07-14 → --end takes no days
delegate Sara Khan --until 2026-07-14 → One person
approve request.json --key me.key --reject " " → needs a reason
approve request.json --key me.key --reject no --yes → --yes and --reject exclude each other
approve request.json --key me.key --reject no --except SB-1 → --except and --reject exclude each other
approve request.json --key me.key --reject no --within-limit → --within-limit and --reject exclude
approve request.json --key me.key --reject no --html a.html → --html and --reject exclude each other
approve request.json --key me.key --reject no --total 1 → --total and --reject exclude each other
approve 0f8a2c1e4bf9 --hand-to Sara --yes → --yes and --hand-to exclude each other
approve 0f8a2c1e4bf9 --hand-to Sara --reject no → --reject and --hand-to exclude each other
approve request.json --key me.key --html pages → is not a page
approve a.json b.json --key me.key --html a.html → page of one request
approve request.json --key me.key --total -5 → is not an amount
archive check → Unknown action
archive verify → No folder
archive --month 2026-06 → needs a folder
archive --out june → needs a period
archive --out june --month 2026-13 → not a month
archive --out june --month 2026-06 --keep-years 4 → is not a whole number from 5 to 49
archive --out june --month 2026-06 --hash ab → --hash belongs to verify
auth look → Unknown action
auth login --with-secret → no client is named
cancel → No invoice
certify → No client
certify --client "node client.js" --format sarif → Unknown format
certify --list --only nosuch → no case nosuch
certify --client "node client.js" --timeout 0 → is not a whole number from 1 to 3600
certify --client "node client.js" --listen → do not go together
certify --listen --port 70000 → is not a whole number from 0 to 65535
completion tcsh → no completion
completion bash now → bash now
create-credit-note credit.yaml --from SB-1 → a file of one was named too
create-credit-note credit.yaml --reason DL8.61.1.A → --reason needs --from
create-credit-note --line 1=4 → --line needs --from
create-invoice march.yaml --json-lines --output csv → More than one output format
create-invoice march.yaml --json-lines --dry-run → has no results yet
due march.xlsx → does not read spreadsheets
due --strict → --strict belongs
due --done called → needs a document
due SB-1 --done " " → reason
due SB-1 --done called --check → goes with documents alone
evidence SB-1 → needs a folder
explain → No rule
explain IBR-138-AE nosuch → word nosuch
export → Unknown form
export ledger → Unknown form
export csv --open → --open belongs to beancount
export csv --month Juni → not a month
export csv --from 2026-07-01 --to 2026-06-01 → is after
handover → needs --out or --from
handover --out our-books --from our-books → exclude each other
handover map.yaml --from our-books → takes no maps
history --since "1 June" → is not a date
history --to 2026-06-31 → does not exist: June has 30 days
history --since 2026-06-01 --from 2026-06-01 → mean the same
history --state sent → sent
history --output xls → xls
import march.xlsx --force → --force needs --out
import march.xlsx --skip-invalid → --skip-invalid needs --out
import march.yaml --date-order dmy → needs a spreadsheet
import march.xlsx --results march.doc → march.doc
items → Unknown action
items add TILE-60 → Unknown action
items show → needs an item
items import → needs a file
items show TILE 60 → Unexpected argument
items list TILE-60 → Unexpected argument
items list --out items.xlsx → --out belongs to items missing and export
items missing june.xlsx --update → --update belongs to items import
items show TILE-60 --profile mine → --profile belongs to items missing
journal look → Unknown action
journal logout --insecure-storage → belong to login
journal login x → takes no file
journal verify --out x → --out belongs
journal verify old.db → takes no file
journal verify --head x → not a head
journal move → needs a folder
journal move --to x --as amina → --as belongs
journal verify --to x → --to belongs
journal backup → needs a file
journal restore → needs a file
journal verify --before 2020-01-01 → belong to purge
journal export --head 0123456789abcdef → --head belongs
journal verify --print-sql → belong to init
journal verify --writer amina → belong to init
journal init --writer amina → belong to init --sql
list invoices lime → takes no further words
list invoices --amount 1050 → are for the list of the journal
list invoices --all-companies → are for the list of the journal
list --page 2 → are for one kind
list --answer maybe → Unknown answer
list --status LOST → Unknown status
list --all --month 2026-06 → exclude each other
list --state PENDING → Unknown state
list --amount 1.250,00 → is not an amount
list --amount 1100-1000 → is not an amount
list --date 2026-02-30 → --date
list invoices --page 0 → --page 0 is not a whole number from 1
list invoices --size 1000 → --size 1000 is not
list invoices --invoice-number SB-1 → is for credit notes
list invoices --from 2026-06-31 → does not exist: June has 30 days
login --client-id id --with-token → a client has a secret
login --with-secret → no client is named
logs SB-1 --timeout 5 → a command that waits
logs SB-1 --follow --timeout 1m → not a whole number
map → not a spreadsheet
map bills.yaml → not a spreadsheet
map bills.csv --kind receipt → Unknown kind
map bills.csv --force → --force needs --out
map bills.csv --like sap → Unknown program
map bills.csv --zero-rate 0 → Unknown meaning
map bills.xlsx --headers bills.csv → for two CSV files
map june/lines.csv --headers bills.csv → not in the folder
map june/lines.csv --headers june/lines.csv → the lines itself
new receipt → Unknown word
new invoice now → invoice now
numbers skip → without a number
numbers drop SB-1 → Unknown action
numbers skip SB-1 --all-companies → A number is skipped for one company
outage --from "1 June" → 1 June
outage --from 2026-06-30 --to 2026-06-01 → 2026-06-01
outage --attempts 1 → --attempts 1 is not a whole number of at least 2
outage --attempts 3.5 → --attempts 3.5
outage --attempts -3 → --attempts -3
outage --minutes 0 → --minutes 0 is not a whole number of at least 1
outage --minutes "a quarter" → --minutes a quarter
outage --minutes 1e3 → --minutes 1e3
policy → Unknown action
team → Unknown action
team remove amina → Unknown action
team list amina → takes no user
team revoke → takes one user
team admit → takes one user
policy remove policy.json → Unknown action
policy show policy.json → takes no file
policy set → No file
policy set policy.json --out x → --out belongs
policy set policy.json --passphrase → belongs to new-key
policy sign policy.yaml --out policy.json → owner's key
policy sign policy.yaml --key owner.key → needs a file to write
policy new-key --out x → for somebody
policy new-key Aisha → needs a file to write
policy new-key Aisha --out x --key y → --key belongs
preview → No document
preview a.yaml --open → belong to --html
preview a.yaml SB-1 → do not go together
preview a.yaml --refresh → --refresh belongs
preview --month 2026-13 → not a month
profile → Unknown action
profile import → needs a file
profile use acme --extras no → takes no values
profile set acme --extras true → (--extras)
reconcile --since June → June is not a date
report --by colour → Unknown view
report --against ledger.csv --tolerance "5 %" → is not an amount
report --output xlsx → needs a file
report --output pdf → Unknown form
report --force → --force belongs to --out
report --month 2026-00 → not a month
report --compare Maybe → --compare Maybe is not a month
report --compare 2026-05 --by day → not compared
report --compare 2026-05 --all-companies → for the documents of one company
report --compare 2026-05 --against ledger.csv → exclude each other
report --out june.doc → june.doc
request --key me.key → No document
request march.yaml --key me.key --kind receipt → Unknown kind
resolve K7Q2 --check --undo → exclude each other
resolve --all-companies --profile acme → a single company
rules → Unknown action
rules list all → no further words
rules diff 1.0.3 → takes two editions
rules diff 1.0.3 9.9 → Unknown edition
rules try → edition is missing
sandbox --memory --data here → exclude each other
sandbox --env tcsh → no lines for
sandbox --against calls.jsonl → is for --gaps
sandbox --gaps --memory → do not go together
sandbox --port 70000 → port
schema → no schema
schema invoice now → invoice now
schema map now → map now
schema invoice --lines → no schema
schema output nosuch → has no --json
status --sales → --sales needs a document
status --status LOST → Unknown status
status --output xlsx → needs a file
status SB-1 --all → --all cannot be used with ids
status SB-1 --all-companies → --all-companies cannot be used with ids
status --all-companies --profile acme → a single company
status SB-1 --xml c4 → Unknown xml
status SB-1 SB-2 --xml c3 → prints one document
status SB-1 --timeout 5 → a command that waits
suppliers look → Unknown action
suppliers show → needs a name
suppliers list lime → takes no name
suppliers accept SB-1 --all-companies → --all-companies belongs
suppliers show desert lime → Unexpected argument
suppliers import a.csv --update --replace → exclude each other
suppliers list --withdraw "sent to another" → --withdraw belongs
templates → Unknown action
templates show minimal --out here → --out belongs
templates list all → no further arguments
validate → No file
xml → No document
xml a.yaml b.yaml → need a folder
`;

const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split("\n")
    .map((row) => row.split(" → "));

async function commandNamed(name: string): Promise<Command> {
  const command = await commands.find((each) => each.name === name)?.load();
  if (command === undefined) throw new Error(name);
  return command;
}

const tokensOf = (line: string): string[] =>
  (line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/, "$2"));

/** The result of `input`. Commander, which would reject some lines earlier, is not used. */
async function judged(line: string) {
  const [name = "", ...tokens] = tokensOf(line);
  const command = await commandNamed(name);
  const words: string[] = [];
  const given: Record<string, unknown> = {};
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? "";
    const [key, option] =
      Object.entries(command.options).find(([, { flags }]) => flags.split(/[ ,]/)[0] === token) ?? [];
    if (key === undefined || option === undefined) words.push(token);
    else if (!/[<[]/.test(option.flags)) given[key] = !token.startsWith("--no-");
    else {
      at += 1;
      given[key] = option.repeatable ? [...((given[key] as string[]) ?? []), tokens[at]] : tokens[at];
    }
  }
  expect(words.filter((word) => /^--./.test(word))).toEqual([]);
  const read = Object.entries(command.options).map(([each, option]) => [each, option.read(given[each])] as const);
  const problems = read.flatMap(([, each]) => (each.ok ? [] : each.problems));
  if (problems.length > 0) return failAll(problems);
  const values = Object.fromEntries(read.map(([each, value]) => [each, value.ok ? value.value : undefined]));
  return command.input(words, values as never);
}

test.each(rowsOf(right))("selfbill %s is taken", async (line) => {
  expect(await judged(line)).toMatchObject({ ok: true });
});

test.each(rowsOf(wrong))("selfbill %s is refused: %s", async (line, says) => {
  const found = await judged(line);
  if (found.ok) throw new Error("it was taken");
  expect(found.problems[0]).toMatchObject({ code: "bad-usage", outcome: "usage" });
  expect(found.problems[0].message).toContain(says);
});

test.each(commands.map(({ name }) => name))("%s takes its own examples", async (name) => {
  const { examples, input } = await commandNamed(name);
  for (const { type } of examples) {
    // The line without the program name or shell syntax.
    const line = type
      .replace(/^.*?\bselfbill /, "")
      .replace(/ (?:&&|[|<>]) .*$/, "")
      .replace(/\)$/, "");
    const typed = await readWords(tokensOf(line), { columns: 80, write: () => undefined });
    if (!typed.ok) throw new Error(`${type}: ${typed.problems[0].message}`);
    if (typed.value === undefined) continue; // the line shows help
    const options = readOptions(typed.value);
    const read = options.ok ? input(typed.value.words, options.value as never) : options;
    expect([type, read]).toMatchObject([type, { ok: true }]);
  }
});

test("an option that names a file or a folder is refused when it is empty, as from a variable that is not set", async () => {
  const taken: string[] = [];
  let asked = 0;
  for (const { name, load } of commands) {
    const command = await load();
    const general = [...everywhere, ...optionsBesides(command)].map(([flags]) => ({ flags, repeatable: false }));
    for (const { flags, repeatable } of [...Object.values(command.options), ...general]) {
      const [, flag = ""] = /^--([a-z-]+) [<[](?:file|dir|place)[>\]]$/.exec(flags) ?? [];
      if (flag === "") continue;
      asked += 1;
      const key = flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
      const read = readOptions({ command, given: { [key]: repeatable ? ["a.csv", ""] : "" } });
      if (read.ok || !read.problems[0].message.startsWith(`--${flag} is empty.`)) taken.push(`${name} --${flag}`);
    }
  }
  expect([taken, asked > 40]).toEqual([[], true]);
});

test("every command that judges its words has some here that it refuses", async () => {
  const loaded = await Promise.all(commands.map(async ({ name, load }) => [name, (await load()).input] as const));
  const judging = loaded.flatMap(([name, input]) => (input === anyWords ? [] : [name]));
  expect([...new Set(rowsOf(wrong).map(([line = ""]) => line.split(" ")[0]))].sort()).toEqual(judging.sort());
});
