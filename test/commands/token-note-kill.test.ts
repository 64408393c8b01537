import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { happened, injecting, straceMissing, tracedIn, tracing } from "../faults/strace.ts";
import { copyFolder, keptToken, noVariables } from "../support/kept-token.ts";
import { leavesOut } from "../support/left-out.ts";
import { runUnder } from "../support/run-under.ts";
import { template } from "../support/sender.ts";

/** The calls after which the disk or the network is another one. */
const changing = ["pwrite64", "fsync", "fdatasync", "unlink", "ftruncate", "connect", "write", "writev", "sendto"];
const patience = 900_000;
/** Points that are tried, spread evenly. */
const mostPoints = 16;

const paper = (nth: number): string =>
  template
    .replace("quantity: 40", `quantity: ${100 + nth}`)
    .replace("issue_date: 2026-06-15", `issue_date: 2026-06-${String((nth % 28) + 1).padStart(2, "0")}`);

test.skipIf(leavesOut(straceMissing()))(
  "killed at any step around the note: never behind it without cause, never sent twice",
  { timeout: patience },
  async () => {
    const place = await keptToken("file");
    const { home, folder, created } = place;
    let nth = 0;
    const file = (): string => {
      nth += 1;
      const path = join(folder, `paper-${nth}.yaml`);
      writeFileSync(path, paper(nth));
      return path;
    };
    const send = (path: string, under: readonly string[] = []) =>
      runUnder(under, ["create-invoice", path, "--yes"], { home, env: noVariables });
    expect(await send(file())).toMatchObject({ code: 0 });
    copyFolder(home, join(folder, "ready"));
    const log = join(folder, "strace.log");
    expect(await send(file(), tracing(log))).toMatchObject({ code: 0 });
    const traced = tracedIn(log);
    const noted = traced.findIndex(({ call, line }) => call === "pwrite64" && line.includes("journal-notes.db"));
    expect(noted).toBeGreaterThan(0);
    const all = traced
      .slice(Math.max(0, noted - 60))
      .filter(({ call, inner, line }) => changing.includes(call) && !inner && !/<pipe:|TCP.*LISTEN/.test(line));
    expect(all.length).toBeGreaterThan(mostPoints);
    const step = Math.ceil(all.length / mostPoints);
    const points = all.filter((_, at) => at % step === 0);
    let killed = 0;
    for (const { call, n } of points) {
      copyFolder(join(folder, "ready"), home);
      const path = file();
      const before = await created();
      const injection = { call, n, what: "signal=SIGKILL" };
      await send(path, injecting(injection, log));
      killed += Number(happened(injection, log));
      const after = await created();
      const again = await send(path);
      const name = `${call} ${n}: ${again.stderr}`;
      expect(after - before, name).toBeLessThanOrEqual(1);
      // Sent now, or sent already, or in doubt: never stopped by the note.
      expect([0, 23], name).toContain(again.code);
      expect((await created()) - before, name).toBe(again.code === 0 ? 1 : after - before);
      // Put back to before: what may have left is noted.
      const last = await created();
      if (last > before) {
        copyFolder(join(home, "config/tokens"), join(folder, "tokens"));
        copyFolder(join(folder, "ready"), home);
        copyFolder(join(folder, "tokens"), join(home, "config/tokens"));
        expect(await send(path), name).toMatchObject({ code: 27 });
        expect(await created(), name).toBe(last);
      }
    }
    expect(killed).toBeGreaterThan(points.length / 2);
  },
);
