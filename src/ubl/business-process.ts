import { type DocumentKind, documentKinds } from "../document/index.ts";

/** Who issues the document: the buyer (`selfbilling`) or the seller (`billing`). */
export type BusinessProcess = "selfbilling" | "billing";

interface ProcessIdentifiers {
  readonly customization: string;
  readonly profile: string;
  readonly typeCodes: Readonly<Record<DocumentKind, string>>;
}

/** The identifiers and type codes of each process. Source: PINT AE, IBT-024, IBT-023, IBT-003. */
export const processes: Readonly<Record<BusinessProcess, ProcessIdentifiers>> = {
  selfbilling: {
    customization: "urn:peppol:pint:selfbilling-1@ae-1",
    profile: "urn:peppol:bis:selfbilling",
    typeCodes: { invoice: documentKinds.invoice.typeCode, "credit-note": documentKinds["credit-note"].typeCode },
  },
  billing: {
    customization: "urn:peppol:pint:billing-1@ae-1",
    profile: "urn:peppol:bis:billing",
    typeCodes: { invoice: "380", "credit-note": "381" },
  },
};
