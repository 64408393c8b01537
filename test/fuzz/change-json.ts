/** The random source that a change needs. */
interface Chance {
  below(below: number): number;
}

type Group = Record<string, unknown>;

/** Values that a member may be replaced with. */
const values: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1e21, 0.1, 2 ** 53, "", " ", [], {}, [[]], [null], { a: 1 }, [{}, {}]],
  ...[
    "0",
    "-1.005",
    "1e5",
    "9".repeat(40),
    "AED",
    "2026-02-30",
    "2026-06-15",
    "a\nb",
    "\u202e",
    "\u0000",
    "null",
    "x".repeat(3_000),
  ],
];

/**
 * Makes one change that keeps the text valid JSON: a value is replaced, removed, duplicated, moved or renamed.
 * Returns undefined if the text is not JSON, and sometimes at random, so that bytes are changed too.
 */
export function changeJson(text: string, words: readonly string[], random: Chance): string | undefined {
  if (random.below(4) === 0) return undefined;
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return undefined;
  }
  const groups = groupsOf(root);
  const group = groups[random.below(groups.length)];
  if (group === undefined) return undefined;
  changeIn(group, groups, names(words), random);
  return JSON.stringify(root);
}

function groupsOf(root: unknown): Group[] {
  const found: Group[] = [];
  const look = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    found.push(value as Group);
    for (const each of Object.values(value)) look(each);
  };
  look(root);
  return found;
}

const names = (words: readonly string[]): readonly string[] => [
  ...words.filter((word) => /^[a-z_]{2,}$/.test(word)),
  ...["__proto__", "id", "", "a b", "0", "toString"],
];

function changeIn(group: Group, groups: readonly Group[], names: readonly string[], random: Chance): void {
  const keys = Object.keys(group);
  const key = keys[random.below(Math.max(1, keys.length))] ?? "0";
  const other = groups[random.below(groups.length)] ?? group;
  const copy = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
  switch (random.below(8)) {
    case 0:
      if (Array.isArray(group)) group.splice(Number(key), 1);
      else delete group[key];
      break;
    case 1:
      if (Array.isArray(group)) group.push(...Array.from({ length: 1 + random.below(30) }, () => copy(group[0])));
      else group[key] = Array.from({ length: random.below(4) }, () => copy(group[key]));
      break;
    case 2:
      group[key] = copy(other);
      break;
    case 3:
      put(group, names[random.below(names.length)] ?? "a", copy(group[key]));
      break;
    case 4:
      put(other, key, copy(group[key]));
      break;
    case 5:
      if (typeof group[key] === "string") group[key] = spliced(group[key], random);
      else group[key] = JSON.stringify(group[key]) ?? "";
      break;
    default:
      group[key] = copy(values[random.below(values.length)]);
  }
}

/**
 * Sets a member, even one with a name that a plain assignment would treat specially; appends to lists, because an
 * index such as 20260101 would create a string of a hundred megabytes.
 */
function put(group: Group, key: string, value: unknown): void {
  if (Array.isArray(group)) group.push(value);
  else Object.defineProperty(group, key, { value, enumerable: true, configurable: true, writable: true });
}

function spliced(text: string, random: Chance): string {
  const at = random.below(text.length + 1);
  const sign = "0123456789.,-+eE %/:{}[]\u0660\u200f\u00a0'\"\\<&"[random.below(32)] ?? "";
  return text.slice(0, at) + sign + text.slice(at + random.below(2));
}
