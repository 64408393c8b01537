import { type Endpoint, endpoints, type StatusLog, type StatusSnapshot } from "../contract/index.ts";
import { type BusinessProfile, type DocumentKind, documentKinds } from "../document/index.ts";
import { isJsonObject, type JsonObject, parseJson } from "../json/index.ts";
import type { Problem } from "../problem/index.ts";
import { assertAccess, defaultPatience, forbidden, type ServiceAccess } from "./access.ts";
import { type CreateAnswer, classifyCreate } from "./create-answer.ts";
import { exchangeInside } from "./exchange-inside.ts";
import { overNetwork } from "./over-network.ts";
import { proxyFor } from "./proxy.ts";
import { classifyRead, type ReadAnswer, type RequestContext, unreadable } from "./read-answer.ts";
import { requestOf, type ServiceCall } from "./request.ts";
import {
  type IdPage,
  idPageOf,
  logOf,
  objectOf,
  type Page,
  pageOf,
  profileOf,
  type ShownList,
  shownListOf,
  snapshotOf,
} from "./take-answer.ts";
import { answerLines, requestLines } from "./trace.ts";
import type { Exchange, Hooks, WireRequest } from "./wire.ts";

/** Whose Peppol status is asked for: a document of ours, or a credit note that the business profile gave as a seller. */
export type StatusSubject = DocumentKind | "sales-credit-note";

/** Narrows a list. Source: contract §2.2. */
export interface ListFilter {
  readonly document_number?: string | undefined;
  /** Credit notes only: the number of the invoice it credits. */
  readonly invoice_number?: string | undefined;
  readonly billed_by_name?: string | undefined;
  readonly billed_by_vat?: string | undefined;
  readonly billed_to_name?: string | undefined;
  readonly billed_to_vat?: string | undefined;
  readonly status?: string | undefined;
  readonly document_date?: string | undefined;
  /** From 0. */
  readonly page?: number | undefined;
  readonly size?: number | undefined;
}

/** The calls of one service, with one token and one version. None of them throws for what the network or the service does. */
export interface Service {
  /** Endpoints 1 and 2. `body` is sent unchanged; its size is the caller's to check. Never sent twice. */
  create(kind: DocumentKind, businessProfileId: string, body: string, hooks?: Hooks): Promise<CreateAnswer>;
  /**
   * Endpoints 12 and 13: the body replaces a document whose validation failed. Classified like a create: `created` says that the
   * service took it. Never sent twice.
   */
  resubmit(
    kind: DocumentKind,
    id: string,
    businessProfileId: string,
    body: string,
    hooks?: Hooks,
  ): Promise<CreateAnswer>;
  /** Endpoints 3, 4 and 17. A 404 (`not-found`) may mean that there is no status yet. */
  status(subject: StatusSubject, id: string, hooks?: Hooks): Promise<ReadAnswer<StatusSnapshot>>;
  /** Endpoints 5, 6 and 17: the events, oldest first. */
  logs(subject: StatusSubject, id: string, hooks?: Hooks): Promise<ReadAnswer<StatusLog>>;
  /** Endpoint 14: the bytes. */
  attachment(kind: DocumentKind, id: string, attachmentId: string, hooks?: Hooks): Promise<ReadAnswer<Uint8Array>>;
  /** Endpoint 15: the UBL, once the document is APPROVED (400 before). */
  xml(kind: DocumentKind, id: string, hooks?: Hooks): Promise<ReadAnswer<Uint8Array>>;
  /** The same service by another contract version: a document's later calls use the version of its creation. */
  withVersion(serviceVersion: string): Service;
  /** The same service for polls: they leave room in the account's budget for everything else. */
  polling(): Service;
  /** Endpoints 7 and 8: the document as the service has it. */
  document(kind: DocumentKind, id: string, hooks?: Hooks): Promise<ReadAnswer<JsonObject>>;
  /** Endpoints 9 and 10. */
  list(kind: DocumentKind, filter: ListFilter, hooks?: Hooks): Promise<ReadAnswer<Page>>;
  /** The same, in whatever shape the service lists them: to be shown, never to conclude from. */
  shownList(kind: DocumentKind, filter: ListFilter, hooks?: Hooks): Promise<ReadAnswer<ShownList>>;
  /** Endpoint 11: ids of the documents that were created on a day, YYYY-MM-DD. */
  idsCreated(
    kind: DocumentKind,
    day: string,
    part: { readonly page: number; readonly size: number },
    hooks?: Hooks,
  ): Promise<ReadAnswer<IdPage>>;
  /** Endpoint 18: the buyer's party. */
  businessProfile(id: string, hooks?: Hooks): Promise<ReadAnswer<BusinessProfile>>;
}

