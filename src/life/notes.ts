import type { JournalNote } from "../journal/index.ts";
import { byDocument, type DocumentName } from "./by-document.ts";
import { type Handovers, handoversIn } from "./handover.ts";
import { type Owed, owedKinds } from "./stages.ts";

/** Somebody's word that something open was dealt with. */
export interface DoneWord {
  /** What was open then. */
  readonly what: Owed;
  readonly reason: string;
  readonly by: string;
  /** UTC, ISO 8601. */
  readonly at: string;
  /** Since when it was open; a word counts for nothing that is open since another moment, whatever the clocks say. */
  readonly since?: string | undefined;
}

/** A correction of an approved document that somebody began: a credit note, and a copy where one is to follow. */
export interface BegunCorrection {
  readonly withCopy: boolean;
  /** What was wrong, in a word: `amount`, `supplier`, `date`, `all`. */
  readonly why: string;
  /** Absolute paths of the credit note and of the copy, as they were written. */
  readonly files: {
    readonly credit: string;
    readonly copy?: string | undefined;
    /** SHA-256 of the copy as it was written, hex: who sends it has changed it. */
    readonly copyHash?: string | undefined;
  };
  readonly by: string;
  /** UTC, ISO 8601. */
  readonly at: string;
}

/** Whether the tax authority had accepted a document that was rejected; the last that was heard. */
export interface HeardOfAuthority {
  readonly accepted: boolean;
  /** UTC, ISO 8601. */
  readonly at: string;
}

const types = { done: "dealt-with", correction: "correction", authority: "authority-heard" } as const;

interface NewNote {
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

/** What was said of documents beside their records, by document. */
export interface SaidOfDocuments {
  done(document: DocumentName): readonly DoneWord[];
  correction(document: DocumentName): BegunCorrection | undefined;
  authority(document: DocumentName): HeardOfAuthority | undefined;
  /** Documents whose correction was begun. */
  readonly corrections: readonly DocumentName[];
  readonly handovers: Handovers;
}

/** The words among the notes of a journal, those of a journal that was merged into it too; each list the oldest first. */
export function saidIn(notes: readonly JournalNote[]): SaidOfDocuments {
  const done = byDocument<DoneWord>(notes, types.done, ({ what, reason, by, since }, at) =>
    isOwed(what)
      ? { what, reason: String(reason), by: String(by), at, since: typeof since === "string" ? since : undefined }
      : undefined,
  );
  const corrections = byDocument<BegunCorrection>(notes, types.correction, ({ withCopy, why, files, by }, at) => ({
    withCopy: withCopy === true,
    why: String(why),
    // Written by this room.
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
