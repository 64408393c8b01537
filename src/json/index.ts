/**
 * Reads and writes JSON exactly: numbers keep their source text, duplicate keys and prototype keys are rejected, and
 * depth is limited. JSON.parse is never applied to a document. This folder does not depend on documents.
 */

export { type JsonMemberSeen, parseJson } from "./parse.ts";
export { parseCut } from "./parse-cut.ts";
export { isJsonObject, JsonNumber, type JsonObject, type JsonValue, numbersAsText } from "./value.ts";
export { writeJson } from "./write.ts";