const calls = {
  invoice: {
    create: endpoints.createPurchaseInvoice,
    get: endpoints.getPurchaseInvoice,
    list: endpoints.listPurchaseInvoices,
    ids: endpoints.purchaseInvoiceUuids,
    resubmit: endpoints.resubmitPurchaseInvoice,
    attachment: endpoints.purchaseInvoiceAttachment,
    xml: endpoints.purchaseInvoiceXml,
  },
  "credit-note": {
    create: endpoints.createPurchaseCreditNote,
    get: endpoints.getPurchaseCreditNote,
    list: endpoints.listPurchaseCreditNotes,
    ids: endpoints.purchaseCreditNoteUuids,
    resubmit: endpoints.resubmitPurchaseCreditNote,
    attachment: endpoints.purchaseCreditNoteAttachment,
    xml: endpoints.purchaseCreditNoteXml,
  },
} as const satisfies Record<DocumentKind, Record<string, Endpoint>>;

const statusCalls = {
  invoice: { status: endpoints.purchaseInvoiceStatus, logs: endpoints.purchaseInvoiceLogs },
  "credit-note": { status: endpoints.purchaseCreditNoteStatus, logs: endpoints.purchaseCreditNoteLogs },
  "sales-credit-note": { status: endpoints.salesCreditNoteStatus, logs: endpoints.salesCreditNoteLogs },
} as const satisfies Record<StatusSubject, Record<string, Endpoint>>;

const says = (subject: StatusSubject): string =>
  subject === "sales-credit-note" ? "sales credit note" : documentKinds[subject].says;

/** A service to talk to. Opening sends nothing. Throws for an access that breaks the rules of the settings. */
export function openService(access: ServiceAccess): Service {
  assertAccess(access);
  const send = sender(access);
  const read = <T>(call: ServiceCall, what: string, take: (body: Uint8Array) => T | string, hooks?: Hooks) =>
    readAnswer(access, send, call, what, take, hooks);
  return {
    create: (kind, businessProfileId, body, hooks) =>
      create(
        access,
        send,
        { endpoint: calls[kind].create, segments: { business_profile_id: businessProfileId }, body },
        hooks,
      ),
    resubmit: (kind, id, businessProfileId, body, hooks) => {
      const segments = { id, business_profile_id: businessProfileId };
      return create(access, send, { endpoint: calls[kind].resubmit, segments, body }, hooks);
    },
    status: (subject, id, hooks) => {
      const call = { endpoint: statusCalls[subject].status, segments: { id } };
      return read(
        call,
        `the Peppol status of the ${says(subject)} ${id}`,
        (body) => snapshotOf(body, access.token),
        hooks,
      );
    },
    logs: (subject, id, hooks) => {
      const call = { endpoint: statusCalls[subject].logs, segments: { id } };
      return read(call, `the status log of the ${says(subject)} ${id}`, logOf, hooks);
    },
    attachment: (kind, id, attachmentId, hooks) => {
      const segments = { id, attachment_id: attachmentId };
      const call = { endpoint: calls[kind].attachment, segments, accept: "*/*" };
      return read(call, `the attachment ${attachmentId} of the ${says(kind)} ${id}`, (body) => body, hooks);
    },
    xml: (kind, id, hooks) => {
      const call = { endpoint: calls[kind].xml, segments: { id }, accept: "application/xml" };
      return read(call, `the XML of the ${says(kind)} ${id}`, (body) => body, hooks);
    },
    withVersion: (serviceVersion) => openService({ ...access, serviceVersion }),
    polling: () => openService({ ...access, priority: "low" }),
    document: (kind, id, hooks) =>
      read({ endpoint: calls[kind].get, segments: { id } }, `the ${documentKinds[kind].says} ${id}`, objectOf, hooks),
    list: (kind, filter, hooks) => read(listCall(kind, filter), listSays(kind), pageOf, hooks),
    shownList: (kind, filter, hooks) => read(listCall(kind, filter), listSays(kind), shownListOf, hooks),
    idsCreated: (kind, day, { page, size }, hooks) => {
      const query = { created_on: day, page: String(page), size: String(size) };
      return read({ endpoint: calls[kind].ids, query }, `the ids of ${documentKinds[kind].says}s`, idPageOf, hooks);
    },
    businessProfile: (id, hooks) =>
      read(
        { endpoint: endpoints.getBusinessProfile, segments: { business_profile_id: id } },
        `the business profile ${id}`,
        profileOf,
        hooks,
      ),
  };
}

