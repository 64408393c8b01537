import type { Reader } from "../reader.ts";
import { answers } from "./answers.ts";
import { json, yaml } from "./documents.ts";
import { book, journal, settings } from "./own-files.ts";
import { csv, sheetMap, xlsx } from "./sheets.ts";
import { sockets } from "./sockets.ts";
import { xml } from "./xml.ts";

/** Readers by the name that `npm run fuzz` accepts. */
export const readers: Readonly<Record<string, () => Reader | Promise<Reader>>> = {
  yaml,
  json,
  xml,
  csv,
  xlsx,
  map: sheetMap,
  book,
  settings,
  journal,
  answers,
  sockets,
};
