import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeYaml } from "../../src/read/index.ts";
import { writeBigJournal } from "../support/big-journal.ts";
import { freshDocument } from "./fresh.ts";
import { run as costOf } from "./journal-commands.ts";
import { bin, type Checkout, ended, type Manner, run, serve } from "./program.ts";
import { interleaved, type Measured, type Work } from "./rounds.ts";
import type { Account } from "./sandbox.ts";

/** One way to run selfbill: Node with the program's file, or the executable. */
interface Place {
  readonly where: string;
  readonly name: "selfbill" | "before";
  readonly words: readonly string[];
  readonly manner: Manner;
}

/**
 * Measures the most common commands in their usual environments: as built, as installed from a package and, if given,
 * as the executable; with a journal of a hundred documents, and with a local service. All alternate with
 * `node -e 0`.
 */
export async function benchPlaces(
  checkouts: readonly Checkout[],
  rounds: number,
  executable: string | undefined,
): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-bench-"));
  const service = await serve(
    [bin(checkouts[0] as Checkout), "sandbox", "--json", "--port", "0", "--rate", "0", "--data", join(folder, "data")],
    folder,
  );
  const { base_url, token, business_profile_id } = JSON.parse(service.line) as Account;
  const live = {
    SELFBILL_BASE_URL: base_url,
    SELFBILL_TOKEN: token,
    SELFBILL_BUSINESS_PROFILE_ID: business_profile_id,
  };
  try {
    const measured: Measured[] = [];
    const places = [
      ...checkouts.map((each): Place => ({ where: "built", name: each.name, words: [bin(each)], manner: {} })),
      ...checkouts.map((each) => installed(each, folder)),
      ...(executable
        ? [{ where: "executable", name: "selfbill", words: [], manner: { program: executable } } as const]
        : []),
    ];
    for (const where of new Set(places.map((place) => place.where))) {
      const here = places.filter((place) => place.where === where);
      for (const [name, work] of questions(live, join(folder, where))) {
        const works = here.map((place): [string, Work] => [place.name, () => work(place)]);
        const series = await interleaved(
          { ...Object.fromEntries(works), "node -e 0": () => run(["-e", "0"], folder) },
          rounds,
        );
        measured.push({ part: "places", name: `${where}: ${name}`, unit: "ms", series });
      }
    }
    measured.push(...(await memoryOfLive(join(folder, "memory"), live)));
    return measured;
  } finally {
    await ended(service.child);
    rmSync(folder, { recursive: true, force: true });
  }
}

type Question = readonly [name: string, work: (place: Place) => Promise<number>];

function questions(live: Record<string, string>, folder: string): Question[] {
  let documents = 0;
  const newFile = (): string => {
    documents += 1;
    const file = join(folder, `new-${documents}.yaml`);
    writeFileSync(file, writeYaml(freshDocument(2), "invoice"));
    return file;
  };
  const homes = new Map<string, string>();
  const homeOf = ({ name }: Place): string => {
    const home = homes.get(name) ?? join(folder, name);
    if (!homes.has(name)) {
      mkdirSync(join(home, "data"), { recursive: true });
      writeBigJournal(join(home, "data", "journal.db"), 100);
      homes.set(name, home);
    }
    return home;
  };
  const file = join(process.cwd(), "templates", "standard-invoice.yaml");
  const ask =
    (words: () => readonly string[], env: Record<string, string> = {}, codes = [0]) =>
    (place: Place): Promise<number> =>
      run([...place.words, ...words()], homeOf(place), { ...place.manner, env, codes });
  let firsts = 0;
  const newHome = (): Record<string, string> => {
    firsts += 1;
    const home = join(folder, `first-${firsts}`);
    mkdirSync(home);
    return { SELFBILL_HOME: home };
  };
  const create = (): string[] => ["create-invoice", file, "--sandbox", "--yes"];
  return [
    ["--help", ask(() => ["--help"])],
    ["validate, journal of 100", ask(() => ["validate", file])],
    ["create-invoice on the sandbox, first ever", (place) => ask(create, newHome())(place)],
    ["create-invoice on the sandbox, answered again", ask(create)],
    ["status on the sandbox", ask(() => ["status", "SBX-INV-000001", "--sandbox"], {}, [0, 8])],
    ["create-invoice of a new document, live", ask(() => ["create-invoice", newFile(), ...send], live)],
    // Exit code 8, pending, is accepted too, because the service takes a few seconds to validate the document.
    ["status of a document, live", ask(() => ["status", "SB-1"], live, [0, 8])],
  ];
}

const send = ["--yes", "--allow-similar", "--accept-changed-supplier"];

/** Measures the most memory that a live command of this checkout uses, in a journal of a hundred documents. */
async function memoryOfLive(home: string, live: Record<string, string>): Promise<Measured[]> {
  mkdirSync(join(home, "data"), { recursive: true });
  writeBigJournal(join(home, "data", "journal.db"), 100);
  const file = join(home, "new.yaml");
  const document = freshDocument(2);
  writeFileSync(file, writeYaml(document, "invoice"));
  const most = async (name: string, words: readonly string[]): Promise<Measured> => {
    const { memory } = await costOf(home, words, live, [0, 8]);
    return { part: "places", name: `built: ${name}, live: memory`, unit: "MB", series: { selfbill: [memory] } };
  };
  return [
    await most("create-invoice of a new document", ["create-invoice", file, ...send]),
    await most("status of a document", ["status", String(document.document_number)]),
  ];
}

/** Installs what npm packs from a checkout, with its dependencies, into a folder of its own. */
function installed(checkout: Checkout, folder: string): Place {
  const to = join(folder, `installed-${checkout.name}`);
  mkdirSync(join(to, "node_modules"), { recursive: true });
  const words = ["pack", "--ignore-scripts", "--silent", "--pack-destination", to];
  const packed = execFileSync("npm", words, { cwd: checkout.folder, encoding: "utf8" });
  execFileSync("tar", ["-xzf", packed.trim()], { cwd: to });
  for (const name of ["@photostructure", "@napi-rs"])
    symlinkSync(join(checkout.folder, "node_modules", name), join(to, "node_modules", name), "junction");
  const program = join(to, "package", "bin", "selfbill.cjs");
  return { where: "installed", name: checkout.name, words: [program], manner: {} };
}