const listSays = (kind: DocumentKind): string => `the list of ${documentKinds[kind].says}s`;

function listCall(kind: DocumentKind, filter: ListFilter): ServiceCall {
  const query = Object.fromEntries(
    Object.entries(filter).map(([key, value]) => [key, value === undefined ? undefined : String(value)]),
  );
  return { endpoint: calls[kind].list, query };
}

type Send = (request: WireRequest, hooks: Hooks | undefined, times?: number) => Promise<Exchange>;

/** A snapshot holds the document up to three times, each a third longer in Base64; a log may hold it too. */
const timesLarger = 5;

function sender(access: ServiceAccess): Send {
  const { origin } = new URL(access.baseUrl);
  const patience = { ...defaultPatience, ...access.patience };
  const route = { origin, proxy: proxyFor(origin, access.environment), extraCa: access.extraCa, patience };
  return async (request, hooks, times = 1) => {
    const answerBytes = patience.answerBytes * times;
    const began = Date.now();
    access.trace?.(requestLines(request, origin, access.token));
    const answer =
      access.inside === undefined
        ? await overNetwork(request, { ...route, patience: { ...patience, answerBytes } }, hooks)
        : await exchangeInside(request, access.inside, hooks);
    access.trace?.(answerLines(answer, Date.now() - began, access.token));
    return answer;
  };
}

async function create(
  access: ServiceAccess,
  send: Send,
  call: ServiceCall,
  hooks: Hooks | undefined,
): Promise<CreateAnswer> {
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
    success: call.endpoint.success,
    hasDocumentNumber: () => hasDocumentNumber(call.body ?? ""),
    now: Date.now(),
  });
  await access.pace?.told(answer.rate, result.status === 429);
  return { ...answer, clockAhead: clockAhead(result) };
}

/** The `Date` of an answer against this computer's clock, in milliseconds. */
function clockAhead({ headers }: Exchange): number | undefined {
  const told = Date.parse(headers.date ?? "");
  return Number.isNaN(told) ? undefined : told - Date.now();
}

/** Waits for the request's turn in the account's budget. */
async function turn({ pace, priority = "normal" }: ServiceAccess, hooks?: Hooks): Promise<Problem | undefined> {
  return hooks?.counted ? undefined : pace?.turn(priority);
}

async function readAnswer<T>(
  access: ServiceAccess,
  send: Send,
  call: ServiceCall,
  what: string,
  take: (body: Uint8Array) => T | string,
  hooks: Hooks | undefined,
): Promise<ReadAnswer<T>> {
  const ban = forbidden(access);
  if (ban) return { ok: false, problems: [ban], rate: {} };
  const request = requestOf(access, call);
  if (!request.ok) return { ...request, rate: {} };
  const { origin } = new URL(access.baseUrl);
  const phase2 = call.endpoint.phase2 === true;
  const late = await turn(access, hooks);
  if (late) return { ok: false, problems: [notAsked(late, what)], rate: {} };
  const result = await send(request.value, hooks, phase2 ? timesLarger : 1);
  const asked: RequestContext = { origin, token: access.token, what, phase2, now: Date.now() };
  const answer = classifyRead(result, asked, { signed: call.accept === undefined });
  await access.pace?.told(answer.rate, result.status === 429);
  if (!answer.ok) return answer;
  const value = take(answer.value);
  return typeof value === "string" ? unreadable(asked, value, answer) : { ...answer, value };
}

/** Nothing is sent by a question: what kept it from being asked speaks of the question. */
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
