import { createHash, randomBytes } from "node:crypto";

const secret = (): string => randomBytes(24).toString("base64url");
const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * Who may see the console: whoever brought a code that worked once. Codes and cookies are kept as hashes, in memory only, so that they
 * end with the process and comparing them tells nothing of them.
 */
export class Sessions {
  #code: string | undefined;
  readonly #cookies = new Set<string>();

  /** A code that works once; the one before stops working. */
  newCode(): string {
    const code = secret();
    this.#code = digest(code);
    return code;
  }

  /** Whether a code was given out that nobody has used yet. */
  get isWaiting(): boolean {
    return this.#code !== undefined;
  }

  /** Uses a code up: the `Set-Cookie` header for who brought it, undefined for a wrong one. `host` is the Host header. */
  enter(code: string, host: string): string | undefined {
    if (this.#code === undefined || digest(code) !== this.#code) return undefined;
    this.#code = undefined;
    const value = secret();
    this.#cookies.add(digest(value));
    return `${nameFor(host)}=${value}; Path=/console; HttpOnly; SameSite=Strict`;
  }

  /** Whether a request brings a cookie that was given out. */
  knows(cookies: string, host: string): boolean {
    const name = nameFor(host);
    return cookies.split(";").some((each) => {
      const [key, value = ""] = each.trim().split("=", 2);
      return key === name && this.#cookies.has(digest(value));
    });
  }
}

/** Cookies do not tell ports apart, so that two sandboxes would take each other's place. */
function nameFor(host: string): string {
  return `selfbill-console-${/:(\d+)$/.exec(host)?.[1] ?? "80"}`;
}
