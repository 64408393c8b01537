import { endpointKinds } from "../../contract/index.ts";
import { statusName } from "../../states/index.ts";
import { answer, type Body, type CertifyCase, created, notCreated, one, reads, supplierOf } from "./case.ts";

const unknown = { statusUnknown: true } as const;
const { below } = endpointKinds.invoice;
const invoice = { ...reads, path: `${below}/` } as const;
const list = { ...reads, path: below } as const;
const shown = (body: unknown) => ({ ...answer(200, body), ...invoice });
const status = (told: object) => ({ meta_info: { peppol_status: { validation_results: [], ...told } } });
const empty = { content: [], page_number: 0, total_pages: 0, total_elements: 0 };
const expired = { ...answer(401, { errors: { message: "Not authenticated" } }), ...list };

/** The status contains nulls, which mean neither success nor failure. */
const nulls: readonly CertifyCase[] = [
  one("null-meta", "meta_info is null", shown({ meta_info: null }), unknown),
  one("null-status", "peppol_status is null", shown({ meta_info: { peppol_status: null } }), unknown),
  one("null-overall", "overall_status is null", shown(status({ overall_status: null })), unknown),
  one(
    "null-legs",
    "one leg is APPROVED, the other and the whole are null",
    shown(status({ overall_status: null, participant_status: statusName.approved, fta_status: null })),
    unknown,
  ),
];

/** No final status can be read: the document stays PENDING, or the token expires first. */
const slow: readonly CertifyCase[] = [
  one("long-pending", "PENDING for twenty seconds", [], { demands: "created", pendingSeconds: 20 }),
  one("token-ends", "created; the token ends before the status is read", expired, { demands: "created" }),
];

/** The answer is lost, and looking up the document fails too. */
const blind: readonly CertifyCase[] = [
  one("look-up-fails", "created, no answer; the list answers 500", [
    created({ fault: "close" }),
    { ...list, fault: "status", status: 500 },
  ]),
  one("look-up-null", "created, no answer; the list has null for its content", [
    created({ fault: "close" }),
    { ...list, ...answer(200, { ...empty, content: null }) },
  ]),
  one("look-up-cut", "created, no answer; the list is cut off", [
    created({ fault: "close" }),
    { ...list, fault: "cut" },
  ]),
  one("look-up-expired", "created, no answer; the token ends before the list is read", [
    created({ fault: "close" }),
    expired,
  ]),
  one("look-up-late", "created, no answer; the list shows the document later, its number is taken", [
    created({ fault: "close" }),
    { ...list, ...answer(200, empty), times: 1 },
  ]),
  one("look-up-page-2", "created, no answer; the whole list has it on its second page", created({ fault: "close" }), {
    behind: (body) => Array.from({ length: 12 }, (_, place) => numbered(body, `-${place + 10}`)),
  }),
  one(
    "look-up-twin",
    "created, no answer; the list has another document that is nearly the same",
    created({ fault: "close" }),
    {
      behind: (body) => [numbered(body, "-2")],
    },
  ),
  one(
    "no-twin",
    "not created, no answer; the list has a document that is nearly the same",
    notCreated({ fault: "close" }),
    {
      before: (body) => [numbered(body, "-2")],
    },
  ),
  one(
    "no-other",
    "not created, no answer; the document under its number is another one",
    notCreated({ fault: "close" }),
    {
      before: (body) => [another(body)],
    },
  ),
];

export const casesOfReading: readonly CertifyCase[] = [...nulls, ...slow, ...blind];

function numbered(body: Body, ending: string): Body {
  return { ...body, document_number: `${body.document_number}${ending}` };
}

/** Another supplier's document with the same number. */
function another(body: Body): Body {
  return { ...body, accounting_supplier_party: supplierOf(body, "1999999939", "03") };
}
