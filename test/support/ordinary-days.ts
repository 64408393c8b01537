import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { toWire } from "../../src/contract/index.ts";
import { writeJson } from "../../src/json/index.ts";
import type { Said } from "../faults/command.ts";
import { documentOf } from "../faults/documents.ts";
import {
  type Address,
  addresses,
  companies,
  type Home,
  makeOutside,
  type OutsideWorld,
  type Sending,
} from "../faults/outside-world.ts";
import { type Paper, writePapers } from "../faults/papers.ts";
import { moveClock } from "./moved-clock.ts";

/** The person's answer when selfbill prompts or stops: a flag, or `journal accept`. */
export type Answer = NonNullable<Sending["says"]> | "accept";

/** The output of a run that did not create every document. */
export interface Stop {
  readonly day: number;
  readonly code: number | null;
  readonly words: string;
}

/** Ten days of one office: a hundred documents, and a restart of the computer. */
export interface OrdinaryDays {
  readonly world: OutsideWorld;
  readonly desk: Home;
  readonly stops: readonly Stop[];
  /** Sends the papers; if some are not created, gives the answer and repeats the command. */
  send(papers: readonly Paper[], how?: Partial<Sending>, answer?: Answer): Promise<void>;
  /** Plays all the days, counted from 1, with ten papers each. The computer restarts after the fifth. */
  play(day: (papers: readonly Paper[], day: number) => Promise<void>): Promise<void>;
  /**
   * Creates documents of the first company directly at the real service, without selfbill, with different suppliers
   * and amounts.
   */
  elsewhere(count: number): Promise<void>;
  /**
   * Checks that every paper exists once at the intended service, and that there was at most one question or stop in
   * all.
   */
  judge(meant?: (paper: Paper, index: number) => number): void;
}

const days = 10;
const aDay = 10;
const hour = 3_600_000;
const [usual] = addresses as [Address];

/** Returns the usual address of a host: HTTPS, the host name and no port. */
export function addressOf(host: string): Address {
  const found = addresses.find((each) => each.host === host && each.url === `https://${host}`);
  if (!found) throw new Error(`no address of ${host}`);
  return found;
}

export async function ordinaryDays({ sixCalls = false } = {}): Promise<OrdinaryDays> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-days-"));
  const clock = moveClock();
  onTestFinished(() => {
    clock.restore();
    rmSync(folder, { recursive: true, force: true });
  });
  const world = await makeOutside(folder, clock, false);
  onTestFinished(() => world.close());
  await world.begin(sixCalls);
  const desk = world.home("desk", false);
  const papers = writePapers(join(folder, "files"), days * aDay);
  const stops: Stop[] = [];
  let today = 0;
  let strange = 0;
  const isAll = (said: Said, sent: readonly Paper[]): boolean =>
    said.code === 0 &&
    sent.every(({ file }) => said.told.some((each) => each.file === file && each.outcome === "done"));
  return {
    world,
    desk,
    stops,
    async send(sent, how = {}, answer) {
      const command: Sending = { home: desk, address: usual, company: "co1", papers: sent, really: false, ...how };
      const said = await world.send(command);
      if (isAll(said, sent)) return;
      const text = `${said.stdout}\n${said.stderr}`;
      stops.push({ day: today, code: said.code, words: text });
      if (said.code === 27) expect(commandsIn(text), text).toHaveLength(1);
      if (answer === undefined) throw new Error(`day ${today}: ${said.code} ${text}`);
      if (answer === "accept") {
        const accepted = await world.accept(command);
        expect([accepted.code, accepted.stdout + accepted.stderr]).toEqual([0, expect.any(String)]);
      }
      const again = await world.send({ ...command, ...(answer === "accept" ? {} : { says: answer }) });
      expect([again.code, isAll(again, sent)], again.stdout + again.stderr).toEqual([0, true]);
    },
    async play(day) {
      for (today = 1; today <= days; today++) {
        await day(papers.slice((today - 1) * aDay, today * aDay), today);
        clock.move(24 * hour);
        if (today === days / 2) world.reboot();
      }
    },
    async elsewhere(count) {
      for (let made = 0; made < count; made++) {
        strange += 1;
        const { document_number: _, ...document } = documentOf(3 * strange);
        const note = `made elsewhere ${strange}`;
        const body = writeJson(toWire({ ...document, issue_date: "2026-05-02", note } as never, "invoice"));
        await world.service("real").make(companies.co1, body);
      }
    },
    judge(meant = () => 1) {
      const ledgers = (["real", "test"] as const).map((name) => world.service(name).ledger);
      for (const [index, paper] of papers.entries()) {
        const made = ledgers.flatMap((ledger) => ledger.filter(({ note }) => note === paper.note));
        expect([paper.note, made.length]).toEqual([paper.note, meant(paper, index)]);
      }
      expect(stops.map(({ day, code, words }) => `day ${day}: ${code}: ${words}`).slice(1)).toEqual([]);
    },
  };
}

/** The commands named in a message. */
function commandsIn(text: string): readonly string[] {
  return [
    ...new Set([...text.matchAll(/selfbill (?:journal|reconcile|resolve|profile|login)(?: [a-z]+)?/g)].map(String)),
  ];
}
