import { z } from "zod";
import { routeOf, versionHeader } from "../../contract/index.ts";
import { JsonNumber, parseJson } from "../../json/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { overallStatuses } from "../../states/index.ts";
import { type BodyShape, nameShown, shapeOf } from "./shape.ts";

/** A call recorded as one line of JSON, without personal or business data. */
export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  /**
   * The numbers in `page` and `size` and the value of `status`; for all other parameters, only whether they are
   * present.
   */
  readonly query: Readonly<Record<string, string>>;
  readonly sent: Side;
  /** null if no complete answer arrived. */
  readonly status: number | null;
  readonly answer: Side;
}

interface Side {
  readonly headers: Readonly<Record<string, string>>;
  /** Absent if there is no JSON body. */
  readonly body?: BodyShape | undefined;
}

/** A call and its answer as sent over the network, before anything is removed. Header names are in lower case. */
export interface PassedCall {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number | null;
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly answerBody: string;
}

const unknownPath = "(not in the description)";

/**
 * Returns the call as one line of a recording. Secrets from the headers, and the client id, are removed wherever they
 * occur.
 */
export function recordedLine(call: PassedCall): string {
  const cut = call.target.indexOf("?");
  const path = cut < 0 ? call.target : call.target.slice(0, cut);
  const route = routeOf(call.method, path);
  const query = new URLSearchParams(cut < 0 ? "" : call.target.slice(cut + 1));
  const recorded: RecordedCall = {
    method: call.method,
    path: route.found === "endpoint" ? route.endpoint.path : unknownPath,
    query: Object.fromEntries([...query].map(([name, value]) => [nameShown(name), parameterForm(name, value)])),
    sent: sideOf(call.headers, call.body),
    status: call.status,
    answer: sideOf(call.answerHeaders, call.answerBody),
  };
  return secretsOf(call, query).reduce(
    (line, secret) => line.split(secret).join("(left out)"),
    JSON.stringify(recorded),
  );
}

function secretsOf({ headers }: PassedCall, query: URLSearchParams): string[] {
  const named = Object.entries(headers).filter(([name]) =>
    /authorization|signature|cookie|token|key|secret/.test(name),
  );
  const texts = [...named.flatMap(([, value]) => [value, ...value.split(/[\s=;,]+/)]), query.get("client_id") ?? ""];
  return texts.filter((text) => text.length >= 8).sort((one, other) => other.length - one.length);
}

function parameterForm(name: string, value: string): string {
  if ((name === "page" || name === "size") && /^\d{1,9}$/.test(value)) return value;
  if (name === "status") return (overallStatuses as readonly string[]).includes(value) ? value : "another word";
  return value === "" ? "empty" : "text";
}

/** Headers that are kept in part, with functions that return that part. */
const headerForms: Readonly<Record<string, (value: string) => string>> = {
  "content-type": (value) => /^[a-z]+\/[a-z.+-]{1,60}/.exec(value.toLowerCase())?.[0] ?? "another type",
  [versionHeader.toLowerCase()]: (value) => (/^\d{8}$/.test(value) ? value : "another form"),
  "retry-after": (value) => (/^\d+$/.test(value) ? "seconds" : "another form"),
  "content-disposition": dispositionForm,
  "x-suggested-filename": nameForm,
  location: () => "present",
};

function dispositionForm(value: string): string {
  const parameters = [...value.matchAll(/;\s*(filename\*?)=("[^"]*"|[^;]*)/gi)];
  return parameters.map(([, name = "", text = ""]) => `${name.toLowerCase()} ${nameForm(text)}`).join(", ");
}

function nameForm(value: string): string {
  if (/[^\x20-\x7e]/.test(value)) return "not ASCII";
  return /%[\dA-F]{2}/i.test(value) ? "percent-encoded" : "plain";
}

function sideOf(headers: Readonly<Record<string, string>>, body: string): Side {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const form = headerForms[name];
    return form === undefined ? [] : [[name, form(value)]];
  });
  const shape = body === "" ? undefined : shapeOf(body);
  return { headers: Object.fromEntries(kept), ...(shape === undefined ? {} : { body: shape }) };
}

const shapeSchema: z.ZodType<BodyShape> = z.lazy(() =>
  z.union([z.string(), z.array(shapeSchema), z.record(z.string(), shapeSchema)]),
);
const sideSchema = z.object({ headers: z.record(z.string(), z.string()), body: shapeSchema.optional() });
const callSchema: z.ZodType<RecordedCall> = z.object({
  method: z.string(),
  path: z.string(),
  query: z.record(z.string(), z.string()),
  sent: sideSchema,
  status: z
    .instanceof(JsonNumber)
    .transform(({ text }) => Number(text))
    .nullable(),
  answer: sideSchema,
});

/** Returns each call with its line. Problem: `bad-usage`. */
export function readRecording(file: string, text: string): Result<readonly RecordedCall[]> {
  const calls: RecordedCall[] = [];
  for (const [at, line] of text.trimEnd().split("\n").entries()) {
    const call = callSchema.safeParse(lineRead(line));
    if (!call.success) {
      const message = `Line ${at + 1} of ${file} is not a call that was recorded.`;
      return fail(problem("bad-usage", message, "Name a file that selfbill sandbox --record URL --out FILE wrote."));
    }
    calls.push(call.data);
  }
  return ok(calls);
}

function lineRead(line: string): unknown {
  const parsed = parseJson(line);
  return parsed.ok ? parsed.value : undefined;
}
