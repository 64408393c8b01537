import { isJsonObject, JsonNumber, type JsonObject, type JsonValue, writeJson } from "../../json/index.ts";
import { textAt } from "../members.ts";

/**
 * A document inside of an answer, always in Base64, whatever way the service writes it: as XML, in Base64, or as a JSON
 * object. The description names no encoding (Decision 250).
 */
export function embeddedDocument(value: JsonValue | undefined): string | undefined {
  const text = textAt(value);
  if (text !== undefined) return isXml(text) ? base64Of(text) : text.replace(/^data:[^,]*;base64,/i, "");
  if (!isJsonObject(value) || Object.keys(value).length === 0) return undefined;
  return onlyXmlIn(value) ?? base64Of(xmlOf(value) ?? writeJson(value, 2));
}

/** Returns the bytes, and the ending of a file of them; undefined if the text is neither XML, Base64 nor JSON. */
export function embeddedBytes(
  text: string,
): { readonly bytes: Uint8Array; readonly ending: "xml" | "json" } | undefined {
  // URL-safe Base64 has two other characters.
  const packed = text.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return undefined;
  const bytes = Buffer.from(packed, "base64");
  return { bytes, ending: bytes[0] === "{".charCodeAt(0) ? "json" : "xml" };
}

const beginsAsXml = (text: string): boolean => /^\uFEFF?\s*</.test(text);
const isXml = (text: string): boolean => beginsAsXml(text) && text.trimEnd().endsWith(">");
const base64Of = (text: string): string => Buffer.from(text).toString("base64");

/** Returns the only member that is a whole document, as in `{ "encoding": "base64", "content": "PD94bWw…" }`. */
function onlyXmlIn(object: JsonObject): string | undefined {
  const found = Object.values(object).flatMap((value) => {
    if (typeof value !== "string") return [];
    if (isXml(value)) return [base64Of(value)];
    const bytes = embeddedBytes(value)?.bytes;
    return bytes !== undefined && beginsAsXml(new TextDecoder().decode(bytes.subarray(0, 64))) ? [value] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

const nameForm = /^[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?$/;
/** The names under which programs that turn XML into JSON write the text of an element. */
const textNames = ["#text", "_text", "_", "$t", "$"];
const attributesNames = ["$", "_attributes", "@attributes"];

/** Writes an object of elements as XML; undefined if it has no single root, or a member that cannot be an element. */
function xmlOf(object: JsonObject): string | undefined {
  const roots = Object.keys(object).filter((name) => !/^[?_]/.test(name));
  const [root] = roots;
  const value = root === undefined ? undefined : object[root];
  const alone = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (root === undefined || roots.length !== 1 || !isJsonObject(alone)) return undefined;
  return elementOf(root, alone);
}

function elementOf(name: string, value: JsonValue | undefined): string | undefined {
  if (!nameForm.test(name)) return undefined;
  if (Array.isArray(value)) return joined(value.map((each) => elementOf(name, each)));
  if (!isJsonObject(value)) return `<${name}>${escaped(scalarOf(value))}</${name}>`;
  const textName = textNames.find((each) => Object.hasOwn(value, each) && isScalar(value[each]));
  const attributes: string[] = [];
  const inner: (string | undefined)[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (key === textName) inner.push(escaped(scalarOf(member)));
    else if (attributesNames.includes(key) && isJsonObject(member))
      for (const [each, said] of Object.entries(member)) attributes.push(attributeOf(each, said));
    else if (/^@/.test(key)) attributes.push(attributeOf(key.slice(1), member));
    // Beside the text of an element, a simple value is an attribute: `{ "_": "100.00", "currencyID": "AED" }`.
    else if (textName !== undefined && isScalar(member)) attributes.push(attributeOf(key, member));
    else inner.push(elementOf(key, member));
  }
  const content = joined(inner);
  if (content === undefined || attributes.includes("")) return undefined;
  return `<${name}${attributes.join("")}>${content}</${name}>`;
}

const joined = (parts: readonly (string | undefined)[]): string | undefined =>
  parts.includes(undefined) ? undefined : parts.join("");
const isScalar = (value: JsonValue | undefined): boolean =>
  value === null || typeof value !== "object" || value instanceof JsonNumber;
const scalarOf = (value: JsonValue | undefined): string =>
  value instanceof JsonNumber ? value.text : value === null || value === undefined ? "" : String(value);

function attributeOf(name: string, value: JsonValue | undefined): string {
  return nameForm.test(name) && isScalar(value) ? ` ${name}="${escaped(scalarOf(value))}"` : "";
}

function escaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
}
