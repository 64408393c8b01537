import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeYaml } from "../../src/read/index.ts";
import { freshDocument } from "./fresh.ts";
import { peerProgram } from "./peers.ts";
import { bin, type Checkout, run } from "./program.ts";
import { interleaved, type Measured, type Work } from "./rounds.ts";

/** Runs a command of a checkout in a home of its own; resolves with the milliseconds. */
type Start = (checkout: Checkout, home: string) => Promise<number>;

const fileIn = (folder: string): string => join(folder, "templates", "standard-invoice.yaml");
const words =
  (...given: string[]): Start =>
  (checkout, home) =>
    run([bin(checkout), ...given], home);

/** Measures whole program runs, alternating with `node -e 0` and with other command-line tools. */
export async function benchStart(checkouts: readonly Checkout[], rounds: number, peers?: string): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-bench-"));
  let homes = 0;
  const newHome = (): string => {
    homes += 1;
    const home = join(folder, `home-${homes}`);
    mkdirSync(home);
    return home;
  };
  const create: Start = (checkout, home) =>
    run([bin(checkout), "create-invoice", fileIn(checkout.folder), "--sandbox", "--yes"], home);
  const parts: readonly (readonly [name: string, start: Start, home?: () => string])[] = [
    ["--version", words("--version")],
    ["--help", words("--help")],
    ["codes hs laptop, over 6,939 codes", words("codes", "hs", "laptop")],
    [
      "validate one YAML, all rules",
      (checkout, home) => run([bin(checkout), "validate", fileIn(checkout.folder)], home),
    ],
    ["create-invoice on the embedded sandbox, first ever", create, newHome],
    ["create-invoice on the embedded sandbox, answered again", create],
    [
      "status on the embedded sandbox",
      // Exit code 8: the network's checks are still pending when commands run this quickly.
      (checkout, home) => run([bin(checkout), "status", "SBX-INV-000001", "--sandbox"], home, { codes: [0, 8] }),
    ],
  ];
  const others: { readonly name: string; readonly program: string }[] = [];
  for (const name of ["ksef-client-ts", "prism"] as const) {
    const program = await peerProgram(peers, name);
    if (program !== undefined) others.push({ name, program });
  }
  /** Other programs are measured only with options that every tool has, such as --help. */
  const asked = (name: string): Record<string, Work> =>
    name.startsWith("--")
      ? Object.fromEntries(others.map((peer): [string, Work] => [peer.name, () => run([peer.program, name], folder)]))
      : {};
  try {
    const measured: Measured[] = [];
    const kept = Object.fromEntries(checkouts.map(({ name }) => [name, newHome()]));
    for (const [name, start, homeOf] of parts) {
      const works = Object.fromEntries(
        checkouts.map((each): [string, Work] => [
          each.name,
          () => start(each, homeOf?.() ?? (kept[each.name] as string)),
        ]),
      );
      const series = await interleaved(
        { ...works, "node -e 0": () => run(["-e", "0"], folder), ...asked(name) },
        rounds,
      );
      measured.push({ part: "start", name, unit: "ms", series });
    }
    return measured;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures checking a folder of 1,000 files against all rules, in one run of the program. */
export async function benchFolder(checkouts: readonly Checkout[], rounds: number): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-bench-"));
  try {
    mkdirSync(join(folder, "files"));
    for (let count = 0; count < 1000; count++)
      writeFileSync(join(folder, "files", `${count}.yaml`), writeYaml(freshDocument(2), "invoice"));
    const works = Object.fromEntries(
      checkouts.map((each): [string, Work] => [
        each.name,
        () => run([bin(each), "validate", join(folder, "files")], folder, { codes: [0, 20] }),
      ]),
    );
    const series = await interleaved(works, rounds);
    return [{ part: "folder", name: "validate a folder of 1,000 YAML", unit: "ms", series }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
