import type { JournalNote } from "../journal/index.ts";
import { byDocument, type DocumentName } from "./by-document.ts";
import { type Handovers, handoversIn } from "./handover.ts";
import { type Owed, owedKinds } from "./stages.ts";

/** A person's statement that an open matter was settled. */
export interface DoneWord {
  /** The kind of open matter. */
  readonly what: Owed;
  readonly reason: string;
  readonly by: string;
  /** Time of the statement; UTC, ISO 8601. */
  readonly at: string;
  /** When the matter began. The statement does not count for a matter that began at another moment, regardless of the clocks. */
  readonly since?: string | undefined;
}

/** A correction of an approved document in progress: a credit note, and a copy if one is to follow. */
export interface BegunCorrection {
  readonly withCopy: boolean;
  /** The error, in a word: `amount`, `supplier`, `date`, `all`. */
  readonly why: string;
  /** Absolute paths of the written credit note and copy. */
  readonly files: {
    readonly credit: string;
    readonly copy?: string | undefined;
    /** SHA-256 (hex) of the copy as written: the user must change the copy before it is sent. */
    readonly copyHash?: string | undefined;
  };
  readonly by: string;
  /** Time at which the correction was started; UTC, ISO 8601. */
  readonly at: string;
}

/** Whether the tax authority had accepted a document that was rejected; the latest information. */
export interface HeardOfAuthority {
  readonly accepted: boolean;
  /** Time of the information; UTC, ISO 8601. */
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

/** Notes about documents, in addition to their records, by document. */
export interface SaidOfDocuments {
  done(document: DocumentName): readonly DoneWord[];
  correction(document: DocumentName): BegunCorrection | undefined;
  authority(document: DocumentName): HeardOfAuthority | undefined;
  /** Documents with a correction in progress. */
  readonly corrections: readonly DocumentName[];
  readonly handovers: Handovers;
}

/** Reads the notes of a journal, including those of journals merged into it; each list oldest first. */
export function saidIn(notes: readonly JournalNote[]): SaidOfDocuments {
  const done = byDocument<DoneWord>(notes, types.done, ({ what, reason, by, since }, at) =>
    isOwed(what)
      ? { what, reason: String(reason), by: String(by), at, since: typeof since === "string" ? since : undefined }
      : undefined,
  );
  const corrections = byDocument<BegunCorrection>(notes, types.correction, ({ withCopy, why, files, by }, at) => ({
    withCopy: withCopy === true,
    why: String(why),
    // Only the code in this folder writes this data, so its type is known.
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
