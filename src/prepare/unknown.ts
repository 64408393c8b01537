import { parseAllowedFields, pathWithoutPlaces, type Unknowns } from "../document/index.ts";
import { type Problem, problem, typed } from "../problem/index.ts";
import type { PrepareOptions, UnknownFieldPolicy } from "./prepared.ts";

interface UnknownWords {
  readonly allowUnknown: readonly string[];
  /** Whether the document is sent without a question. */
  readonly yes: boolean;
}

/** Without a person who sees the warnings, unknown fields are refused. `isAgreed`: a person has already agreed. */
export function unknownPolicy({ allowUnknown: allowed, yes }: UnknownWords, isAgreed = false): UnknownFieldPolicy {
  return { allowed, refused: yes && !isAgreed };
}

/** Returns the paths of the unknown fields that the options or the profile allow. */
export function allowedUnknown({ unknown, profile }: PrepareOptions): ReadonlySet<string> {
  const stored = parseAllowedFields(profile?.allowUnknown ?? "");
  return new Set([...(unknown?.allowed ?? []), ...(stored.ok ? stored.value : [])]);
}

/** Maximum number of paths in a message. */
const mostNamed = 50;

/** Returns one error that names all unknown fields, each once, with the option that allows them. */
export function refusedUnknown({ first, more }: Unknowns, file: string, options: PrepareOptions): Problem[] {
  const paths = [...new Set(first.filter(({ isDigits }) => !isDigits).map(({ path }) => pathWithoutPlaces(path)))];
  if (paths.length === 0) return [];
  const named = paths.slice(0, mostNamed);
  const others = paths.length - named.length + more;
  const rest = others === 0 ? "" : ` and ${others.toLocaleString("en")} more`;
  const message = `Without a question, no field is sent that the description of the service does not name: ${named.join(", ")}${rest}.`;
  return [problem("unknown-field", message, remedy(named, options), { severity: "error", where: { file } })];
}

function remedy(paths: readonly string[], options: PrepareOptions): string {
  const { profile } = options;
  const fix = "Correct or remove them.";
  if (profile?.name === undefined || profile.sandbox)
    return `${fix} To send them all the same: --allow-unknown ${typed(paths.join(","))}`;
  return `${fix} To send them in every run: selfbill profile set ${typed(profile.name)} --allow-unknown ${typed([...allowedUnknown(options), ...paths].join(","))}`;
}
