import { join } from "node:path";
import type { CertifyCase } from "../../../src/extras/certify/case.ts";
import { cases } from "../../../src/extras/certify/cases.ts";
import { type Certified, certify } from "../../../src/extras/certify/certify.ts";
import { top } from "../../support/run-selfbill.ts";

/** Returns the command that runs a client of the folder `clients`; `manner`: its strategy or its defect. */
export function clientOf(manner: string, file = "client.mjs"): string {
  return `"${process.execPath}" "${join(top, "test/extras/certify/clients", file)}" ${manner}`;
}

/** Returns the cases with these ids; without ids, all cases. */
export function casesOf(ids: readonly string[] = []): readonly CertifyCase[] {
  const found = ids.length === 0 ? cases : cases.filter(({ id }) => ids.includes(id));
  if (ids.length > 0 && found.length !== ids.length) throw new Error(`no such case among ${ids.join(", ")}`);
  return found;
}

/** Runs the cases with a client, four at a time; resolves with the results by case. */
export async function runCases(command: string, chosen: readonly CertifyCase[], milliseconds = 120_000) {
  const left = [...chosen];
  const done = new Map<string, Certified>();
  const work = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      const ran = await certify(one, { command, environment: { PATH: process.env.PATH }, milliseconds });
      if (!ran.ok) throw new Error(ran.problems[0].message);
      done.set(one.id, ran.value);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return done;
}

/** Resolves with the faults by case; cases without faults are left out. */
export async function faultsOf(
  command: string,
  ids: readonly string[] = [],
): Promise<Record<string, readonly string[]>> {
  const done = await runCases(command, casesOf(ids));
  return Object.fromEntries([...done].flatMap(([id, { faults }]) => (faults.length > 0 ? [[id, faults]] : [])));
}
