import {
  type ChangeName,
  type DefinitionName,
  type DefinitionOf,
  type Definitions,
  definitions,
  type EndpointKind,
  endpointKinds,
  endpointOf,
  type Parameter,
  type ReadName,
  segmentNames,
} from "../contract/index.ts";
import type { CreateAnswer } from "./create-answer.ts";
import type { ReadAnswer } from "./read-answer.ts";
import type { ServiceCall } from "./request.ts";
import type { readers } from "./take-answer.ts";
import type { Hooks } from "./wire.ts";

type Text<Given extends Parameter> = Given extends { schema: { type: "integer" } } ? number : string;
type Needed<Query> = { [Name in keyof Query]: Query[Name] extends { required: true } ? Name : never }[keyof Query];
/** Values of the query parameters, by parameter name. */
type QueryOf<Query extends Readonly<Record<string, Parameter>>> = {
  readonly [Name in Needed<Query>]: Text<Query[Name]>;
} & { readonly [Name in Exclude<keyof Query, Needed<Query>>]?: Text<Query[Name]> | undefined };

type Strings<Path extends string> = Path extends `${string}{${string}}${infer Rest}` ? [string, ...Strings<Rest>] : [];

type Asked<Definition> = Definition extends {
  of: infer Kinds;
  path: infer Path extends string;
  does: infer Does;
}
  ? [
      ...("none" extends keyof Kinds ? [] : [kind: keyof Kinds]),
      ...Strings<Path>,
      ...(Definition extends { query: infer Query extends Readonly<Record<string, Parameter>> }
        ? [query: QueryOf<Query>]
        : []),
      ...(Does extends "changes" ? [body: string] : []),
      hooks?: Hooks,
    ]
  : never;

/** `page` counts from 0. Source: contract §2.2. */
export type ListFilter = QueryOf<Definitions["list"]["query"]>;
/** A self-billed document, or a credit note that the business profile issued as the seller. */
export type StatusSubject = keyof Definitions["status"]["of"];

type ReadCalls = {
  readonly [Call in keyof typeof readers]: (
    ...asked: Asked<DefinitionOf<Call>>
  ) => Promise<ReadAnswer<Exclude<ReturnType<(typeof readers)[Call]>, string>>>;
};

type ChangeCalls = {
  readonly [Call in ChangeName]: (...asked: Asked<DefinitionOf<Call>>) => Promise<CreateAnswer>;
};

/**
 * The key to the methods that send documents. Only code in the folder that records each document in the journal before
 * sending it imports this key; a test in test/house enforces this.
 */
export const callsThatChange: unique symbol = Symbol("calls that change something at the service");

/** All calls; those that send a document are accessible only with `callsThatChange`. */
type Calls = ReadCalls & { readonly [callsThatChange]: ChangeCalls };

/**
 * The calls of one service, with one token and one version. None of them throws because of a network or service
 * error. Calls that send a document send `body` unchanged and never more than once; the caller checks its size. A
 * resubmission is classified like a create request: `created` means that the service accepted it.
 */
export interface Service extends Calls {
  /**
   * Returns the same service with another version: later calls for a document use the version that it was created with.
   */
  withVersion(serviceVersion: string): Service;
  /** Returns the same service for polling, which leaves part of the account's budget for other requests. */
  polling(): Service;
  /**
   * Returns the same service for reading what nobody asked for: it leaves two thirds of the account's budget, and the
   * signal ends its requests.
   */
  unasked(signal: AbortSignal): Service;
}

export interface AskedCall {
  readonly call: ServiceCall;
  /** Used in messages: `the self-billed invoice 6f0d…`. Empty for a call that sends a document. */
  readonly what: string;
  readonly hooks: Hooks | undefined;
}

type Method<Answer> = (...asked: readonly unknown[]) => Promise<Answer>;

/** Builds every method from its name, using one of the two functions. */
export function methods(
  reading: (name: ReadName) => Method<ReadAnswer<unknown>>,
  changing: (name: ChangeName) => Method<CreateAnswer>,
): Calls {
  const all = Object.values<{ does: string; calls: readonly string[] }>(definitions);
  const made = (does: string, make: (name: never) => unknown): object =>
    Object.fromEntries(
      all.flatMap((each) => (each.does === does ? each.calls.map((name) => [name, make(name as never)]) : [])),
    );
  return { ...made("reads", reading), [callsThatChange]: made("changes", changing) } as Calls;
}

/** Returns a service whose calls all go through one of the two functions; these choose the underlying service. */
export function relayedService(
  reading: (ask: (service: Service) => Promise<ReadAnswer<unknown>>) => Promise<ReadAnswer<unknown>>,
  changing: (ask: (service: Service) => Promise<CreateAnswer>) => Promise<CreateAnswer>,
  more: Pick<Service, "withVersion" | "polling" | "unasked">,
): Service {
  const calls = methods(
    (name) =>
      (...asked) =>
        reading((service) => (service[name] as Method<ReadAnswer<unknown>>)(...asked)),
    (name) =>
      (...asked) =>
        changing((service) => (service[callsThatChange][name] as Method<CreateAnswer>)(...asked)),
  );
  return { ...calls, ...more };
}

/** Describes the request of a method call; the arguments are positional and have the types given by `Asked`. */
export function askedCall(method: ReadName | ChangeName, asked: readonly unknown[]): AskedCall {
  const [name, definition] = Object.entries(definitions).find(([, { calls }]) =>
    (calls as readonly string[]).includes(method),
  ) as [DefinitionName, Definitions[DefinitionName]];
  const left = [...asked];
  const kind = ("none" in definition.of ? "none" : left.shift()) as EndpointKind;
  const segments = Object.fromEntries(segmentNames(definition.path).map((each) => [each, left.shift() as string]));
  const query = "query" in definition ? texts(left.shift() as object) : {};
  const body = definition.does === "changes" ? { body: left.shift() as string } : {};
  const accept = { xml: "application/xml", attachment: "*/*" }[definition.answers as string];
  const endpoint = endpointOf(name, kind as never);
  const words = { document: endpointKinds[kind].says, ...segments } as Readonly<Record<string, string>>;
  const what = "asks" in definition ? definition.asks.replace(/\{(\w+)\}/g, (_, each) => words[each] ?? "") : "";
  return {
    call: { endpoint, segments, query, ...body, ...(accept === undefined ? {} : { accept }) },
    what,
    hooks: left.shift() as Hooks | undefined,
  };
}

function texts(query: object): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  );
}
