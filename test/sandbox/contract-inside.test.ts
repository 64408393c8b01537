/**
 * The contract suite once more, asked inside the process. Left out is what only the wire has: connections, what breaks them, and processes
 * that end.
 */
import { callInside } from "../support/start-sandbox.ts";

callInside();
await import("../contract/absent-fields.test.ts");
await import("../contract/control-accounts.test.ts");
await import("../contract/controls.test.ts");
await import("../contract/create-purchase-invoice.test.ts");
await import("../contract/credit-notes.test.ts");
await import("../contract/later-calls.test.ts");
await import("../contract/odd-bodies.test.ts");
await import("../contract/openapi.test.ts");
await import("../contract/read-and-list.test.ts");
await import("../contract/refused-fields.test.ts");
await import("../contract/states.test.ts");
await import("../contract/status-and-logs.test.ts");
await import("../contract/status-answers.test.ts");
