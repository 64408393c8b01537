import { limits } from "../contract/index.ts";
import { type DocumentKind, type SelfBilledDocument, seriesFor } from "../document/index.ts";
import { type Problem, problem } from "../problem/index.ts";
import type { ServiceProfile } from "../settings/index.ts";

/**
 * Reports a request that is too large for the service, or nearly so. `added` is the number of bytes that will be
 * added to the request (`numberRoom`).
 */
export function sizeProblems(document: SelfBilledDocument, bodyText: string, file: string, added: number): Problem[] {
  const bytes = Buffer.byteLength(bodyText) + added;
  if (bytes <= limits.warnBodyBytes) return [];
  const biggest = [...(document.attachments ?? [])].sort(
    (a, b) => (b.file_content?.length ?? 0) - (a.file_content?.length ?? 0),
  )[0];
  const named = biggest ? ` The biggest attachment is ${biggest.file_name ?? "unnamed"}.` : "";
  const size = `The request has ${bytes} bytes; the limit of the service is ${limits.bodyBytes}.${named}`;
  const where = { file };
  return bytes > limits.bodyBytes
    ? [
        problem("body-too-big", size, "Remove an attachment or make it smaller: Base64 makes a file a third bigger.", {
          where,
        }),
      ]
    : [problem("body-large", size, "It can be sent, but is near the limit.", { where, severity: "warning" })];
}

/**
 * Returns the maximum number of bytes that a number from the series can add to the body: the counter can grow longer
 * than its placeholder.
 */
export function numberRoom(
  { document_number: own }: SelfBilledDocument,
  kind: DocumentKind,
  profile?: ServiceProfile,
): number {
  const series = seriesFor(profile, kind);
  return series === undefined || own?.trim() ? 0 : series.length + 40;
}
