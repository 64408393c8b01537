import { embeddedBytes, type StatusSnapshot } from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import { idFileName } from "../../disk/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";

export const xmlKinds = ["document", "c3", "c5"] as const;
export type XmlKind = (typeof xmlKinds)[number];

const says: Record<XmlKind, string> = {
  document: "the document",
  c3: "what went to the other side (C3)",
  c5: "what went to the tax authority (C5)",
};

export interface EmbeddedXml {
  readonly bytes: Uint8Array;
  /** JSON where a service writes the document as an object that cannot be written as XML. */
  readonly ending: "xml" | "json";
}

/** Returns the document or what a leg got; undefined if the snapshot does not contain it. Problem: `read-failed`. */
export function snapshotXml(snapshot: StatusSnapshot, which: XmlKind): Result<EmbeddedXml | undefined> {
  const { documentXML, toC3, toC5 } = snapshot;
  const text = { document: documentXML, c3: toC3?.documentXml, c5: toC5?.documentXml }[which];
  if (text === undefined) return ok(undefined);
  const found = embeddedBytes(text);
  if (found !== undefined) return ok(found);
  const message = `The service's answer holds ${says[which]} in a form that is neither XML, Base64 nor JSON.`;
  return fail(problem("read-failed", message, "Ask the service."));
}

export function noXml(which: XmlKind): Problem {
  return problem("status-unknown", `There is no XML yet of ${says[which]}.`, "Look again later, or add --watch.");
}

/** Writes `ID-c3.xml` and so on; reports existing files instead of overwriting them. */
export async function saveXml(
  id: string,
  snapshot: StatusSnapshot,
  wanted: readonly XmlKind[],
  folder: string,
  desk: Desk,
): Promise<{ readonly saved: string[]; readonly problems: Problem[] }> {
  const saved: string[] = [];
  const problems: Problem[] = [];
  const name = idFileName(id);
  for (const which of wanted) {
    const found = snapshotXml(snapshot, which);
    if (!found.ok) problems.push(...found.problems);
    else if (found.value === undefined) problems.push({ ...noXml(which), severity: "warning" });
    else {
      const { bytes, ending } = found.value;
      const written = await desk.output.write(folder, `${name}-${which}.${ending}`, bytes);
      if (written.ok) saved.push(written.value);
      else problems.push(...written.problems);
    }
  }
  return { saved, problems };
}
