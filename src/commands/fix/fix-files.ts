import { basename, dirname } from "node:path";
import type { Desk } from "../../desk/index.ts";
import { isForeignFile, type PrepareOptions, prepare } from "../../prepare/index.ts";
import { type Edit, fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { editSteps, editValues } from "../../read/index.ts";
import { safe } from "../../render/index.ts";
import { isSheetFile } from "../sheet/drafts.ts";
import { unifiedDiff } from "./diff.ts";
import { knownContent } from "./known.ts";

/** What --fix did to a file, and why it did not do more. */
export interface FixedFile {
  readonly fixed: readonly Edit[];
  readonly problems: readonly Problem[];
}

interface Manner {
  readonly unsafe: boolean;
  /** Show the changes without making them. */
  readonly diff: boolean;
  /** Files that are fixed whatever they contain. */
  readonly named: ReadonlySet<string>;
}

/** Most rounds for a file: a corrected value may let others be judged. */
const rounds = 5;

/** Replaces the values of the findings that have one answer, in each file that is YAML or JSON. */
export async function fixFiles(
  files: readonly string[],
  how: PrepareOptions,
  manner: Manner,
  desk: Desk,
): Promise<{ readonly files: ReadonlyMap<string, FixedFile>; readonly left: readonly FixedFile[] }> {
  const fixedFiles = new Map<string, FixedFile>();
  const others = files.filter((file) => isSheetFile(file) || /\.xml$/i.test(file));
  for (const file of files) {
    if (others.includes(file)) continue;
    const done = await fixFile(file, how, manner, desk);
    fixedFiles.set(file, done.ok ? done.value : { fixed: [], problems: done.problems });
  }
  const left = notFixed(others);
  return { files: fixedFiles, left: left ? [{ fixed: [], problems: [left] }] : [] };
}

type PlacedEdit = Edit & { readonly line: number | undefined };

type Fixes = readonly (readonly PlacedEdit[])[];

/**
 * Returns the edits of each fix, unless another fix changes the same field, or a group around it. A field that gets
 * another name comes before one that is only missing: its value, comment and quotes stay.
 */
function fixesOf(problems: readonly Problem[], unsafe: boolean): Fixes {
  const all = problems.flatMap(({ fix, where }) =>
    fix && (fix.safe || unsafe) ? [fix.edits.map((edit) => ({ ...edit, line: where?.line }))] : [],
  );
  const taken: PlacedEdit[] = [];
  return all
    .toSorted((one, other) => other.length - one.length)
    .filter((edits) => {
      const isFree = edits.every(
        ({ path }) => !taken.some((each) => isAround(each.path, path) || isAround(path, each.path)),
      );
      if (isFree) taken.push(...edits);
      return isFree;
    });
}

interface Written {
  readonly bytes: Uint8Array;
  readonly fixed: readonly PlacedEdit[];
  /** Fixes that cannot be written; the others are. */
  readonly left: readonly { readonly edits: readonly PlacedEdit[]; readonly problem: Problem }[];
}

function withFixes(bytes: Uint8Array, file: string, fixes: Fixes): Written {
  const all = editValues(bytes, file, fixes.flat());
  if (all.ok) return { bytes: all.value, fixed: fixes.flat(), left: [] };
  let now = bytes;
  const [fixed, left]: [PlacedEdit[], Written["left"][number][]] = [[], []];
  for (const edits of fixes) {
    const edited = editValues(now, file, edits);
    if (edited.ok) {
      now = edited.value;
      fixed.push(...edits);
    } else left.push({ edits, problem: edited.problems[0] });
  }
  return { bytes: now, fixed, left };
}

const isAround = (one: string, other: string): boolean =>
  one === other || (other.startsWith(one) && /[.[]/.test(other[one.length] ?? ""));

async function fixFile(file: string, how: PrepareOptions, manner: Manner, desk: Desk): Promise<Result<FixedFile>> {
  const read = await desk.files.read(file);
  if (!read.ok || (isForeignFile(read.value) && !manner.named.has(file))) return ok({ fixed: [], problems: [] });
  const fixed: PlacedEdit[] = [];
  const left = new Map<string, Problem>();
  let bytes = read.value;
  for (let round = 0; round < rounds; round++) {
    const found = await prepare(file, { ...how, content: bytes }, desk);
    const fixes = fixesOf(found.problems, manner.unsafe).filter(([edit]) => !left.has(edit?.path ?? ""));
    if (fixes.length === 0) break;
    const known = fixed.length > 0 ? ok(undefined) : await knownContent(found, how.profile?.sandbox ?? false, desk);
    if (!known.ok || known.value) return known.ok ? fail(known.value as Problem) : known;
    const written = withFixes(bytes, file, fixes);
    for (const { edits, problem } of written.left) left.set(edits[0]?.path ?? "", problem);
    bytes = written.bytes;
    fixed.push(...written.fixed);
  }
  const problems = [...left.values()];
  if (fixed.length === 0) return ok({ fixed: [], problems });
  const [before, after] = [read.value, bytes].map((each) => new TextDecoder().decode(each)) as [string, string];
  if (manner.diff) {
    await desk.write(unifiedDiff(file, before, after, desk.dataStyle));
    return ok({ fixed: [], problems });
  }
  const now = await desk.files.read(file);
  if (!now.ok || !Buffer.from(now.value).equals(read.value)) {
    const hint = "Run the same command again.";
    return fail(problem("not-fixed", "The file changed meanwhile, so it was left alone.", hint, { where: { file } }));
  }
  const written = await desk.output.write(dirname(file), basename(file), bytes, { replace: true, inPlace: true });
  if (!written.ok) return written;
  const { good } = desk.talkStyle;
  for (const step of editSteps(fixed)) {
    const line = fixed.find(({ path }) => path === step.path)?.line;
    const done = "name" in step ? `is now ${step.name}` : `${step.from ?? "(missing)"} → ${step.to ?? "(removed)"}`;
    const place = [file, line].filter((each) => each !== undefined).join(":");
    desk.say(`${good("✓")} ${safe(place)} ${safe(step.path)}${"name" in step ? " " : ": "}${safe(done)}`);
  }
  return ok({ fixed: fixed.map(({ path, from, to }) => ({ path, from, to })), problems });
}

/** Returns the warning that files of other kinds were not changed; undefined if there are none. */
function notFixed(files: readonly string[]): Problem | undefined {
  const [first] = files;
  if (first === undefined) return undefined;
  const which = files.length === 1 ? `${safe(first)} was` : `${safe(first)} and ${files.length - 1} more were`;
  const message = `${which} not changed: --fix changes YAML and JSON only.`;
  const hint = "Correct the cells or elements that the findings name: each says what to write.";
  return problem("not-fixed", message, hint, { where: { file: first }, severity: "warning" });
}
