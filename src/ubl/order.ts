/**
 * Element order of the UBL 2.1 schemas (sequence facts), for the aggregates that PINT AE uses. The writer follows it and the order
 * check reads it. In order.txt aggregates of one UBL type share a sequence; `*` marks what may repeat.
 */
import rows from "./order.txt";

const sequences = rows.split(/\n(?=\w)/).map((sequence) => {
  const [aggregates = "", ...members] = sequence.trim().split("\n");
  return { aggregates: aggregates.split(" "), members: members.join(" ").trim().split(/\s+/) };
});

/** Members of each aggregate in schema order, by element name. */
export const order: ReadonlyMap<string, readonly string[]> = new Map(
  sequences.flatMap(({ aggregates, members }) => {
    const names = members.map((name) => name.replace("*", ""));
    return aggregates.map((aggregate) => [aggregate, names] as const);
  }),
);

/** Members that may appear more than once, as aggregate and member: `Invoice cbc:Note`. */
export const repeatable: ReadonlySet<string> = new Set(
  sequences.flatMap(({ aggregates, members }) => {
    const names = members.filter((name) => name.endsWith("*"));
    return aggregates.flatMap((aggregate) => names.map((name) => `${aggregate} ${name.slice(0, -1)}`));
  }),
);

/** Place of each member within its aggregate, by aggregate and member name. */
export const ranks: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  [...order].map(([aggregate, names]) => [aggregate, new Map(names.map((name, rank) => [name, rank]))]),
);
