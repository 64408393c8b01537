import type { DocumentKind } from "../../src/document/index.ts";
import type { Result } from "../../src/problem/index.ts";
import { attachFiles, diskFiles, readDocument, type SourceDocument } from "../../src/read/index.ts";

async function* noInput(): AsyncGenerator<Uint8Array> {}

/** This computer's files, with empty standard input. */
export const files = diskFiles(noInput());

/** Reads a document with its attachments, as every command does. */
export async function readFile(path: string, kind?: DocumentKind): Promise<Result<SourceDocument>> {
  const bytes = await files.read(path);
  if (!bytes.ok) return bytes;
  const source = readDocument(bytes.value, path, kind);
  return source.ok ? attachFiles(source.value, files) : source;
}
