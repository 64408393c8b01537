import { isJsonObject, parseJson } from "../json/index.ts";
import type { Problem } from "../problem/index.ts";
import { assertAccess, defaultPatience, forbidden, type ServiceAccess } from "./access.ts";
import { type AskedCall, askedCall, methods, type Service } from "./calls.ts";
import { type CreateAnswer, classifyCreate } from "./create-answer.ts";
import { exchangeInside } from "./exchange-inside.ts";
import { overNetwork } from "./over-network.ts";
import { proxyFor } from "./proxy.ts";
import { classifyRead, type ReadAnswer, type RequestContext, unreadable } from "./read-answer.ts";
import { requestOf } from "./request.ts";
import { readers } from "./take-answer.ts";
import { answerLines, requestLines } from "./trace.ts";
import type { Exchange, Hooks, WireRequest } from "./wire.ts";

/** Returns the service's calls; sends nothing yet. Throws if `access` breaks the rules for settings. */
export function openService(access: ServiceAccess): Service {
  assertAccess(access);
  const send = sender(access);
  return {
    ...methods(
      (name) =>
        (...asked) =>
          readAnswer(access, send, askedCall(name, asked), readers[name]),
      (name) =>
        (...asked) =>
          create(access, send, askedCall(name, asked)),
    ),
    withVersion: (serviceVersion) => openService({ ...access, serviceVersion }),
    polling: () => openService({ ...access, priority: "low" }),
    unasked: (signal) => openService({ ...access, priority: "unasked", signal }),
  };
}

type Send = (request: WireRequest, hooks: Hooks | undefined, times?: number) => Promise<Exchange>;

/**
 * Factor by which a status or log may be larger than other answers: a snapshot contains the document up to three times,
 * each a third larger in Base64; a log may contain it too.
 */
const timesLarger = 5;

function sender(access: ServiceAccess): Send {
  const { origin } = new URL(access.baseUrl);
  const always = { waiting: access.waiting, signal: access.signal };
  const patience = { ...defaultPatience, ...access.patience };
  const route = { origin, proxy: proxyFor(origin, access.environment), extraCa: access.extraCa, patience };
  return async (request, hooks, times = 1) => {
    const answerBytes = patience.answerBytes * times;
    const began = Date.now();
    access.trace?.(requestLines(request, origin, access.token));
    const answer =
      access.inside === undefined
        ? await overNetwork(request, { ...route, patience: { ...patience, answerBytes } }, { ...always, ...hooks })
        : await exchangeInside(request, access.inside, { ...always, ...hooks });
    access.trace?.(answerLines(answer, Date.now() - began, access.token));
    return answer;
  };
}

async function create(access: ServiceAccess, send: Send, { call, hooks }: AskedCall): Promise<CreateAnswer> {
  const ban = forbidden(access);
  if (ban) return { verdict: "not-sent", rate: {}, problems: [ban] };
  const request = requestOf(access, call);
  if (!request.ok) return { verdict: "not-sent", rate: {}, problems: request.problems };
  const late = await turn(access, hooks);
  if (late) return { verdict: "not-sent", rate: {}, problems: [late] };
  const result = await send(request.value, hooks);
  const answer = classifyCreate(result, {
    origin: new URL(access.baseUrl).origin,
    token: access.token,
    tokenVariable: access.tokenVariable,
    success: call.endpoint.definition.success ?? 200,
    hasDocumentNumber: () => hasDocumentNumber(call.body ?? ""),
    now: Date.now(),
  });
  await access.pace?.told(answer.rate, result.status === 429);
  return { ...answer, clockAhead: clockAhead(result) };
}

/** Returns the answer's `Date` minus this computer's clock, in milliseconds. */
function clockAhead({ headers }: Exchange): number | undefined {
  const told = Date.parse(headers.date ?? "");
  return Number.isNaN(told) ? undefined : told - Date.now();
}

/** Waits for the request's turn in the account's budget. */
async function turn({ pace, priority = "normal" }: ServiceAccess, hooks?: Hooks): Promise<Problem | undefined> {
  return hooks?.counted ? undefined : pace?.turn(priority);
}

async function readAnswer(
  access: ServiceAccess,
  send: Send,
  { call, what, hooks }: AskedCall,
  take: (body: Uint8Array, token: string) => unknown,
): Promise<ReadAnswer<unknown>> {
  const ban = forbidden(access);
  if (ban) return { ok: false, problems: [ban], rate: {} };
  const request = requestOf(access, call);
  if (!request.ok) return { ...request, rate: {} };
  const { origin } = new URL(access.baseUrl);
  const phase2 = call.endpoint.definition.phase2 === true;
  const isFixed = Object.keys(call.segments ?? {}).length === 0;
  const late = await turn(access, hooks);
  if (late) return { ok: false, problems: [notAsked(late, what)], rate: {} };
  const result = await send(request.value, hooks, phase2 ? timesLarger : 1);
  const { token, tokenVariable } = access;
  const asked: RequestContext = { origin, token, tokenVariable, what, phase2, isFixed, now: Date.now() };
  const answer = classifyRead(result, asked, { signed: call.accept === undefined });
  await access.pace?.told(answer.rate, result.status === 429);
  if (!answer.ok) return answer;
  const value = take(answer.value, access.token);
  return typeof value === "string" ? unreadable(asked, value, answer) : { ...answer, value };
}

/** Rewords the problem for a query, which sends no document. */
function notAsked(late: Problem, what: string): Problem {
  if (late.code === "interrupted")
    return { ...late, message: `It was stopped before the service was asked for ${what}.` };
  if (late.code !== "rate-limited") return late;
  return { ...late, message: `The service was not asked for ${what}: the rate limit of this account is reached.` };
}

function hasDocumentNumber(body: string): boolean {
  const json = parseJson(body);
  const number = json.ok && isJsonObject(json.value) ? json.value.document_number : undefined;
  return typeof number === "string" && number.trim() !== "";
}
