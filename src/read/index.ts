/**
 * Reads a file into a document: YAML and JSON with the line of every value, attachments from disk, and problems with
 * their position. Also writes a document back to a YAML file. This folder does not check fields, and does not use the
 * service, the network or a terminal.
 */
export { attachFiles } from "./attach.ts";
export { decode } from "./decode.ts";
export { editSteps, editValues } from "./edit/edit-values.ts";
export { type ExchangeRates, withRates } from "./exchange-rates.ts";
export { type ExpandOptions, expandFiles } from "./expand-files.ts";
export { diskFiles, type Files, fileLimit } from "./files.ts";
export { fixOf } from "./fix-of.ts";
export { guessKind } from "./kind.ts";
export { readDocument, readDocumentText } from "./read-document.ts";
export { type PlainValue, readValues, type SourceValues } from "./read-values.ts";
export type { SourceDocument } from "./source.ts";
export { SourceText } from "./source-text.ts";
export { withSpots } from "./with-spots.ts";
export { writeYaml, type YamlRemarks } from "./write-yaml.ts";
export { readWritten, type WrittenDocument } from "./written.ts";
