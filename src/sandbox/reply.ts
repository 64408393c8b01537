import { writeJson } from "../json/index.ts";

/** An unknown field of the body, or parameter (`?name`), with the full path of the suggested one. */
export interface IgnoredField {
  readonly path: string;
  readonly did_you_mean: string | null;
}

/** Leaves out the headers that every answer has. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Unknown fields and parameters that were sent. */
  readonly ignored?: readonly IgnoredField[];
}

export function json(status: number, value: unknown, headers?: Record<string, string>): Reply {
  return { status, type: "application/json", body: writeJson(value), ...(headers ? { headers } : {}) };
}

/** The service's error shape with one sentence. Source: contract §11. */
export function message(status: number, sentence: string, headers?: Record<string, string>): Reply {
  return json(status, { errors: { message: sentence } }, headers);
}

/** One entry per field, all fields of a request at once. Source: contract §11, Decision 7. */
export function fieldErrors(errors: ReadonlyMap<string, string>): Reply {
  return json(400, { errors: Object.fromEntries(errors) });
}

export const fault500: Reply = message(500, "An error occurred");
