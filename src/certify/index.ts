/**
 * Tests another program's client with transport faults, and reports the faults after which it sent a document twice,
 * lost one or misread a status. Uses the sandbox but not selfbill's own sending code.
 */
export type { CertifyCase } from "./case.ts";
export { cases } from "./cases.ts";
export { type Certified, certify } from "./certify.ts";
export { type ClientFault, faultWords, remarkWords } from "./judge.ts";
export { type Listener, listenForClient, reportPath } from "./listen.ts";
export { traceLines } from "./trace.ts";
