import { createHash, randomBytes } from "node:crypto";

const secret = (): string => randomBytes(24).toString("base64url");
const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * Controls access to the console: only with a code that works once. Codes and cookies are stored as hashes in memory, so that they end with the
 * process and comparing them reveals nothing.
 */
export class Sessions {
  #code: string | undefined;
  readonly #cookies = new Set<string>();

  /** Makes a code that works once; it invalidates the previous one. */
  newCode(): string {
    const code = secret();
    this.#code = digest(code);
    return code;
  }

  /** Whether there is an unused code. */
  get isWaiting(): boolean {
    return this.#code !== undefined;
  }

  /** Redeems a code: returns the `Set-Cookie` header, or undefined for a wrong code. `host` is the Host header. */
  enter(code: string, host: string): string | undefined {
    if (this.#code === undefined || digest(code) !== this.#code) return undefined;
    this.#code = undefined;
    const value = secret();
    this.#cookies.add(digest(value));
    return `${nameFor(host)}=${value}; Path=/console; HttpOnly; SameSite=Strict`;
  }

  /** Whether a request has a valid cookie. */
  knows(cookies: string, host: string): boolean {
    const name = nameFor(host);
    return cookies.split(";").some((each) => {
      const [key, value = ""] = each.trim().split("=", 2);
      return key === name && this.#cookies.has(digest(value));
    });
  }
}

/** Returns the cookie's name. Cookies ignore ports, so without different names two sandboxes would overwrite each other's cookie. */
function nameFor(host: string): string {
  return `selfbill-console-${/:(\d+)$/.exec(host)?.[1] ?? "80"}`;
}
