import { rows } from "./engine.ts";
import { benchJournal } from "./journal.ts";
import { interleaved, median, ratio, Worker } from "./rounds.ts";

const words = process.argv.slice(2);
const against = process.env.SELFBILL_BENCH_AGAINST || undefined;
const after = (word: string) => words[words.indexOf(word) + 1];
const rounds = words.includes("--rounds") ? Number(after("--rounds")) : 9;
const named = words.includes("--row") ? after("--row") : undefined;

if (words[0] === "journal") void benchJournal(Number(words[1] ?? "100000"));
else void engine();

async function engine(): Promise<void> {
  const workers = [new Worker("worker.cjs"), ...(against ? [new Worker("worker-against.cjs")] : [])];
  for (const { name } of rows) {
    if (named && !name.includes(named)) continue;
    const [ours = [], others = []] = await interleaved(
      workers.map((worker) => () => worker.ask(name, 300)),
      rounds,
      2,
    );
    const figures = { name, ours, others };
    console.log(
      name.padEnd(48),
      median(ours).toFixed(4),
      others.length ? `${median(others).toFixed(4)} gain ${(1 / ratio(figures)).toFixed(2)}` : "",
    );
  }
  for (const worker of workers) worker.stop();
}
