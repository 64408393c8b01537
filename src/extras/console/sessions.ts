import { createHash, randomBytes } from "node:crypto";

const secret = (): string => randomBytes(24).toString("base64url");
const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * Grants access for a single-use code. Keeps codes and cookies only in memory, as hashes, so that the time of a
 * comparison reveals nothing.
 */
export class Sessions {
  #code: string | undefined;
  readonly #cookies = new Set<string>();

  /** Returns a new code; the previous one becomes invalid. */
  newCode(): string {
    const code = secret();
    this.#code = digest(code);
    return code;
  }

  get isWaiting(): boolean {
    return this.#code !== undefined;
  }

  /** Returns the `Set-Cookie` header, or undefined for a wrong code. `host` is the Host header. */
  enter(code: string, host: string): string | undefined {
    if (this.#code === undefined || digest(code) !== this.#code) return undefined;
    this.#code = undefined;
    const value = secret();
    this.#cookies.add(digest(value));
    return `${nameFor(host)}=${value}; Path=/console; HttpOnly; SameSite=Strict`;
  }

  knows(cookies: string, host: string): boolean {
    const name = nameFor(host);
    return cookies.split(";").some((each) => {
      const [key, value = ""] = each.trim().split("=", 2);
      return key === name && this.#cookies.has(digest(value));
    });
  }
}

/**
 * Returns the name of the cookie, which contains the port: cookies ignore ports, so two sandboxes need different names.
 */
function nameFor(host: string): string {
  return `selfbill-console-${/:(\d+)$/.exec(host)?.[1] ?? "80"}`;
}
