import type { Random } from "../random.ts";
import type { Plants } from "./plants.ts";

/** Spellings of member names that services use. */
export const spellings = ["as described", "camelCase", "PascalCase", "snake_case", "kebab-case", "UPPER_CASE"] as const;
export type Spelling = (typeof spellings)[number];

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_-]/);
const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

function spelled(name: string, how: Spelling): string {
  const words = wordsOf(name);
  switch (how) {
    case "as described":
      return name;
    case "camelCase":
      return words.map((word, at) => (at === 0 ? word : capital(word))).join("");
    case "PascalCase":
      return words.map(capital).join("");
    case "snake_case":
      return words.join("_");
    case "kebab-case":
      return words.join("-");
    case "UPPER_CASE":
      return words.join("_").toUpperCase();
  }
}

/** Returns the value with all member names, at any depth, in this spelling. */
export function inSpelling(value: unknown, how: Spelling): unknown {
  if (Array.isArray(value)) return value.map((each) => inSpelling(each, how));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [spelled(name, how), inSpelling(member, how)]),
  );
}

/** Wrappers around an answer. The last two have names that selfbill does not know. */
export const wrappers = ["nothing", "data", "result", "response.payload", "a list of one", "envelope", "a.b"] as const;
export type Wrapper = (typeof wrappers)[number];

/** Wraps the value; planted values are put next to it. */
export function wrapped(value: unknown, how: Wrapper, plants: Plants, random: Random): unknown {
  const beside = random.oneIn(2) ? { took: plants.value("said", "took"), trace: plants.text("said", "trace") } : {};
  switch (how) {
    case "nothing":
      return value;
    case "a list of one":
      return [value];
    case "response.payload":
      return { response: { payload: value }, ...beside };
    case "a.b":
      return { a: { b: value }, ...beside };
    default:
      return { [how]: value, ...beside };
  }
}

/** Where the entries of a list are. */
export const listShapes = [
  "an array",
  "a page as described",
  "items",
  "data.items",
  "logs",
  "_embedded.records",
  "a name of its own",
  "a map",
  "one alone",
  "a text",
  "null",
  "nothing in it",
] as const;
export type ListShape = (typeof listShapes)[number];

/** Returns the entries in this shape, with planted values next to the list. A map and a string are not lists. */
export function listed(entries: readonly unknown[], how: ListShape, plants: Plants, random: Random): unknown {
  const beside = (): Record<string, unknown> =>
    random.oneIn(2) ? { next: plants.text("said", "next"), total: plants.number("said", "total") } : {};
  switch (how) {
    case "an array":
      return entries;
    case "a page as described":
      return { content: entries, page_number: 0, total_pages: 1, total_elements: entries.length };
    case "items":
    case "logs":
      return { [how]: entries, ...beside() };
    case "data.items":
      return { data: { items: entries, ...beside() }, ...beside() };
    case "_embedded.records":
      return { _embedded: { records: entries }, ...beside() };
    case "a name of its own":
      return { [`steps_${random.below(100)}`]: entries, ...beside() };
    case "a map":
      return Object.fromEntries(entries.map((each, at) => [`k${at}`, each]));
    case "one alone":
      return entries[0] ?? {};
    case "a text":
      return plants.text("said", "the text");
    case "null":
      return null;
    case "nothing in it":
      return {};
  }
}

/** The formats in which a service reports a refusal. */
export const errorShapes = [
  "errors.message",
  "errors by field",
  "a list of errors",
  "a list of texts",
  "message",
  "error",
  "problem+json",
  "html",
  "text",
  "nothing",
] as const;
export type ErrorShape = (typeof errorShapes)[number];

/** Returns a refusal in this format; everything in its body must be shown. */
export function refusal(how: ErrorShape, plants: Plants): { readonly type: string; readonly body: string } {
  const say = (name: string): string => plants.text("said", name);
  const json = (value: unknown): { type: string; body: string } => ({
    type: "application/json",
    body: JSON.stringify(value),
  });
  switch (how) {
    case "errors.message":
      return json({ errors: { message: say("message") }, request_id: say("request_id") });
    case "errors by field":
      return json({ errors: { issue_date: say("issue_date"), "lines[0].price": [say("price"), say("price")] } });
    case "a list of errors":
      return json({
        errors: [{ field: "due_date", message: say("message"), code: say("code") }, { code: say("code") }],
      });
    case "a list of texts":
      return json({ errors: [say("errors"), say("errors")] });
    case "message":
      return json({ message: say("message"), request_id: say("request_id") });
    case "error":
      return json({ error: { message: say("message"), code: say("code") }, at: say("at") });
    case "problem+json":
      return {
        ...json({ title: say("title"), detail: say("detail"), instance: say("instance"), status: 400 }),
        type: "application/problem+json",
      };
    case "html":
      return {
        type: "text/html",
        body: `<!doctype html><html><head><title>${say("title")}</title><style>p { color: red }</style></head><body><h1>${say("h1")}</h1><p>${say("p")}</p></body></html>`,
      };
    case "text":
      return { type: "text/plain", body: say("text") };
    case "nothing":
      return { type: "text/plain", body: "" };
  }
}
