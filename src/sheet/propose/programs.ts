import { plainHeading } from "./heading-parts.ts";
import { type HeadingMeaning, meaningOf, type Role } from "./headings.ts";
import rows from "./programs.txt";

/** The special features of one accounting program's exports. */
export interface ExportProgram {
  readonly id: string;
  readonly called: string;
  readonly signs: ReadonlySet<string>;
  /** Undefined for a heading that corresponds to no field. */
  readonly headings: ReadonlyMap<string, HeadingMeaning | undefined>;
}

/** Listed in the order of programs.txt. */
export const programs: readonly ExportProgram[] = [
  ...new Set(rows.split("\n").map((row) => row.split(" ", 1)[0] ?? "")),
].map(programOf);

function programOf(id: string): ExportProgram {
  const headings = new Map<string, HeadingMeaning | undefined>();
  const facts = rows.split("\n").flatMap((row): [string, string][] => {
    const [, of, fact = "", list = ""] = /^(\S+) (\S+): (.*)$/.exec(row) ?? [];
    return of === id ? [[fact, list]] : [];
  });
  const { called = id, signs = "", ...roles } = Object.fromEntries(facts);
  for (const [role, list] of Object.entries(roles))
    for (const [rank, heading] of list.split(", ").entries())
      headings.set(heading, role === "none" ? undefined : { role: role as Role, rank: rank - 100, withVat: undefined });
  return { id, called, signs: new Set(signs.split(", ")), headings };
}

/** Minimum number of a program's own headings by which it is recognised. */
const fewestSigns = 2;

/** Returns the program with the most matching headings; undefined if too few match, or if two programs tie. */
export function programWith(headings: readonly string[]): ExportProgram | undefined {
  const plain = new Set(headings.map(plainHeading));
  const scored = programs
    .map((program) => ({ program, count: [...program.signs].filter((sign) => plain.has(sign)).length }))
    .sort((a, b) => b.count - a.count);
  const [best, second] = scored;
  return best && best.count >= fewestSigns && best.count !== second?.count ? best.program : undefined;
}

/** Returns the meaning that the program gives to a heading, or the general one if the program does not list it. */
export function meaningIn(program: ExportProgram | undefined, heading: string): HeadingMeaning | undefined {
  const plain = plainHeading(heading);
  if (program?.headings.has(plain) !== true) return meaningOf(heading);
  const [own, withVat] = [program.headings.get(plain), meaningOf(heading)?.withVat];
  return own ? { ...own, withVat } : { role: undefined, rank: 99, withVat, isIdle: true };
}
