import { openInside, type SandboxInside } from "../../src/sandbox/index.ts";
import type { Host, HostAnswer, HostRequest } from "./hosts.ts";

export interface Company {
  readonly id: string;
  /** The tokens for the company's account; they may change. */
  readonly tokens: readonly string[];
}

/** A document created at the provider. */
export interface Made {
  readonly company: string;
  readonly id: string;
  /** Identifies the document's content in a test. */
  readonly note: string;
  /** Whether it was created in the portal rather than by a client's request. */
  readonly byPortal: boolean;
}

/** A provider's service with its ledger; it does not identify itself as a sandbox. */
export interface Provider {
  readonly answer: Host;
  readonly ledger: readonly Made[];
  /** The number of requests of all kinds so far. */
  readonly requests: number;
  /** The ids of a company's documents with this note. */
  idsOf(company: string, note: string): readonly string[];
  loseNext(): void;
  /** Ends the effect of `loseNext`. */
  keepNext(): void;
  /** Makes this token valid for the company's account, in addition to the others or instead of them. */
  renew(company: string, token: string, how?: "also" | "alone"): void;
  /** Creates a document without a client, as a colleague's program or a web page would. */
  make(company: string, body: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Options of a provider. Each company has its own lists and ledger, and may also read the documents of the other
 * companies in its account.
 */
export interface ProviderOptions {
  /** If true, only the six calls in the description exist: create and status. */
  readonly sixCalls?: boolean;
  readonly now?: () => number;
}

interface Desk {
  readonly company: Company;
  readonly tokens: Set<string>;
  readonly sandbox: SandboxInside;
  /** Replacements for the sandbox's wording and the company's name. */
  readonly names: readonly (readonly [string, string])[];
}

const sandboxTrn = "100987654900003";

export function openProvider(companies: readonly Company[], options: ProviderOptions = {}): Provider {
  const clock = { now: options.now ?? Date.now };
  const desks = companies.map((company, index): Desk => {
    const opened = openInside({ folder: undefined, rate: 0, clock });
    if (!opened.ok) throw new Error(opened.problems[0].message);
    const sandbox = opened.value;
    const trn = `10098765490${String(index + 1).padStart(2, "0")}03`;
    const names = [
      [sandbox.businessProfileId, company.id],
      ...(index === 0 ? [] : ([[sandboxTrn, trn]] as const)),
    ] as const;
    return { company, tokens: new Set(company.tokens), sandbox, names };
  });
  const ledger: Made[] = [];
  let requests = 0;
  let isNextLost = false;
  const deskOf = (id: string): Desk => {
    const desk = desks.find(({ company }) => company.id.toUpperCase() === id.toUpperCase());
    if (!desk) throw new Error(`no company ${id}`);
    return desk;
  };
  const create = async (desk: Desk, request: HostRequest, byPortal = false): Promise<HostAnswer> => {
    const answer = await ask(desk, request);
    const made = answer.status === 201 ? (JSON.parse(answer.text) as { id: string }) : undefined;
    if (made) ledger.push({ company: desk.company.id, id: made.id, note: noteOf(request.body), byPortal });
    if (!isNextLost || byPortal) return answer;
    isNextLost = false;
    return "lost";
  };
  return {
    ledger,
    get requests() {
      return requests;
    },
    idsOf: (company, note) =>
      ledger.filter((each) => each.company === company && each.note === note).map(({ id }) => id),
    loseNext() {
      isNextLost = true;
    },
    keepNext() {
      isNextLost = false;
    },
    renew(company, token, how = "alone") {
      const { tokens } = deskOf(company);
      if (how === "alone") tokens.clear();
      tokens.add(token);
    },
    async make(company, body) {
      const path = `/api/purchase-invoices/${company}`;
      const answer = await create(deskOf(company), { method: "POST", path, headers: {}, body }, true);
      if (answer === "lost" || answer.status !== 201) throw new Error(JSON.stringify(answer));
      return (JSON.parse(answer.text) as { id: string }).id;
    },
    async answer(request) {
      requests += 1;
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
      const seen = desks.filter(({ tokens }) => tokens.has(token));
      if (seen.length === 0) return { status: 401, text: '{"message":"the token is not valid"}' };
      const { pathname } = new URL(request.path, "https://any.example");
      if (options.sixCalls && !isOfSix(request.method, pathname))
        return { status: 404, text: '{"message":"not found"}' };
      if (request.method === "GET") return read(seen, request, pathname);
      const id = decodeURIComponent(pathname.split("/").at(-1) ?? "");
      const desk = seen.find(({ company }) => company.id.toUpperCase() === id.toUpperCase());
      if (!desk) return { status: 404, text: '{"message":"no such business profile"}' };
      return create(desk, { ...request, path: request.path.replace(id, desk.company.id) });
    },
    async close() {
      for (const { sandbox } of desks) await sandbox.close();
    },
  };
}

/** Whether the request is a create request or a status request. */
function isOfSix(method: string, path: string): boolean {
  return method === "POST" || /\/peppol-status(?:-logs)?$/.test(path);
}

/** Reads from the first of the account's companies that has the document; lists combine all of them. */
async function read(seen: readonly Desk[], request: HostRequest, path: string): Promise<HostAnswer> {
  const answers = await Promise.all(seen.map((desk) => ask(desk, request)));
  const good = answers.filter(({ status }) => status === 200);
  const [first] = good.length > 0 ? good : answers;
  if (!first) throw new Error("nobody answered");
  if (!/^\/api\/purchase-(?:invoices|credit-notes)(?:\/uuids)?$/.test(path) || good.length < 2) return first;
  const pages = good.map(({ text }) => JSON.parse(text) as Page);
  const whole = {
    ...pages[0],
    content: pages.flatMap(({ content }) => content),
    total_elements: pages.reduce((sum, { total_elements = 0 }) => sum + total_elements, 0),
    total_pages: Math.max(...pages.map(({ total_pages = 0 }) => total_pages)),
  };
  return { status: 200, text: JSON.stringify(whole) };
}

interface Page {
  readonly content: readonly unknown[];
  readonly total_elements?: number;
  readonly total_pages?: number;
}

async function ask({ sandbox, names }: Desk, request: HostRequest): Promise<{ status: number; text: string }> {
  const inside = (text: string): string => names.reduce((now, [own, theirs]) => now.replaceAll(theirs, own), text);
  const outside = (text: string): string => names.reduce((now, [own, theirs]) => now.replaceAll(own, theirs), text);
  const { method, path, headers, body } = request;
  const answer = await sandbox.answer({
    method,
    path: inside(path),
    headers: { ...headers, authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" },
    body: body === "" ? undefined : new TextEncoder().encode(inside(body)),
  });
  return { status: answer.status, text: outside(Buffer.from(answer.body).toString("utf8")) };
}

function noteOf(body: string): string {
  return /"note":"([^"]*)"/.exec(body)?.[1] ?? "";
}
