import { writeJson } from "../json/index.ts";

/** An unknown body field or parameter (`?name`), with the full path of the one that was probably meant. */
export interface IgnoredField {
  readonly path: string;
  readonly did_you_mean: string | null;
}

/** An answer without the headers that all answers have. */
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

/** Returns an error in the service's shape, with a single message. Source: contract §11. */
export function message(status: number, sentence: string, headers?: Record<string, string>): Reply {
  return json(status, { errors: { message: sentence } }, headers);
}

/** Reports the errors of a request together, one entry per field. Source: contract §11, Decision 7. */
export function fieldErrors(errors: ReadonlyMap<string, string>): Reply {
  return json(400, { errors: Object.fromEntries(errors) });
}

export const fault500: Reply = message(500, "An error occurred");
