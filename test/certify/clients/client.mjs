// A client of the service with a fault that its first argument names; "careful" has none. It creates the invoice of CERTIFY_DOCUMENT.
import { readFileSync } from "node:fs";

const [fault = "careful"] = process.argv.slice(2);
const { SELFBILL_BASE_URL: base, SELFBILL_TOKEN: token, SELFBILL_BUSINESS_PROFILE_ID: profile } = process.env;
const document = JSON.parse(readFileSync(process.env.CERTIFY_DOCUMENT, "utf8"));
const headers = {
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
  "x-service-version": process.env.SELFBILL_SERVICE_VERSION,
};
const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const say = (claim) => {
  process.stdout.write(`${JSON.stringify(claim)}\n`);
  process.exit(0);
};

/** An answer as far as it could be read; status 0 where the connection ended before it. */
async function ask(method, path, body) {
  try {
    const answer = await fetch(base + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const text = await answer.text().catch(() => undefined);
    let read;
    try {
      read = JSON.parse(text ?? "");
    } catch {
      read = undefined;
    }
    return { status: answer.status, body: read, wait: answer.headers.get("retry-after") };
  } catch {
    return { status: 0, body: undefined, wait: null };
  }
}

async function lookUp() {
  const { status, body } = await ask("GET", `/api/purchase-invoices?document_number=${document.document_number}`);
  if (status !== 200 || !Array.isArray(body?.content)) return { known: false };
  return { known: true, id: body.content[0]?.id };
}

async function statusOf(id) {
  const { body } = await ask("GET", `/api/purchase-invoices/${id}`);
  const told = body?.meta_info?.peppol_status;
  if (fault === "null-is-success") return told?.overall_status ?? (told?.fta_status === null ? "APPROVED" : "APPROVED");
  return told?.overall_status ?? null;
}

async function create() {
  // A number of its own each time: the service cannot tell that it is the same document.
  const body = fault === "resends" ? { ...document, document_number: undefined } : document;
  return ask("POST", `/api/purchase-invoices/${profile}`, body);
}

for (let attempt = 1; attempt <= 4; attempt++) {
  const { status, body, wait } = await create();
  if (status === 201 && typeof body?.id === "string")
    say({ result: "created", id: body.id, status: await statusOf(body.id) });
  if (status === 201 && fault === "believes-201") say({ result: "created", id: "unknown" });
  if (status === 429) {
    const seconds = /^\d+$/.test(wait ?? "") ? Number(wait) : 2;
    if (fault !== "hurries") await later(seconds * 1000);
    continue;
  }
  if (status >= 400 && status < 500 && status !== 408) say({ result: "refused" });
  if (fault === "gives-up") say({ result: "not_sent" });
  if (fault === "resends") continue;
  const found = await lookUp();
  if (!found.known) say({ result: "in_doubt" });
  if (found.id) say({ result: "created", id: found.id, status: await statusOf(found.id) });
  // A careful client stops here too: late bytes may still arrive. This one knows that its connection is gone.
  if (attempt > 2) say({ result: "in_doubt" });
}
say({ result: "in_doubt" });
