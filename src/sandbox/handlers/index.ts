import type { DefinitionName, Definitions, Endpoint } from "../../contract/index.ts";
import { createDocument } from "../documents/create-document.ts";
import { downloadAttachment } from "../documents/download-attachment.ts";
import { downloadXml } from "../documents/download-xml.ts";
import { listDocuments } from "../documents/list-documents.ts";
import { listUuids } from "../documents/list-uuids.ts";
import { oddReply, withOwnId } from "../documents/odd-answers.ts";
import { resubmitDocument } from "../documents/resubmit-document.ts";
import { retrieveDocument } from "../documents/retrieve-document.ts";
import type { Call, Services } from "../endpoint.ts";
import type { Reply } from "../reply.ts";
import { following } from "../status/follow-document.ts";
import { statusLog } from "../status/status-log.ts";
import { statusSnapshot } from "../status/status-snapshot.ts";
import { readProfile } from "./business-profile.ts";
import { readCodeList } from "./code-list.ts";
import { makeToken } from "./token.ts";

/** Handles a call, for every kind of document that the call supports. */
type Handler<Kind> = (kind: Kind, call: Call, services: Services) => Reply | Promise<Reply>;

/** If a call in the contract has no handler, this does not compile. */
const handlers: { readonly [Name in DefinitionName]: Handler<keyof Definitions[Name]["of"]> } = {
  create: createDocument,
  resubmit: resubmitDocument,
  document: retrieveDocument,
  list: listDocuments,
  ids: listUuids,
  attachment: downloadAttachment,
  xml: downloadXml,
  status: following(statusSnapshot),
  statusLog: following(statusLog),
  businessProfile: readProfile,
  codeList: readCodeList,
  token: makeToken,
};

/**
 * Calls the handler of an endpoint. The cast is safe, because an endpoint's kind is always one of its definition's
 * kinds.
 */
export async function answerFor(endpoint: Endpoint, call: Call, services: Services): Promise<Reply> {
  const { name, kind } = endpoint;
  const { store, settings } = services;
  const handler = handlers[name] as Handler<Endpoint["kind"]>;
  const seed = settings.oddAnswers;
  if (seed === undefined) return handler(kind, call, services);
  return oddReply(await handler(kind, withOwnId(call, endpoint, seed, store), services), endpoint, seed, store);
}
