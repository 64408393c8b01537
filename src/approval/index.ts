/**
 * Four-eyes approval: who may request that a document be sent, who may approve it and up to what amount, and the
 * signatures for this. Pure: no files, clock, journal or service; the journal calls this code before it claims a
 * document.
 */
export {
  type ApprovalFile,
  covers,
  type Decision,
  delegationsIn,
  openApprovalFile,
  type SignedDecision,
  sealDecision,
  writeApprovalFile,
} from "./decision.ts";
export {
  approverName,
  claimedDelegation,
  type Delegation,
  delegatorOf,
  type EndedDelegations,
  openDelegation,
  openDelegationFile,
  type SignedDelegation,
  sealDelegation,
  signedDay,
  writeDelegationFile,
} from "./delegation.ts";
export {
  type ApprovalJudgement,
  type AskedSend,
  approverOf,
  countedPeople,
  judgeApproval,
  type KeptApproval,
  needsApproval,
  overLimit,
  type SpentOn,
} from "./judge-approval.ts";
export { isPublicKey, keyOfUser, newKeyPair, type SigningKey, signingKey, userOfKey } from "./keys.ts";
export {
  fingerprintOf,
  openPolicy,
  type Person,
  type Policy,
  personWho,
  profilesOf,
  type Right,
  readPolicy,
  type SignedPolicy,
  sealPolicy,
  unclearNames,
} from "./policy.ts";
export { type PolicyChain, policyChain, whyNotNext } from "./policy-chain.ts";
export {
  type ApprovalRequest,
  type AskedDocument,
  notIntact,
  openRequest,
  openRequestFile,
  type RequestFile,
  requestNumber,
  type SignedRequest,
  sealRequest,
  supplierIsNew,
  writeRequestFile,
} from "./request.ts";
