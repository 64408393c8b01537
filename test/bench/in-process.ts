import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { rows } from "./engine.ts";
import type { Checkout } from "./program.ts";
import { interleaved, type Measured, type Work } from "./rounds.ts";

const milliseconds = 400;

/** Measures the CPU time of each row of engine.ts, including garbage collection, in one process per checkout. */
export async function benchEngine(checkouts: readonly Checkout[], rounds: number, only = ""): Promise<Measured[]> {
  const workers = checkouts.map(({ name }) => ({
    name,
    child: fork(join(__dirname, name === "selfbill" ? "worker.cjs" : "worker-against.cjs"), { stdio: "inherit" }),
  }));
  const measured: Measured[] = [];
  for (const { name } of rows.filter((row) => row.name.includes(only))) {
    const works = Object.fromEntries(workers.map((each): [string, Work] => [each.name, () => ask(each.child, name)]));
    measured.push({ part: "engine", name, unit: "ms", series: await interleaved(works, rounds, 2) });
  }
  for (const { child } of workers) child.disconnect();
  return measured;
}

/** Has a process measure a row; resolves with the CPU milliseconds for one run. */
function ask(child: ChildProcess, row: string): Promise<number> {
  return new Promise((answer, failed) => {
    const broken = (code: number | null) => failed(new Error(`${row}: the process ended with ${code}`));
    child.once("exit", broken).once("message", (took) => {
      child.off("exit", broken);
      answer(took as number);
    });
    child.send({ row, milliseconds });
  });
}
