import { isJsonObject, JsonNumber, type JsonValue, parseJson } from "../json/index.ts";

/** What a service said against one field. */
export interface FieldError {
  /** The field as documents name it: `document_lines[0].price.base_amount`. */
  readonly path: string;
  /** The key as it was sent. */
  readonly key: string;
  readonly message: string;
}

/** A refusal's body, whatever its shape. */
export interface ServiceErrors {
  readonly messages: readonly string[];
  readonly fields: readonly FieldError[];
  /** The beginning of a body that says nothing in any known shape. */
  readonly raw?: string | undefined;
}

const rawCap = 500;
const messageCap = 1_000;
const mostErrors = 1_000;
const longestKey = 300;
/** Keys under which services put a sentence about the whole request. */
const sentenceKeys = ["message", "error_description", "detail", "title", "description", "error"];
const fieldKeys = ["field", "path", "name", "property", "pointer", "loc"];
const fieldSentenceKeys = ["message", "defaultMessage", "default_message", "detail", "msg", "reason", "description"];

/**
 * Reads a refusal's body: `errors` as a map, with arrays or objects as values, or as a list; `message`, `error`, problem+json; keys in
 * camelCase, with dots, brackets or slashes; anything else as a capped copy. Never fails. Source: contract §11.
 */
export function serviceErrors(body: Uint8Array): ServiceErrors {
  const text = new TextDecoder().decode(body);
  const json = parseJson(text);
  if (!json.ok || !isJsonObject(json.value)) return withoutShape(text);
  const messages: string[] = [];
  const fields: FieldError[] = [];
  const { errors } = json.value;
  if (Array.isArray(errors)) for (const item of errors) fromItem(item, messages, fields);
  else if (isJsonObject(errors)) {
    for (const key of Object.keys(errors)) {
      if (key === "message") messages.push(...sentences(errors[key]));
      else fromField(key, errors[key], fields);
    }
  } else messages.push(...sentences(errors));
  for (const key of sentenceKeys) {
    const value = json.value[key];
    messages.push(
      ...(isJsonObject(value) ? sentenceKeys.flatMap((inner) => sentences(value[inner])) : sentences(value)),
    );
  }
  const found = { messages: [...new Set(messages)].slice(0, mostErrors), fields: fields.slice(0, mostErrors) };
  return found.messages.length + found.fields.length > 0 ? found : withoutShape(text);
}

/** Whether the errors name a field, at the root. */
export function namesField(errors: ServiceErrors, field: string): boolean {
  return errors.fields.some((each) => each.path === field);
}

function withoutShape(text: string): ServiceErrors {
  const title = /<title[^>]*>([^<]{1,200})<\/title>/i.exec(text)?.[1];
  const raw = (title ?? text).replace(/\s+/g, " ").trim().slice(0, rawCap);
  return { messages: [], fields: [], ...(raw === "" ? {} : { raw }) };
}

function fromItem(item: JsonValue, messages: string[], fields: FieldError[]): void {
  if (!isJsonObject(item)) {
    messages.push(...sentences(item));
    return;
  }
  const said = fieldSentenceKeys.flatMap((key) => sentences(item[key])).slice(0, 1);
  const key = fieldKeys.map((name) => keyText(item[name])).find((each) => each !== undefined);
  const message = said[0] ?? keyText(item.code) ?? "refused without a reason";
  if (key === undefined) messages.push(message);
  else fields.push({ path: fieldPath(key), key, message });
}

/** A value may be a sentence, a list of sentences, or an object: either `{ message }` or the next level of names. */
function fromField(sent: string, value: JsonValue | undefined, fields: FieldError[]): void {
  if (fields.length >= mostErrors) return;
  const key = sent.slice(0, longestKey);
  if (Array.isArray(value) && value.some(isJsonObject)) {
    for (const [index, item] of value.entries()) fromField(`${key}[${index}]`, item, fields);
    return;
  }
  if (isJsonObject(value)) {
    const said = fieldSentenceKeys.flatMap((name) => (typeof value[name] === "string" ? sentences(value[name]) : []));
    if (said[0] !== undefined) fields.push({ path: fieldPath(key), key, message: said[0] });
    else for (const name of Object.keys(value)) fromField(`${key}.${name}`, value[name], fields);
    return;
  }
  const message = sentences(value).join("; ") || "refused without a reason";
  fields.push({ path: fieldPath(key), key, message });
}

/** `documentLines.0.price/baseAmount` → `document_lines[0].price.base_amount`. */
export function fieldPath(key: string): string {
  const segments = key
    .replace(/^(?:\$\.?|#\/?|\/)/, "")
    .replace(/\[["']?([^\]"']*)["']?\]/g, ".$1")
    .split(/[./]/)
    .filter((segment, index) => segment !== "" && !(index === 0 && segment === "body"));
  let path = "";
  for (const segment of segments) {
    if (/^\d{1,6}$/.test(segment)) path += `[${segment}]`;
    else path += (path === "" ? "" : ".") + snakeCase(segment);
  }
  return path === "" ? key : path;
}

function snakeCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}

function keyText(value: JsonValue | undefined): string | undefined {
  if (Array.isArray(value)) return value.map((part) => keyText(part) ?? "").join(".") || undefined;
  if (value instanceof JsonNumber) return value.text;
  return typeof value === "string" && value.trim() !== "" ? value.slice(0, longestKey) : undefined;
}

function sentences(value: JsonValue | undefined): string[] {
  if (Array.isArray(value))
    return value.slice(0, mostErrors).flatMap((item) => (isJsonObject(item) ? [] : sentences(item)));
  if (value instanceof JsonNumber) return [value.text];
  return typeof value === "string" && value.trim() !== "" ? [value.trim().slice(0, messageCap)] : [];
}
