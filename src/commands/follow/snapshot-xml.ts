import type { StatusSnapshot } from "../../contract/index.ts";
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

/**
 * Returns the XML of the document or of a leg; undefined if the snapshot does not contain it. Problem: `read-failed`
 * for invalid Base64.
 */
export function snapshotXml(snapshot: StatusSnapshot, which: XmlKind): Result<Uint8Array | undefined> {
  const { documentXML, toC3, toC5 } = snapshot;
  const base64 = { document: documentXML, c3: toC3?.documentXml, c5: toC5?.documentXml }[which]?.replace(/\s+/g, "");
  if (base64 === undefined) return ok(undefined);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    const message = `The service's answer holds ${says[which]} in a form that is not Base64.`;
    return fail(problem("read-failed", message, "Ask the service."));
  }
  return ok(Buffer.from(base64, "base64"));
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
    const bytes = snapshotXml(snapshot, which);
    if (!bytes.ok) problems.push(...bytes.problems);
    else if (bytes.value === undefined) problems.push({ ...noXml(which), severity: "warning" });
    else {
      const written = await desk.output.write(folder, `${name}-${which}.xml`, bytes.value);
      if (written.ok) saved.push(written.value);
      else problems.push(...written.problems);
    }
  }
  return { saved, problems };
}
