import { Worker } from "node:worker_threads";

/** CPU seconds after which a case is considered to be in an endless loop. */
const mostSeconds = 120;

/**
 * Guards against a case that never ends and would block the run without a message: a second thread checks every second
 * which case is running. When a case has used more than `most` CPU seconds, the thread prints `name` and the number of
 * the case, and kills the process. Call `begin` before each case.
 */
export function watchCases(name: string, most = mostSeconds): { begin(number: number): void; end(): void } {
  const now = new Int32Array(new SharedArrayBuffer(4));
  // The worker is passed as source text, because a bundle is a single file.
  const worker = new Worker(
    `const { workerData: { now, name, most } } = require("node:worker_threads");
     const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
     let [last, since] = [-1, 0];
     setInterval(() => {
       const at = Atomics.load(now, 0);
       if (at !== last) [last, since] = [at, used()];
       else if (used() - since > most) {
         require("node:fs").writeSync(2, "✗ " + name + " case " + at + " did not end within " + most + " seconds of the processor\\n");
         process.kill(process.pid, "SIGKILL");
       }
     }, Math.min(1000, most * 100));`,
    { eval: true, execArgv: [], workerData: { now, name, most } },
  );
  worker.unref();
  return {
    begin: (number) => Atomics.store(now, 0, number),
    end: () => void worker.terminate(),
  };
}
