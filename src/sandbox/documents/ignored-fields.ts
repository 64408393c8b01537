import { type Endpoint, queryOf } from "../../contract/index.ts";
import { type DocumentKind, nearest, unknownFields } from "../../document/index.ts";
import type { IgnoredField, Reply } from "../reply.ts";

/** Names the ignored fields of a body in its answer. */
export const ignoredHeader = "X-Ignored-Fields";

/** Maximum number of fields named, and maximum length of a path: a malicious body must not fill the log or the header. */
const mostNamed = 50;
const longestPath = 200;
const longestHeader = 4_000;

/** Returns the unknown members of a body; fields that are refused by name already have their own sentence. */
export function ignoredFields(
  document: unknown,
  kind: DocumentKind,
  refused: ReadonlyMap<string, string>,
): IgnoredField[] {
  return unknownFields(document, kind, mostNamed, "body")
    .first.filter(({ path }) => !refused.has(path))
    .map(({ path, name, didYouMean }) => ({
      path: copied(path),
      did_you_mean: didYouMean === undefined ? null : copied(path.slice(0, path.length - name.length) + didYouMean),
    }));
}

/** Returns the unknown parameters of a call, each with a question mark in front, because a body may have a field with that name. */
export function ignoredParameters(query: URLSearchParams, endpoint: Endpoint): IgnoredField[] {
  const known = queryOf(endpoint).map(([name]) => name);
  return [...new Set(query.keys())]
    .filter((name) => !known.includes(name))
    .slice(0, mostNamed)
    .map((name) => {
      const meant = nearest(name.slice(0, longestPath), known);
      return { path: copied(`?${name}`), did_you_mean: meant === undefined ? null : `?${meant}` };
    });
}

/** Returns a copy without lone surrogates. The original string would keep the body in memory as long as the log. */
function copied(path: string): string {
  return Buffer.from(path.slice(0, longestPath)).toString();
}

/** Returns the ignored field in words, for a sentence. */
export function ignoredWords({ path, did_you_mean: meant }: IgnoredField): string {
  return meant === null ? path : `${path} (did you mean ${meant}?)`;
}

/** Explains why a strict service refuses an unknown field. */
export function unknownSentence({ path, did_you_mean: meant }: IgnoredField): string {
  const guess = meant === null ? "" : ` Did you mean ${meant}?`;
  return `${path} is not a field of the document.${guess}`;
}

/** Explains why a strict service refuses a parameter. */
export function unknownParameterSentence({ path, did_you_mean: meant }: IgnoredField): string {
  const guess = meant === null ? "" : ` Did you mean ${meant}?`;
  return `${path} is not a parameter of this call.${guess}`;
}

/** Returns the answer with a header that names everything ignored: `a.b;did-you-mean=a.c, d`, with unusual characters percent-encoded. */
export function namingIgnored(reply: Reply, more: readonly IgnoredField[]): Reply {
  if (more.length === 0) return reply;
  const ignored = [...(reply.ignored ?? []), ...more];
  const entries = ignored.map(({ path, did_you_mean: meant }) =>
    meant === null ? encoded(path) : `${encoded(path)};did-you-mean=${encoded(meant)}`,
  );
  let value = "";
  for (const entry of entries) {
    const longer = value === "" ? entry : `${value}, ${entry}`;
    if (longer.length <= longestHeader) value = longer;
  }
  return { ...reply, headers: { ...reply.headers, [ignoredHeader]: value }, ignored };
}

function encoded(path: string): string {
  return encodeURIComponent(path).replaceAll("%5B", "[").replaceAll("%5D", "]").replace(/^%3F/, "?");
}
