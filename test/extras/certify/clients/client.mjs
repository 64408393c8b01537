// A client of the service. Its first argument names the strategy of a correct client (careful, by-list,
// never-resends, without-lists); any other word names its one defect.
import { readFileSync } from "node:fs";

const [manner = "careful"] = process.argv.slice(2);
const has = (defect) => manner === defect;
const { SELFBILL_BASE_URL: base, SELFBILL_TOKEN: token, SELFBILL_BUSINESS_PROFILE_ID: profile } = process.env;
const document = JSON.parse(readFileSync(process.env.CERTIFY_DOCUMENT, "utf8"));
const { CERTIFY_ASKS: asks, CERTIFY_ID: given } = process.env;
const documents = asks === "credit-note" ? "/api/purchase-credit-notes" : "/api/purchase-invoices";
const headers = {
  authorization: `Bearer ${token}`,
  ...(has("no-content-type") ? {} : { "content-type": "application/json" }),
  ...(has("no-version") ? {} : { "x-service-version": process.env.SELFBILL_SERVICE_VERSION }),
};
const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const say = (claim) => {
  process.stdout.write(`${JSON.stringify(claim)}\n`);
  process.exit(0);
};

/** Reads as much of an answer as possible; the status is 0 if the connection ended before the answer. */
async function ask(method, path, body, at = base) {
  const sent = has("mixed-versions") && method === "GET" ? { ...headers, "x-service-version": "20260507" } : headers;
  try {
    const answer = await fetch(at + path, {
      method,
      headers: sent,
      redirect: has("follows-by-fetch") ? "follow" : "manual",
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text().catch(() => undefined);
    const to = answer.headers.get("location");
    if (to && has("follows-redirects")) return ask(method, "", body, to);
    let read;
    try {
      read = JSON.parse(text ?? "");
    } catch {
      read = undefined;
    }
    return { status: answer.status, body: read, wait: answer.headers.get("retry-after"), whole: text !== undefined };
  } catch {
    return { status: 0, body: undefined, wait: null, whole: false };
  }
}

/** Finds out whether the service has the document: by its number, or in the whole list. */
async function lookUp() {
  if (has("without-lists")) return { known: false };
  if (asks === "resubmit") return { known: false };
  for (let page = 0; ; page++) {
    const query = ["by-list", "first-page", "first-of-list"].includes(manner)
      ? `page=${page}`
      : has("unknown-parameter")
        ? `documentNumber=${document.document_number}&page=${page}`
        : `document_number=${document.document_number}${has("looks-elsewhere") ? "-other" : ""}`;
    const { status, body } = await ask("GET", `${documents}?${query}`);
    if (status !== 200 || !Array.isArray(body?.content)) return { known: false };
    const isOurs = (each) =>
      has("number-is-enough") || each.accounting_supplier_party?.tin === document.accounting_supplier_party.tin;
    const same = (each) => has("first-of-list") || (each.document_number === document.document_number && isOurs(each));
    const found = body.content.find(same);
    if (found) return { known: true, id: found.id, status: statusIn(found) };
    if (has("first-page") || page + 1 >= body.total_pages) return { known: true };
  }
}

function statusIn(body) {
  return body?.meta_info?.peppol_status?.overall_status ?? null;
}

/** Returns the status from a single read, or `first` if reading fails. */
async function statusOf(id, first) {
  if (has("claims-approved")) return "APPROVED";
  let last = first;
  for (let look = 0; look < (has("polls-fast") ? 15 : 1); look++) {
    const { status, body } = await ask("GET", `${documents}/${id}`);
    if (status !== 200) return last;
    last = statusIn(body);
    if (last === null && has("null-is-approved")) return "APPROVED";
  }
  return last;
}

function create(attempt) {
  if (asks === "resubmit") return ask("PUT", `${documents}/${given}/${profile}`, document);
  // A defect: with a new number each time, the service cannot see that the document is the same.
  const number = has("numbers-afresh") ? `${document.document_number}-${attempt}` : undefined;
  const body = has("renumbers") || number ? { ...document, document_number: number } : document;
  return ask("POST", `${documents}/${profile}`, body);
}

/** Returns the seconds to wait that the header of a 429 states. */
function secondsOf(wait) {
  if (/^\d+$/.test(wait ?? "")) return Number(wait);
  const at = Date.parse(wait ?? "");
  if (Number.isNaN(at) || has("ignores-date")) return 2;
  return Math.max(0, (at - Date.now()) / 1000);
}

for (let look = 0; look < 70 && has("lists-fast"); look++) await ask("GET", documents);
for (let attempt = 1; attempt <= 4; attempt++) {
  const { status, body, wait, whole } = await create(attempt);
  if (has("always-in-doubt")) say({ result: "in_doubt" });
  if ((status === 201 || (status === 200 && asks === "resubmit")) && typeof body?.id === "string")
    say({ result: "created", id: body.id, status: await statusOf(body.id, statusIn(body)) });
  if (status >= 200 && status < 300 && has("any-2xx")) say({ result: "created", id: body?.id ?? undefined });
  if (status === 429 && !has("429-is-refused")) {
    if (!has("ignores-429")) await later(secondsOf(wait) * 1000);
    continue;
  }
  const lost = status === 0 || !whole;
  if (lost && has("lost-is-not-sent")) say({ result: "not_sent" });
  if (status >= 500 && has("5xx-is-not-sent")) say({ result: "not_sent" });
  if (lost && has("resends-when-lost")) continue;
  if (status >= 500 && has("resends-after-5xx")) continue;
  if (has("renumbers") || has("numbers-afresh")) continue;
  if (status === 400 && body?.errors?.document_number && has("number-is-mine")) {
    const { id } = await lookUp();
    say({ result: "created", id });
  }
  // A number that already exists is refused. After a lost answer, the document that has it may be this one, so it is
  // looked up.
  if (status >= 400 && status < 500 && status !== 408) {
    if (attempt === 1 || !body?.errors?.document_number || has("first-page")) say({ result: "refused" });
  }
  if (status >= 300 && status < 400) say({ result: "in_doubt" });
  const found = await lookUp();
  if (attempt === 1 && has("resends-unseen") && !found.known) continue;
  if (attempt === 1 && has("resends-though-seen")) continue;
  if (!found.known || has("doubts-the-list")) say({ result: "in_doubt" });
  if (found.id) say({ result: "created", id: found.id, status: await statusOf(found.id, found.status) });
  if (has("never-resends")) say({ result: "in_doubt" });
}
say({ result: "in_doubt" });
