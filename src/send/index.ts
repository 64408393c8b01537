/**
 * The client that sends documents to a service: it handles the token, the version header, refusals and results in
 * doubt. This is the only folder that makes HTTP requests to a service; it stores nothing, prints nothing and never
 * sends a create request twice.
 */
export { longestExchange, type Pace, type Patience, type ServiceAccess } from "./access.ts";
export { callsThatChange, type ListFilter, relayedService, type Service, type StatusSubject } from "./calls.ts";
export { type CreateAnswer, classifyCreate } from "./create-answer.ts";
export { fetchToken, type IssuedToken, type TokenAccess, type TokenAnswer, type TokenClient } from "./fetch-token.ts";
export { networkFrom } from "./network.ts";
export {
  askPublisher,
  type DirectoryAccess,
  type DirectoryAnswer,
  type Publisher,
  participantName,
  participantScheme,
  publisherOf,
} from "./participant.ts";
export { passOn } from "./pass-on.ts";
export { type Probed, probe, proxyOf } from "./probe.ts";
export { type RateLimit, waitAfter } from "./rate-limit.ts";
export { isMissingCall, notOffered, type ReadAnswer } from "./read-answer.ts";
export { type Behind, whatIsBehind } from "./sandbox-probe.ts";
export { openService } from "./service.ts";
export type { FieldError } from "./service-errors.ts";
export type { IdPage, Page, ShownList } from "./take-answer.ts";
export type { Exchange, Hooks } from "./wire.ts";
