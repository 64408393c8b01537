import { type EndpointDefinition, readOnly, textValue } from "./define.ts";

/** The calls that are not about a document. */
export const accountCalls = {
  businessProfile: {
    ...readOnly,
    path: "/api/business-profiles/{business_profile_id}",
    of: { none: [18, "getBusinessProfile", "P"] },
    calls: ["businessProfile"],
    asks: "the business profile {business_profile_id}",
    summary: "Read the business profile",
    description: "The buyer of every document; the service copies it into each.",
    answers: "BusinessProfile",
    section: "§4.17",
    refuses: [400, 403, 404],
  },
  codeList: {
    ...readOnly,
    path: "/api/codelist/{list}",
    of: { none: [19, "getCodeList", "P"] },
    calls: [],
    asks: "the code list {list}",
    summary: "Read a code list",
    description: "Needs no token.",
    answers: "CodeList",
    section: "§13",
    token: false,
    refuses: [400, 403, 404],
  },
  token: {
    ...readOnly,
    path: "/auth/token",
    of: { none: [20, "getToken", "P"] },
    calls: [],
    asks: "a token",
    summary: "Get a token",
    description: "Exchanges the client's signature for a bearer token that is valid for a day. Five requests a minute.",
    answers: "Token",
    section: "§18.1",
    token: false,
    ownQuota: 5,
    refuses: [400, 403],
    query: { client_id: { ...textValue("Id of the client"), required: true } },
    headers: {
      "x-service-signature": {
        ...textValue("Base64 of HMAC-SHA256 over the client id, with the client secret as key"),
        required: true,
      },
    },
  },
} as const satisfies Readonly<Record<string, EndpointDefinition>>;
