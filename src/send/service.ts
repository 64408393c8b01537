import { type Endpoint, endpoints } from "../contract/index.ts";
import { type BusinessProfile, businessProfileSchema, type DocumentKind, documentKinds } from "../document/index.ts";
import { isJsonObject, JsonNumber, type JsonObject, numbersAsText, parseJson } from "../json/index.ts";
import { assertAccess, defaultPatience, forbidden, type ServiceAccess } from "./access.ts";
import { type CreateAnswer, classifyCreate } from "./create-answer.ts";
import { exchange } from "./exchange.ts";
import { proxyFor } from "./proxy.ts";
import { type Asked, classifyRead, type ReadAnswer, unreadable } from "./read-answer.ts";
import { type Call, requestOf } from "./request.ts";
import type { Exchange, Hooks, WireRequest } from "./wire.ts";

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

/** One page of a list. The counts are absent where the service does not tell them. */
export interface Page {
  readonly content: readonly JsonObject[];
  readonly page_number?: number | undefined;
  readonly total_pages?: number | undefined;
  readonly total_elements?: number | undefined;
}

/** The calls of one service, with one token and one version. None of them throws for what the network or the service does. */
export interface Service {
  /** Endpoints 1 and 2. `body` is sent as it stands; its size is the caller's to check. Never sent twice. */
  create(kind: DocumentKind, businessProfileId: string, body: string, hooks?: Hooks): Promise<CreateAnswer>;
  /** Endpoints 7 and 8: the document as the service has it. */
  document(kind: DocumentKind, id: string, hooks?: Hooks): Promise<ReadAnswer<JsonObject>>;
  /** Endpoints 9 and 10. */
  list(kind: DocumentKind, filter: ListFilter, hooks?: Hooks): Promise<ReadAnswer<Page>>;
  /** Endpoint 18: the buyer's party. */
  businessProfile(id: string, hooks?: Hooks): Promise<ReadAnswer<BusinessProfile>>;
}

const calls = {
  invoice: {
    create: endpoints.createPurchaseInvoice,
    get: endpoints.getPurchaseInvoice,
    list: endpoints.listPurchaseInvoices,
  },
  "credit-note": {
    create: endpoints.createPurchaseCreditNote,
    get: endpoints.getPurchaseCreditNote,
    list: endpoints.listPurchaseCreditNotes,
  },
} as const satisfies Record<DocumentKind, Record<string, Endpoint>>;

/** A service to talk to. Opening sends nothing. Throws for an access that breaks the rules of the settings. */
export function openService(access: ServiceAccess): Service {
  assertAccess(access);
  const send = sender(access);
  const read = <T>(call: Call, what: string, take: (body: Uint8Array) => T | string, hooks?: Hooks) =>
    readAnswer(access, send, call, what, take, hooks);
  return {
    create: (kind, businessProfileId, body, hooks) =>
      create(
        access,
        send,
        { endpoint: calls[kind].create, segments: { business_profile_id: businessProfileId }, body },
        hooks,
      ),
    document: (kind, id, hooks) =>
      read({ endpoint: calls[kind].get, segments: { id } }, `the ${documentKinds[kind].says} ${id}`, objectOf, hooks),
    list: (kind, filter, hooks) => {
      const query = Object.fromEntries(
        Object.entries(filter).map(([key, value]) => [key, value === undefined ? undefined : String(value)]),
      );
      return read({ endpoint: calls[kind].list, query }, `the list of ${documentKinds[kind].says}s`, pageOf, hooks);
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

type Send = (request: WireRequest, hooks: Hooks | undefined) => Promise<Exchange>;

function sender(access: ServiceAccess): Send {
  const { origin } = new URL(access.baseUrl);
  const patience = { ...defaultPatience, ...access.patience };
  const route = { origin, proxy: proxyFor(origin, access.environment), extraCa: access.extraCa, patience };
  return (request, hooks) => exchange(request, route, hooks);
}

async function create(access: ServiceAccess, send: Send, call: Call, hooks: Hooks | undefined): Promise<CreateAnswer> {
  const ban = forbidden(access);
  if (ban) return { verdict: "not-sent", rate: {}, problems: [ban] };
  const request = requestOf(access, call);
  if (!request.ok) return { verdict: "not-sent", rate: {}, problems: request.problems };
  const result = await send(request.value, hooks);
  return classifyCreate(result, {
    origin: new URL(access.baseUrl).origin,
    token: access.token,
    success: call.endpoint.success,
    hasDocumentNumber: () => hasDocumentNumber(call.body ?? ""),
    now: Date.now(),
  });
}

async function readAnswer<T>(
  access: ServiceAccess,
  send: Send,
  call: Call,
  what: string,
  take: (body: Uint8Array) => T | string,
  hooks: Hooks | undefined,
): Promise<ReadAnswer<T>> {
  const ban = forbidden(access);
  if (ban) return { ok: false, problems: [ban], rate: {} };
  const request = requestOf(access, call);
  if (!request.ok) return { ...request, rate: {} };
  const result = await send(request.value, hooks);
  const asked: Asked = { origin: new URL(access.baseUrl).origin, token: access.token, what, now: Date.now() };
  const answer = classifyRead(result, asked);
  if (!answer.ok) return answer;
  const value = take(answer.value);
  return typeof value === "string" ? unreadable(asked, value, answer.rate) : { ok: true, value, rate: answer.rate };
}

function hasDocumentNumber(body: string): boolean {
  const json = parseJson(body);
  const number = json.ok && isJsonObject(json.value) ? json.value.document_number : undefined;
  return typeof number === "string" && number.trim() !== "";
}

/** The takers give the value, or in words why there is none. */
function objectOf(body: Uint8Array): JsonObject | string {
  const json = parseJson(new TextDecoder().decode(body));
  return json.ok && isJsonObject(json.value) ? json.value : "it is not a JSON object";
}

function pageOf(body: Uint8Array): Page | string {
  const page = objectOf(body);
  if (typeof page === "string") return page;
  if (!Array.isArray(page.content)) return "it holds no list";
  const count = (name: string): number | undefined => {
    const value = page[name];
    return value instanceof JsonNumber && /^\d{1,15}$/.test(value.text) ? Number(value.text) : undefined;
  };
  return {
    content: page.content.filter(isJsonObject),
    page_number: count("page_number"),
    total_pages: count("total_pages"),
    total_elements: count("total_elements"),
  };
}

function profileOf(body: Uint8Array): BusinessProfile | string {
  const object = objectOf(body);
  if (typeof object === "string") return object;
  const profile = businessProfileSchema.safeParse(numbersAsText(object));
  return profile.success ? profile.data : `${profile.error.issues[0]?.path.join(".")} is not a text`;
}
