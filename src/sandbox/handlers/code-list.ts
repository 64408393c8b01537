import { codes, scenarios } from "../../document/index.ts";
import type { Call } from "../endpoint.ts";
import { json, message, type Reply } from "../reply.ts";

/** The two code lists that the sandbox serves; the contract does not specify the shape of the answer (gap G-10). */
const lists: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "credit-note-reason-codes": codes.discrepancyReasons,
  "transaction-type-codes": {
    "00000000": "Standard",
    ...Object.fromEntries(scenarios.map(({ position, name }) => ["1".padStart(position, "0").padEnd(8, "0"), name])),
  },
};

export function readCodeList(_: "none", { params }: Call): Reply {
  const name = params.list ?? "";
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (!list) return message(404, `There is no code list ${name}; there are ${Object.keys(lists).join(", ")}`);
  return json(
    200,
    Object.keys(list)
      .sort()
      .map((code) => ({ code, name: list[code] })),
  );
}
