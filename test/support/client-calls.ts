import { type Endpoint, endpoints, segmentNames } from "../../src/contract/index.ts";
import { callsThatChange, type Service } from "../../src/send/index.ts";

/** Makes the call and returns its answer. */
type Ask = (service: Service) => Promise<unknown>;

/** A method of the client, for one kind of document. */
export interface ClientCall {
  readonly endpoint: Endpoint;
  /** Path segments that `call` uses. */
  readonly segments: Readonly<Record<string, string>>;
  readonly call: Ask;
  /** The same call with different segments. */
  readonly callWith: (change: Readonly<Record<string, string>>) => Ask;
}

const examples: Readonly<Record<string, string>> = {
  id: "6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33",
  attachment_id: "a-1",
  business_profile_id: "BP-1",
};

/** Every call of the client, with the name of its method and the kind of document. */
export const clientCalls: readonly (readonly [name: string, call: ClientCall])[] = endpoints.flatMap((endpoint) =>
  endpoint.definition.calls.map((method) => {
    const { kind, path, definition } = endpoint;
    const segments = Object.fromEntries(segmentNames(path).map((name) => [name, examples[name] ?? "x"]));
    const callWith = (change: Readonly<Record<string, string>>): Ask => {
      const query = Object.entries(definition.query ?? {}).flatMap(([name, { example }]) =>
        example === undefined ? [] : [[name, example]],
      );
      const words = [
        ...(kind === "none" ? [] : [kind]),
        ...Object.values({ ...segments, ...change }),
        ...(definition.query ? [Object.fromEntries(query)] : []),
        ...(definition.does === "changes" ? ['{"document_number":"SB-1"}'] : []),
      ];
      return async (service) => {
        const methods = definition.does === "changes" ? service[callsThatChange] : service;
        return (methods as unknown as Record<string, (...asked: unknown[]) => Promise<unknown>>)[method]?.(...words);
      };
    };
    return [`${method} ${kind}`, { endpoint, segments, call: callWith({}), callWith }] as const;
  }),
);
