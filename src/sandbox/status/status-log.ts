import { answeredAs, logEntry } from "../../contract/index.ts";
import type { Services } from "../endpoint.ts";
import { json, type Reply } from "../reply.ts";
import { addressOf, derivedHex, eventsAt, messageId } from "./history.ts";
import { documentTypes, type FollowedDocument } from "./subject.ts";

/** Answers with the events of a document, oldest first (endpoints 5, 6 and 17). Source: contract §10, §15.6. */
export function statusLog(subject: FollowedDocument, { now, settings }: Services): Reply {
  const events = eventsAt(subject, now(), settings.pendingSeconds * 1000);
  const entries = events.map(({ event, message, at, leg }, index) => {
    const address = leg && addressOf(subject, leg);
    return answeredAs(logEntry, {
      id: derivedHex(subject, `event ${index} ${event}`, 24),
      sent_message_id: leg ? messageId(subject, leg) : null,
      document_uuid: subject.id,
      document_type: documentTypes[subject.kind],
      sender_id: address?.senderId ?? null,
      receiver_id: address?.receiverId ?? null,
      doc_type_id: address?.docTypeId ?? null,
      process_id: address?.processId ?? null,
      country_c1: address ? "AE" : null,
      document_xml: null,
      message,
      timestamp: at,
      event,
    });
  });
  return json(200, entries);
}
