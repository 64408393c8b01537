import { queryOf, routeOf } from "../../contract/index.ts";
import { type DocumentKind, unknownFields } from "../../document/index.ts";
import type { RecordedCall } from "./recorded-call.ts";
import type { BodyShape } from "./shape.ts";

/** Whether a call confirms an assumption; undefined if the call shows nothing about the assumption. */
export type ShownBy = (call: RecordedCall) => boolean | undefined;

type Group = { readonly [name: string]: BodyShape };
const isGroup = (shape: BodyShape | undefined): shape is Group => typeof shape === "object" && !Array.isArray(shape);
const membersOf = (shape: BodyShape | undefined): Group => (isGroup(shape) ? shape : {});
const isGood = ({ status }: RecordedCall): boolean => status !== null && status >= 200 && status < 300;

/** Returns undefined if the service's description does not contain the call. */
function callOf({ method, path }: RecordedCall) {
  const route = routeOf(method, path);
  return route.found === "endpoint" ? route.endpoint : undefined;
}

/** Assumption: keys of nested fields in an error map use dots and `[0]`. */
export const errorKeys: ShownBy = ({ status, answer }) => {
  if (status !== 400) return undefined;
  const keys = Object.keys(membersOf(membersOf(answer.body).errors)).filter((key) => /[./[]/.test(key));
  return keys.length === 0 ? undefined : keys.every((key) => /^[A-Za-z_]\w*(?:\[\d+\]|\.[A-Za-z_]\w*)*$/.test(key));
};

/**
 * Assumption: a number assigned by the service has the form `AAA-AAA-999999`, with two to four letters in the middle.
 */
export const generatedNumber: ShownBy = (call) => {
  if (call.method !== "POST" || call.status !== 201 || !isAbsent(membersOf(call.sent.body).document_number))
    return undefined;
  const number = membersOf(call.answer.body).document_number;
  return typeof number === "string" && /^AAA-AAA?A?-9{6}$/.test(number);
};

function isAbsent(shape: BodyShape | undefined): boolean {
  return shape === undefined || shape === "null" || shape === "empty";
}

/** Assumption: a page size of more than 1000 is rejected. */
export const largestPage: ShownBy = ({ query, status }) => {
  if (query.size === undefined || !(Number(query.size) >= 1)) return undefined;
  const isTooLarge = Number(query.size) > 1000;
  return status === 400 ? isTooLarge : status === 200 && isTooLarge ? false : undefined;
};

/** Assumption: if payment_means was not sent, it is returned as an empty list. */
export const unsetPaymentMeans: ShownBy = (call) => {
  const wasSent = isGroup(call.sent.body) && !isAbsent(call.sent.body.payment_means);
  if (callOf(call)?.definition.answers !== "Document" || call.method === "GET" || wasSent || !isGood(call))
    return undefined;
  const { payment_means: means } = membersOf(call.answer.body);
  return Array.isArray(means) && means.length === 0;
};

/** Assumption: the content type of a request is not checked. */
export const uncheckedType: ShownBy = (call) => {
  if (call.method === "GET" || call.sent.headers["content-type"] === "application/json") return undefined;
  return call.status === 415 ? false : isGood(call) ? true : undefined;
};

/** Assumption: a code list is an array of objects with code and name. */
export const codeListShape: ShownBy = (call) => {
  if (callOf(call)?.name !== "codeList" || !isGood(call)) return undefined;
  const { body } = call.answer;
  return (
    Array.isArray(body) && body.every((each) => membersOf(each).code === "text" && membersOf(each).name === "text")
  );
};

/** Assumption: file names with non-ASCII characters are percent-encoded. */
export const encodedNames: ShownBy = ({ answer: { headers } }) => {
  const told = `${headers["content-disposition"] ?? ""} ${headers["x-suggested-filename"] ?? ""}`;
  if (told.includes("not ASCII")) return false;
  return told.includes("percent-encoded") ? told.includes("filename* percent-encoded") : undefined;
};

function legsOf(call: RecordedCall): Group[] {
  if (callOf(call)?.name !== "status" || !isGood(call)) return [];
  const { toC3, toC5 } = membersOf(call.answer.body);
  return [toC3, toC5].filter(isGroup);
}

/** False if any value is false; otherwise true if any value is true. */
function all(found: readonly (boolean | undefined)[]): boolean | undefined {
  const told = found.filter((each) => each !== undefined);
  return told.length === 0 ? undefined : told.every(Boolean);
}

/**
 * Assumption: every status of a leg is a word from selfbill's lists; a recording replaces any other word with `text`.
 */
export const wordsOfLegs: ShownBy = (call) =>
  all(
    legsOf(call).map(({ status }) => (isAbsent(status) ? undefined : typeof status === "string" && status !== "text")),
  );

export const mlsInside: ShownBy = (call) =>
  all(
    legsOf(call).map(({ mlsResponse }) => {
      if (isAbsent(mlsResponse)) return undefined;
      const { responseCode, receivedAt, statusReasonCode, description } = membersOf(mlsResponse);
      const known =
        typeof responseCode === "string" && /^(?:AP|AB|RE)$/.test(responseCode) && receivedAt === "number 0";
      return known && (responseCode !== "RE" || !(isAbsent(statusReasonCode) || isAbsent(description)));
    }),
  );

export const unsentLeg: ShownBy = (call) =>
  all(
    legsOf(call).map(({ status, transmissionUuid, transmissionResponse }) =>
      status === "PENDING" ? transmissionUuid === "null" && transmissionResponse === undefined : undefined,
    ),
  );

/** Assumption: Base64 with line breaks is rejected. */
export const base64InLines: ShownBy = (call) => {
  if (call.method === "GET" || !JSON.stringify(call.sent.body ?? "").includes('"base64-in-lines"')) return undefined;
  return isGood(call) ? false : call.status === 400 ? true : undefined;
};

/** Assumption: filtering by an unknown status is rejected. */
export const unknownStatus: ShownBy = ({ query, status }) => {
  if (query.status !== "another word") return undefined;
  return status === 400 ? true : status === 200 ? false : undefined;
};

/** Assumption: members that the description does not contain are ignored. */
export const unknownIgnored: ShownBy = (call) => {
  const endpoint = callOf(call);
  if (endpoint === undefined || call.status === null) return undefined;
  const known = queryOf(endpoint).map(([name]) => name);
  const kind: DocumentKind = endpoint.kind === "credit-note" ? "credit-note" : "invoice";
  const isDocument = call.method !== "GET" && isGroup(call.sent.body);
  const fields = isDocument
    ? unknownFields(withNulls(call.sent.body), kind, { most: 50, written: "body" }).first.map(({ path }) => path)
    : [];
  const unknown = [...fields, ...Object.keys(call.query).filter((name) => !known.includes(name))];
  if (unknown.length === 0) return undefined;
  if (isGood(call)) return true;
  const errors = Object.keys(membersOf(membersOf(call.answer.body).errors)).map((key) => key.replace("?", ""));
  return call.status === 400 && unknown.some((path) => errors.includes(path)) ? false : undefined;
};

/** Replaces the shape `null` with a real null, which counts as absent. */
function withNulls(shape: BodyShape | undefined): unknown {
  if (shape === "null" || shape === undefined) return null;
  if (typeof shape === "string") return shape;
  if (Array.isArray(shape)) return shape.map(withNulls);
  return Object.fromEntries(Object.entries(shape).map(([name, each]) => [name, withNulls(each)]));
}
