import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { validate } from "../../src/commands/validate.ts";
import { amount, calculate, isDecimalText, money, type SelfBilledDocument, valueAt } from "../../src/document/index.ts";
import { check } from "../../src/library/index.ts";
import { readDocument, writeYaml } from "../../src/read/index.ts";
import { runCommand } from "../support/run-command.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { withChanges } from "./changes.ts";
import { keyOf, numberOfLines, onLine, type PlantedError, sound } from "./errors.ts";

export interface Measured {
  documents: number;
  planted: number;
  named: number;
  /** Findings that occur more than once, or that name the same error as another. */
  twice: number;
  withEdit: number;
  gone: number;
  goneUnsafe: number;
  changed: number;
  readonly changes: Map<string, number>;
  /** Errors by code: how many were planted, and how many are gone after --fix and after --fix --unsafe. */
  readonly codes: Map<string, [planted: number, gone: number, goneUnsafe: number]>;
  readonly unnamed: Map<string, number>;
  readonly extra: Map<string, number>;
}

export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Draws 1 to 6 errors that change different parts; each code is as likely as any other. */
function drawn(
  byCode: ReadonlyMap<string, readonly PlantedError[]>,
  random: (below: number) => number,
  typing: boolean,
): PlantedError[] {
  const every = [...byCode.keys()];
  const codes = typing ? [...every, ...every.map(() => "wrong-value")] : every;
  const wanted = 1 + random(6);
  const errors: PlantedError[] = [];
  const taken = new Set<string>();
  for (let tries = 0; errors.length < wanted && tries < 60; tries++) {
    const some = byCode.get(codes[random(codes.length)] as string) as readonly PlantedError[];
    const error = onLine(some[random(some.length)] as PlantedError, random(numberOfLines));
    if (error.parts.some((part) => taken.has(part))) continue;
    for (const part of error.parts) taken.add(part);
    errors.push(error);
  }
  return errors;
}

const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

export async function measure(
  byCode: ReadonlyMap<string, readonly PlantedError[]>,
  { documents, seed, typing }: { documents: number; seed: number; typing: boolean },
  desk: ServiceDesk,
): Promise<Measured> {
  const random = randomOf(seed);
  const made: Measured = {
    documents,
    planted: 0,
    named: 0,
    twice: 0,
    withEdit: 0,
    gone: 0,
    goneUnsafe: 0,
    changed: 0,
    changes: new Map(),
    codes: new Map(),
    unnamed: new Map(),
    extra: new Map(),
  };
  for (let number = 0; number < documents; number++) {
    const errors = drawn(byCode, random, typing);
    const document = withChanges(
      sound(),
      errors.flatMap(({ changes }) => changes),
    );
    const { findings } = check(document);
    const keys = findings.map(keyOf);
    for (const error of errors) {
      made.planted += 1;
      const tally = made.codes.get(error.code) ?? [0, 0, 0];
      made.codes.set(error.code, tally);
      tally[0] += 1;
      if (error.named.some((key) => keys.includes(key))) made.named += 1;
      else
        count(
          made.unnamed,
          `${error.code} | ${error.changes.map(([path]) => path)} | ${errors.map(({ code }) => code)}`,
        );
      if (findings.some(({ fix, path }) => fix && error.changes.some((change) => change[0] === path)))
        made.withEdit += 1;
    }
    const alone = new Set(errors.flatMap(({ changes }) => check(withChanges(sound(), changes)).findings.map(keyOf)));
    for (const key of keys.filter((each) => !alone.has(each)))
      count(made.extra, `${key} | ${errors.map(({ code, changes }) => `${code}@${changes.map(([path]) => path)}`)}`);
    made.twice += keys.length - new Set(keys).size;
    const isJson = number % 2 === 1;
    const text = isJson ? JSON.stringify(document, undefined, 2) : writeYaml(document, "invoice");
    for (const unsafe of [false, true]) {
      const path = desk.file(`${number}-${unsafe}.${isJson ? "json" : "yaml"}`, text);
      await runCommand(validate, desk, [path], { fix: true, unsafe });
      const read = readDocument(new TextEncoder().encode(readFileSync(path, "utf8")), path);
      const fixed = read.ok ? read.value.document : {};
      const left = new Set(check(fixed as SelfBilledDocument).findings.map(keyOf));
      for (const error of errors)
        if (error.named.some((key) => keys.includes(key)) && !error.named.some((key) => left.has(key))) {
          made[unsafe ? "goneUnsafe" : "gone"] += 1;
          (made.codes.get(error.code) as [number, number, number])[unsafe ? 2 : 1] += 1;
        }
      const differs = differences(fixed as SelfBilledDocument, document, errors);
      if (differs.length > 0) made.changed += 1;
      for (const each of differs) count(made.changes, `${each} | ${errors.map(({ code }) => code)}`);
    }
  }
  return made;
}

/**
 * Returns where the document is neither as it was planted nor as it was before: such a value would be a change of
 * meaning. Where it is as before in all, its totals are those of the document before.
 */
function differences(
  fixed: SelfBilledDocument,
  planted: SelfBilledDocument,
  errors: readonly PlantedError[],
): readonly string[] {
  const before = errors.flatMap((each) => each.before ?? []);
  const paths = [...new Set([...errors.flatMap(({ changes }) => changes), ...before].map(([path]) => path))];
  const restored = paths.filter((path) => !isDeepStrictEqual(plain(valueAt(fixed, path)), valueAt(planted, path)));
  const answered = new Map(before);
  const wrong = restored.filter((path) => !answered.has(path) || !isSame(valueAt(fixed, path), answered.get(path)));
  const wanted = withChanges(
    planted,
    restored.map((path) => [path, valueAt(fixed, path)]),
  );
  if (!isDeepStrictEqual(plain(fixed), plain(wanted))) wrong.push("elsewhere");
  if (restored.length === paths.length && wrong.length === 0) {
    const totals = [fixed, withChanges(sound(), before)].map((each) => plain(calculate(each)));
    if (!isSame(totals[0], totals[1])) wrong.push("totals");
  }
  return wrong;
}

const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

/** Whether both say the same; numbers may have other digits behind the point. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === "string" && typeof other === "string")
    return one === other || (isDecimalText(one) && isDecimalText(other) && money.equal(amount(one), amount(other)));
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return isDeepStrictEqual(one, other);
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.every((name) =>
    isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
  );
}
