import type { Passing } from "./changing-service.ts";
import { changingService } from "./changing-service.ts";
import { serviceDesk } from "./service-desk.ts";
import { SettableClock, startTestSandbox } from "./start-sandbox.ts";

const six =
  /^(?:POST \/api\/purchase-(?:invoices|credit-notes)\/[^/]+|GET \/api\/(?:purchase|sales)-credit-notes\/[^/]+\/peppol-status(?:-logs)?)$/;

/** Whether the answer is to one of the two calls that create. */
export const isCreate = ({ method }: Passing): boolean => method === "POST";
export const isSnapshot = ({ path }: Passing): boolean => path.endsWith("/peppol-status");

interface Choices {
  /** Whether the profile says so (`extras`); false by default. */
  readonly extras?: boolean;
  /** The status for calls that the service does not have. */
  readonly missing?: number;
  readonly change?: (passing: Passing) => void;
  /** Whether the journal uses the clock of the desk. */
  readonly sameClock?: boolean;
}

/** Starts a service that has only the six calls of the description, and opens a desk for it. */
export async function sixEndpoints({
  extras = false,
  missing = 404,
  change = () => undefined,
  sameClock = false,
}: Choices = {}) {
  const clock = new SettableClock();
  const sandbox = await startTestSandbox({ clock });
  const asked: string[] = [];
  const service = await changingService(sandbox, (passing) => {
    const call = `${passing.method} ${passing.path}`;
    asked.push(call);
    if (six.test(call)) change(passing);
    else if (passing.path.startsWith("/api/")) {
      passing.status = missing;
      passing.body = { errors: { message: "There is no such call" } };
    }
  });
  return { clock, sandbox, asked, desk: serviceDesk(service, { extras, clock, sameClock, real: true }) };
}

export const finding = {
  flag: "fatal",
  reasonCode: "IBR-132-AE",
  text: "The supplier TRN must have 15 digits",
  location: "/Invoice/cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID",
  test: "string-length(.) = 15",
};

/** Returns `meta_info` with this status. */
export const told = (overall_status: string | null, validation_results: readonly object[] = [], sides = {}) => ({
  peppol_status: { participant_status: null, fta_status: null, ...sides, overall_status, validation_results },
});
