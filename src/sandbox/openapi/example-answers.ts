import { toWire } from "../../contract/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import { documentAnswer } from "../documents/answer.ts";
import { seededProfile } from "../profile.ts";
import { atCreation } from "../state.ts";
import { exampleDocuments } from "./examples.ts";

const organization = {
  orgId: "7d3f4c1e-2b6a-4c8d-9e0f-1a2b3c4d5e6f",
  profileUuid: "2f1e0d9c-8b7a-4695-8473-625140f3e2d1",
  profileId: "SBX-EXAMPLE234",
  createdAt: Date.parse("2026-06-15T06:00:00Z"),
};

export function requestExamples(kind: DocumentKind): Record<string, object> {
  return Object.fromEntries(
    Object.entries(exampleDocuments[kind]).map(([name, { summary, document }]) => [
      name,
      { summary, value: toWire(document, kind) },
    ]),
  );
}

/** Returns a document that the service and the network accept. */
export function exampleBody(kind: DocumentKind): object {
  const [first] = Object.values(exampleDocuments[kind]);
  if (first === undefined) throw new Error(`selfbill has an internal error: no example of a ${kind}`);
  return toWire(first.document, kind);
}

/** Produces the example with the same code that answers real calls. */
export function answerExample(kind: DocumentKind): object {
  const first = Object.values(exampleDocuments[kind])[0];
  if (first === undefined) throw new Error(`selfbill has an internal error: no example of a ${kind}`);
  const document = { ...first.document, issue_time: "00:00:00" };
  const stored = {
    id: kind === "invoice" ? "6b1f0c52-4d0e-4a7e-9c55-0f3a8f6f1d01" : "6b1f0c52-4d0e-4a7e-9c55-0f3a8f6f1d02",
    kind,
    sequence: 1,
    number: document.document_number ?? "",
    profileId: organization.profileId,
    version: "20260101",
    createdAt: organization.createdAt,
    submittedAt: organization.createdAt,
    resubmissions: 0,
    document,
    attachments: [],
    failures: [],
    outcome: "approved" as const,
  };
  const profile = seededProfile(organization);
  return documentAnswer(stored, { orgId: organization.orgId, profile, phase2: true, status: atCreation });
}
