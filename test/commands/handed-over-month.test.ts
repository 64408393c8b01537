import { expect, test } from "vitest";
import { due } from "../../src/commands/due.ts";
import { history } from "../../src/commands/history.ts";
import { renderJson } from "../../src/render/index.ts";
import { invoice } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { ask, create, from, resultsOf, shop } from "../support/shop.ts";
import { suppliers } from "../support/suppliers-command.ts";

function outside(at: number) {
  const { accounting_supplier_party: supplier } = from(String(1_100_000_000 + at));
  return { ...supplier, party_name: `Outside ${at} Trading LLC`, endpoint_id: "9900000098" } as never;
}

const dueOf = async (desk: ServiceDesk, check = false): Promise<ReadonlyMap<string, string>> => {
  const found = renderJson(await runCommand(due, desk, [], { check })).due as {
    due: string;
    document_number: string;
  }[];
  return new Map(found.map(({ due: what, document_number: number }) => [number, what]));
};
const say = (desk: ServiceDesk, words: string[], by?: string) => runCommand(suppliers, desk, words, { by });

/** Documents that the supplier's side has accepted, according to a new query to the service. */
async function delivered(desk: ServiceDesk, numbers: readonly string[]): Promise<readonly string[]> {
  const results = resultsOf(await ask(desk, [...numbers]));
  return results.flatMap(({ documentNumber, snapshot }) =>
    documentNumber !== undefined && snapshot?.toC3?.mlsResponse?.responseCode === "AP" ? [documentNumber] : [],
  );
}

async function handedOver(desk: ServiceDesk): Promise<readonly string[]> {
  const told = renderJson(await runCommand(history, desk)).history;
  return (told as { document_number: string; handed_over: object[] }[]).flatMap((each) =>
    each.handed_over.length > 0 ? [each.document_number] : [],
  );
}

test("a month with 60 suppliers whom the network does not reach: each document is delivered, handed over, or due", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  const numbers: string[] = [];
  const made = async (number: string, more: Parameters<typeof invoice>[0]): Promise<void> => {
    await create(desk, invoice({ document_number: number, ...more }));
    numbers.push(number);
  };
  for (let at = 1; at <= 60; at += 1) await made(`OUT-${at}`, { accounting_supplier_party: outside(at) });
  for (let at = 1; at <= 12; at += 1) await made(`IN-${at}`, {});
  for (const [at, tin] of ["1999999913", "1999999921", "1999999939"].entries()) await made(`ODD-${at}`, from(tin));
  clock.advance(2 * 24 * 3600);

  const first = await dueOf(desk, true);
  expect(
    [...first]
      .filter(([, what]) => what === "not-delivered")
      .map(([number]) => number)
      .sort(),
  ).toEqual(numbers.filter((each) => each.startsWith("OUT-")).sort());
  const there = await delivered(desk, numbers);
  expect(numbers.filter((each) => !first.has(each) && !there.includes(each))).toEqual([]);

  const waiting = async (): Promise<string[]> =>
    (renderJson(await say(desk, ["handover-list"])).documents as { document_number: string }[]).map(
      (each) => each.document_number,
    );
  const some = (await waiting()).slice(0, 25);
  expect((await say(desk, ["handed-over", ...some], "mail")).outcome).toBe("done");
  expect(await handedOver(desk)).toHaveLength(25);
  const second = await dueOf(desk);
  expect(some.filter((each) => second.has(each))).toEqual([]);
  const given = await handedOver(desk);
  expect(numbers.filter((each) => !second.has(each) && !there.includes(each) && !given.includes(each))).toEqual([]);

  await say(desk, ["handed-over", ...(await waiting())], "email");
  expect(await waiting()).toEqual([]);
  expect(await handedOver(desk)).toHaveLength(60);
  expect([...(await dueOf(desk))].sort()).toEqual([
    ["ODD-0", "rejected"],
    ["ODD-1", "rejected"],
    ["ODD-2", "pending"],
  ]);
});
