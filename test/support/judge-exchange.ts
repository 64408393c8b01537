import { controlsOpenApi } from "../../src/sandbox/openapi/controls.ts";
import { openApiText } from "../../src/sandbox/openapi/index.ts";
import { follow, judge } from "./judge-schema.ts";

// biome-ignore lint/suspicious/noExplicitAny: a description is read as plain JSON
type Json = any;

/** A request and its answer, as the client sees them. */
export interface Exchange {
  readonly method: string;
  /** The path and query. */
  readonly target: string;
  readonly sent: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

type Described = Parameters<typeof openApiText>[1];

const descriptions = new Map<string, Json>();
function descriptionOf(path: string, described: Described): Json {
  const name = path.startsWith("/sandbox/") ? "controls" : JSON.stringify(described);
  const base = "http://127.0.0.1";
  const made =
    descriptions.get(name) ?? (name === "controls" ? controlsOpenApi(base) : JSON.parse(openApiText(base, described)));
  descriptions.set(name, made);
  return made;
}

/**
 * Deviations of an exchange from the sandbox's own description, one per line: the description must allow every
 * accepted request and declare every answer. A call that is not in the description must be refused. After injected
 * faults (`disturbed`), any answer is allowed.
 */
export function wrongByDescription(exchange: Exchange, described: Described, disturbed: boolean): string[] {
  const url = new URL(exchange.target, "http://127.0.0.1");
  if (!/^\/(?:api|auth|sandbox)\//.test(url.pathname) || url.pathname.endsWith("openapi.json")) return [];
  const description = descriptionOf(url.pathname, described);
  const found = operationOf(description, exchange.method, url.pathname);
  if (found === undefined) return exchange.status < 400 ? [`${exchange.target}: the call is not described`] : [];
  return [
    ...(exchange.status < 300 ? wrongWithRequest(description, found, url, exchange) : []),
    ...(disturbed ? [] : wrongWithAnswer(description, found, exchange)),
  ].map((wrong) => `${exchange.method} ${exchange.target} ${exchange.status}: ${wrong}`);
}

/** Finds the operation for a call in the description; a literal path takes precedence over one with parameters. */
function operationOf(description: Json, method: string, path: string): Json {
  const templates = Object.keys(description.paths).sort((a, b) => a.split("{").length - b.split("{").length);
  const template = templates.find((each) => new RegExp(`^${each.replace(/\{\w+\}/g, "[^/]+")}$`).test(path));
  return template && description.paths[template][method === "HEAD" ? "get" : method.toLowerCase()];
}

function wrongWithRequest(description: Json, operation: Json, url: URL, { sent, headers }: Exchange): string[] {
  const query = (operation.parameters ?? [])
    .map((each: Json) => at(description, each))
    .filter((each: Json) => each.in === "query");
  const asked = query.flatMap(({ name, required, schema }: Json) => {
    const text = url.searchParams.get(name);
    if (text === null) return required ? [`the query lacks ${name}`] : [];
    const value = schema.type === "integer" && /^-?\d+$/.test(text) ? Number(text) : text;
    return judge(description, schema, value, `?${name}`);
  });
  const named = (headers.get("x-ignored-fields") ?? "").split(/[;,] ?/);
  const unknown = [...url.searchParams.keys()].filter(
    (name) => !query.some((each: Json) => each.name === name) && !named.includes(`?${encodeURIComponent(name)}`),
  );
  return [
    ...asked,
    ...unknown.map((name) => `?${name} is neither described nor named as ignored`),
    ...wrongWithBody(description, operation, sent),
  ];
}

function wrongWithBody(description: Json, { requestBody }: Json, sent: string | undefined): string[] {
  if (requestBody === undefined) return [];
  if (!sent) return requestBody.required ? ["the body is absent"] : [];
  return judge(description, requestBody.content["application/json"].schema, JSON.parse(sent));
}

function wrongWithAnswer(description: Json, operation: Json, { method, status, headers, text }: Exchange): string[] {
  const given = operation.responses[status];
  if (given === undefined) return ["the status is not described"];
  const response = at(description, given);
  const missing = Object.entries<Json>(response.headers ?? {}).flatMap(([name, header]) =>
    at(description, header).required && headers.get(name) === null ? [`the header ${name} is absent`] : [],
  );
  const type = headers.get("content-type")?.split(";")[0] ?? "";
  const content = response.content?.[type];
  if (content === undefined) return [...missing, `the type ${type} is not described`];
  const isJson = type === "application/json" && method !== "HEAD";
  return [...missing, ...(isJson ? judge(description, content.schema, JSON.parse(text)) : [])];
}

/** Resolves the value if it is a reference. */
const at = (description: Json, value: Json): Json => (value.$ref ? follow(description, value.$ref) : value);
