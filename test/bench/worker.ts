import { rows } from "./engine.ts";

/**
 * A request to this process, which has one version of the code: repeat a row for this many CPU milliseconds, and send
 * back the cost of one run. If other programs load the computer, wall-clock time would end a round before the code is
 * warm.
 */
interface Asked {
  readonly row: string;
  readonly milliseconds: number;
}

process.on("message", ({ row, milliseconds }: Asked) => {
  const found = rows.find(({ name }) => name === row);
  if (found === undefined) throw new Error(`There is no row ${row}.`);
  const { make, work, batch } = found;
  let runs = 0;
  let spent = 0;
  do {
    const inputs = Array.from({ length: batch }, make);
    const before = process.cpuUsage();
    for (const input of inputs) work(input);
    const { user, system } = process.cpuUsage(before);
    spent += user + system;
    runs += batch;
  } while (spent < milliseconds * 1000);
  process.send?.(spent / 1000 / runs);
});
