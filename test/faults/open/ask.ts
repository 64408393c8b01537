import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { suggestFor } from "../../../src/commands/index.ts";
import { openDesk } from "../../../src/desk/real/index.ts";
import { exitCodes } from "../../../src/problem/index.ts";
import { readWords, runTyped } from "../../../src/program.ts";
import { makeStyle, renderJson, renderReport } from "../../../src/render/index.ts";
import { foldersFor, openSettings, saveProfile } from "../../../src/settings/index.ts";
import { misanswer } from "../../support/judge-answer.ts";
import type { MovedClock } from "../../support/moved-clock.ts";

/** The output for people and for programs. */
export interface Shown {
  readonly words: readonly string[];
  readonly code: number;
  /** Both streams as shown on a terminal of 80 columns. */
  readonly screen: string;
  readonly pipe: string;
  readonly json: string;
  /** Errors in the `--json` output. */
  readonly misanswer: string | undefined;
}

export interface User {
  ask(...words: readonly string[]): Promise<Shown>;
}

export const token = "token-4711-of-palm-ledger";

/** Returns a user of the service at `baseUrl`. A pause advances this process's clock instead of waiting. */
export function openUser(
  folder: string,
  baseUrl: string,
  extras: boolean,
  clock: MovedClock,
  chosen: Readonly<Record<string, string>> = { SELFBILL_PROFILE: "open", SELFBILL_BUSINESS_PROFILE_ID: "SBX-1" },
): User {
  mkdirSync(folder, { recursive: true });
  const environment = { SELFBILL_HOME: folder, SELFBILL_TOKEN: token, ...chosen, NO_COLOR: "1" };
  const folders = foldersFor({ SELFBILL_HOME: folder });
  const settings = folders.ok ? openSettings({ SELFBILL_HOME: folder }, folders.value) : folders;
  const saved = settings.ok ? saveProfile(settings.value, "open", { base_url: baseUrl, extras }) : settings;
  if (!saved.ok) throw new Error(saved.problems[0].message);
  return { ask: (...words) => ask(words, environment, clock) };
}

async function ask(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  clock: MovedClock,
): Promise<Shown> {
  const read = await readWords(words, { columns: 80, write: () => undefined });
  if (!read.ok || read.value === undefined) throw new Error(`not a command: ${words.join(" ")}`);
  const typed = read.value;
  let screen = "";
  const terminal = () => {
    const stream = new Writable({
      write(chunk, _, next) {
        screen += String(chunk);
        next();
      },
    });
    return Object.assign(stream, { isTTY: true, columns: 80 }) as unknown as NodeJS.WriteStream;
  };
  const desk = openDesk({
    environment,
    input: () => Readable.from([]) as unknown as NodeJS.ReadStream,
    out: terminal(),
    err: terminal(),
    version: "0",
    json: false,
    noInput: true,
    noColor: true,
    journalFolder: undefined,
    journalMark: undefined,
    onStop: () => () => undefined,
  });
  desk.pause = async (milliseconds) => {
    clock.move(milliseconds);
    return true;
  };
  const carryOut = async (): Promise<Omit<Shown, "misanswer">> => {
    const report = await runTyped(typed, desk);
    desk.show(report, false);
    const style = makeStyle({ isTerminal: false, columns: undefined, environment: {}, noColor: true });
    const { data, talk } = renderReport(report, style, style);
    const json = JSON.stringify(renderJson(report));
    return { words, code: exitCodes[report.outcome], screen, pipe: data + talk, json };
  };
  try {
    const { profile } = typed.given;
    const shown = await suggestFor(typeof profile === "string" ? { profile } : {}, carryOut);
    return { ...shown, misanswer: await misanswer(argv(words), shown.json) };
  } finally {
    await desk.close();
  }
}

/** The words with `--json` before those that are no options. */
function argv(words: readonly string[]): string[] {
  const end = words.indexOf("--");
  return end < 0 ? [...words, "--json"] : [...words.slice(0, end), "--json", ...words.slice(end)];
}

export const homeAt = (scratch: string, number: number): string => join(scratch, `home-${number}`);
