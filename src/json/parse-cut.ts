import { parseJson } from "./parse.ts";
import { isJsonObject, type JsonObject } from "./value.ts";

/** Reads an object from text that ends too early: returns its complete members, or undefined if there are none. */
export function parseCut(text: string): JsonObject | undefined {
  let [depth, inText, lastComma] = [0, false, -1];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (inText) {
      if (sign === "\\") at += 1;
      else if (sign === '"') inText = false;
    } else if (sign === '"') inText = true;
    else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    else if (sign === "," && depth === 1) lastComma = at;
  }
  const json = lastComma < 0 ? undefined : parseJson(`${text.slice(0, lastComma)}}`);
  return json?.ok && isJsonObject(json.value) ? json.value : undefined;
}
