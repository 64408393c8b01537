import { cutShort, type ToldMember, toldOf } from "../contract/index.ts";
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue, parseJson } from "../json/index.ts";

export interface FieldError {
  /** The field's path in documents, such as `document_lines[0].price.base_amount`. */
  readonly path: string;
  /** The key as the service sent it. */
  readonly key: string;
  readonly message: string;
}

/** The content of a refusal in any of the shapes that selfbill recognises. */
export interface ServiceErrors {
  readonly messages: readonly string[];
  readonly fields: readonly FieldError[];
  /** The beginning of a body in an unknown shape. */
  readonly raw?: string | undefined;
  /**
   * The rest of the body, as received, such as codes and reference numbers for the service's support team. Absent if
   * empty.
   */
  readonly more?: readonly ToldMember[] | undefined;
}

const rawCap = 500;
const messageCap = 1_000;
const mostErrors = 1_000;
const longestKey = 300;
/** Keys that services use for a message about the whole request. */
const sentenceKeys = ["message", "error_description", "detail", "title", "description", "error"];
const fieldKeys = ["field", "path", "name", "property", "pointer", "loc"];
const fieldSentenceKeys = ["message", "defaultMessage", "default_message", "detail", "msg", "reason", "description"];

/**
 * Understands `errors` as a map with arrays or objects as values, or as a list; `message`, `error` and problem+json;
 * and keys in camelCase or with dots, brackets or slashes. Keeps a shortened copy of anything else. Never fails.
 * Source: contract §11.
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
  if (found.messages.length + found.fields.length === 0) return withoutShape(text);
  const more = moreIn(json.value, found);
  return more.length === 0 ? found : { ...found, more };
}

/** Maximum number of additional members of a refusal that are shown; the journal has all of them. */
const mostMore = 12;

/** Returns the members that are neither messages nor field errors. */
function moreIn(body: JsonObject, { messages, fields }: ServiceErrors): ToldMember[] {
  const said = new Set([...messages, ...fields.flatMap(({ key, message }) => [key, message, ...message.split("; ")])]);
  const isSaid = (value: string): boolean =>
    said.has(value) ||
    value.split(", ").every((each) => said.has(each)) ||
    (value.length > 40 && [...messages, ...fields.map(({ message }) => message)].some((each) => each.includes(value)));
  const told = toldOf(body).filter(([name, value]) => !isSaid(value.trim()) && !/^errors(?:\.message)?$/.test(name));
  return told.length <= mostMore ? told : [...told.slice(0, mostMore), ["…", `${told.length - mostMore} more`]];
}

/** Returns the rest of the body as a suffix for the first message, such as ` (code: E17; request_id: a1)`. */
export function moreSays({ more = [] }: ServiceErrors): string {
  return more.length === 0 ? "" : ` (${more.map(([name, value]) => `${name}: ${value}`).join("; ")})`;
}

/** Returns the whole refusal as one string; undefined if it is empty. */
export function allSaid(errors: ServiceErrors): string | undefined {
  const { messages, fields, raw } = errors;
  const parts = [...messages, ...fields.map(({ key, message }) => `${key}: ${message}`)];
  const shown = parts.slice(0, mostMore).map((each) => each.replace(/[.;]$/, ""));
  if (parts.length > mostMore) shown.push(`${parts.length - mostMore} more`);
  const text = shown.join("; ") || raw;
  return text === undefined ? undefined : `${text}${moreSays(errors)}`;
}

/** Whether there is an error for the field; works only for top-level fields. */
export function namesField(errors: ServiceErrors, field: string): boolean {
  return errors.fields.some((each) => each.path === field);
}

function withoutShape(text: string): ServiceErrors {
  const raw = cutShort(/<(?:html|head|body|title|!doctype)/i.test(text) ? pageText(text) : oneLine(text), rawCap);
  return { messages: [], fields: [], ...(raw === "" ? {} : { raw }) };
}

/** Returns the text of an HTML page: the title and the body, or only the body if it begins with the title. */
function pageText(html: string): string {
  const title = oneLine(/<title[^>]*>([^<]{1,200})<\/title>/i.exec(html)?.[1] ?? "");
  const shown = html.slice(0, 8_000).replace(/<(script|style|title|head)\b[^>]*>[\s\S]*?<\/\1>/gi, " ");
  const text = oneLine(shown.replace(/<[^>]{0,500}>/g, " "));
  if (text === "" || text.startsWith(title)) return text || title;
  return title === "" ? text : `${title}: ${text}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

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

/**
 * Collects the errors of a field. A value may be a message, a list of messages, or an object: either `{ message }` or
 * the next level of names.
 */
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

/** Turns `documentLines.0.price/baseAmount` into `document_lines[0].price.base_amount`. */
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
