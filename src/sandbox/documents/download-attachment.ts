import type { DocumentKind } from "../../document/index.ts";
import type { Call, Services } from "../endpoint.ts";
import { message, type Reply } from "../reply.ts";
import { findDocument } from "./retrieve-document.ts";

/** Answers with the bytes of an attachment as sent (endpoint 14). Source: contract §2, §4.15. */
export function downloadAttachment(kind: DocumentKind, { params }: Call, services: Services): Reply {
  const found = findDocument(kind, params.id ?? "", services);
  if (!found.ok) return found.reply;
  const wanted = params.attachment_id?.toLowerCase() ?? "";
  const attachment = found.stored.attachments.find(({ id }) => id === wanted);
  const content = attachment && services.store.attachmentContent(found.stored.id, wanted);
  if (!attachment || content === undefined) {
    return message(404, `Attachment not found with id ${params.attachment_id}`);
  }
  const { plain, encoded } = headerNames(attachment.file_name);
  return {
    status: 200,
    type: attachment.file_type,
    body: Buffer.from(content, "base64"),
    headers: {
      "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
      "X-Suggested-Filename": encoded,
      "X-Content-Type-Options": "nosniff",
    },
  };
}

/**
 * Returns the name in plain ASCII, with other characters replaced, and in full with percent-encoding (gap G-12). A
 * lone surrogate, which JSON allows, cannot be percent-encoded, so it is first replaced with U+FFFD.
 */
function headerNames(name: string): { plain: string; encoded: string } {
  const encoded = encodeURIComponent(Buffer.from(name).toString()).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return { plain: name.replace(/[^\x20-\x7e]|["\\]/g, "_"), encoded };
}
