import type { JournalNote } from "../journal/index.ts";
import { byDocument, type DocumentName } from "./by-document.ts";
import { type Handovers, handoversIn } from "./handover.ts";
import { type Owed, owedKinds } from "./stages.ts";

export interface DoneWord {
  readonly what: Owed;
  readonly reason: string;
  readonly by: string;
  /** Time of the statement; UTC, ISO 8601. */
  readonly at: string;
  /**
   * When the item became due. A statement never applies to an item that became due at another time, regardless of
   * what the clocks say.
   */
  readonly since?: string | undefined;
}

/** A correction in progress for an approved document: a credit note, and usually a corrected copy. */
export interface BegunCorrection {
  readonly withCopy: boolean;
  /** What was wrong: `amount`, `supplier`, `date` or `all`. */
  readonly why: string;
  /** Absolute paths of the credit note and the copy. */
  readonly files: {
    readonly credit: string;
    readonly copy?: string | undefined;
    /** SHA-256 (hex) of the copy as the program wrote it: the user must change the copy before it is sent. */
    readonly copyHash?: string | undefined;
  };
  readonly by: string;
  /** Start of the correction; UTC, ISO 8601. */
  readonly at: string;
}

/** Whether the tax authority accepted a rejected document, according to the latest information. */
export interface HeardOfAuthority {
  readonly accepted: boolean;
  /** When this was learned; UTC, ISO 8601. */
  readonly at: string;
}

const types = { done: "dealt-with", correction: "correction", authority: "authority-heard" } as const;

export interface NewNote {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export function doneNote({ account, id }: DocumentName, { what, reason, by, since }: Omit<DoneWord, "at">): NewNote {
  return { type: types.done, data: { account, id, what, reason, by, ...(since === undefined ? {} : { since }) } };
}

export function correctionNote(
  { account, id }: DocumentName,
  { withCopy, why, files, by }: Omit<BegunCorrection, "at">,
): NewNote {
  return { type: types.correction, data: { account, id, withCopy, why, files, by } };
}

export function authorityNote({ account, id }: DocumentName, accepted: boolean): NewNote {
  return { type: types.authority, data: { account, id, accepted } };
}

export interface SaidOfDocuments {
  done(document: DocumentName): readonly DoneWord[];
  correction(document: DocumentName): BegunCorrection | undefined;
  authority(document: DocumentName): HeardOfAuthority | undefined;
  readonly corrections: readonly DocumentName[];
  readonly handovers: Handovers;
}

/**
 * Reads what the notes say about documents, including notes from merged journals. Each list is in order, oldest
 * first.
 */
export function saidIn(notes: readonly JournalNote[]): SaidOfDocuments {
  const done = byDocument<DoneWord>(notes, types.done, ({ what, reason, by, since }, at) =>
    isOwed(what)
      ? { what, reason: String(reason), by: String(by), at, since: typeof since === "string" ? since : undefined }
      : undefined,
  );
  const corrections = byDocument<BegunCorrection>(notes, types.correction, ({ withCopy, why, files, by }, at) => ({
    withCopy: withCopy === true,
    why: String(why),
    // Only code in this folder writes such notes, so the cast is safe.
    files: files as BegunCorrection["files"],
    by: String(by),
    at,
  }));
  const authority = byDocument<HeardOfAuthority>(notes, types.authority, ({ accepted }, at) => ({
    accepted: accepted === true,
    at,
  }));
  return {
    done: (document) => done.of(document),
    correction: (document) => corrections.of(document).at(-1),
    authority: (document) => authority.of(document).at(-1),
    corrections: corrections.documents,
    handovers: handoversIn(notes),
  };
}

function isOwed(what: unknown): what is Owed {
  return typeof what === "string" && Object.hasOwn(owedKinds, what);
}
