import { type Endpoint, queryOf } from "../../contract/index.ts";
import { type DocumentKind, nearest, unknownFields } from "../../document/index.ts";
import type { IgnoredField, Reply } from "../reply.ts";

/** The response header that names ignored fields. */
export const ignoredHeader = "X-Ignored-Fields";

/**
 * Limits on the number of named fields and on the lengths of a path and of the header: a malicious body must not fill
 * the log or the header.
 */
const mostNamed = 50;
const longestPath = 200;
const longestHeader = 4_000;

/** Leaves out fields that are rejected by name, because they have their own error message. */
export function ignoredFields(
  document: unknown,
  kind: DocumentKind,
  refused: ReadonlyMap<string, string>,
): IgnoredField[] {
  return unknownFields(document, kind, { most: mostNamed, written: "body" })
    .first.filter(({ path }) => !refused.has(path))
    .map(({ path, name, didYouMean }) => ({
      path: copied(path),
      did_you_mean: didYouMean === undefined ? null : copied(path.slice(0, path.length - name.length) + didYouMean),
    }));
}

/**
 * Returns unknown query parameters. Their names get a leading question mark, because a body may have a field of the
 * same name.
 */
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

/**
 * Replaces lone surrogates and makes a copy: a substring would keep the whole body in memory for as long as the log
 * exists.
 */
function copied(path: string): string {
  return Buffer.from(path.slice(0, longestPath)).toString();
}

/** Returns the path, with a suggestion if there is one, as part of a sentence. */
export function ignoredWords({ path, did_you_mean: meant }: IgnoredField): string {
  return meant === null ? path : `${path} (did you mean ${meant}?)`;
}

/** Returns a strict sandbox's error for an unknown field. */
export function unknownSentence({ path, did_you_mean: meant }: IgnoredField): string {
  const guess = meant === null ? "" : ` Did you mean ${meant}?`;
  return `${path} is not a field of the document.${guess}`;
}

/** Returns a strict sandbox's error for an unknown parameter. */
export function unknownParameterSentence({ path, did_you_mean: meant }: IgnoredField): string {
  const guess = meant === null ? "" : ` Did you mean ${meant}?`;
  return `${path} is not a parameter of this call.${guess}`;
}

/** Adds a header such as `a.b;did-you-mean=a.c, d`, with unusual characters percent-encoded. */
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
