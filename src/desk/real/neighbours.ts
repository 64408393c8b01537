import type { Behind } from "../../send/index.ts";
import { isLoopback, isSandboxId, type ServiceProfile } from "../../settings/index.ts";

/** Finds out which service answers at a local address; queries each address once per run. */
export class Neighbours {
  readonly #version: string;
  readonly #waiting: () => void;
  readonly #asked = new Map<string, Promise<Behind>>();

  /** `version` is for the User-Agent; `waiting` is called while waiting. */
  constructor(version: string, waiting: () => void) {
    this.#version = version;
    this.#waiting = waiting;
  }

  /** Sets `sandbox` if a sandbox answers at the profile's address. */
  async settled(profile: ServiceProfile): Promise<ServiceProfile> {
    const { baseUrl } = profile;
    if (!isLoopback(baseUrl)) return profile;
    const { whatIsBehind } = await import("../../send/index.ts");
    const asked = this.#asked.get(baseUrl) ?? whatIsBehind(baseUrl, this.#version, this.#waiting);
    this.#asked.set(baseUrl, asked);
    const { is } = await asked;
    // If nothing answers, nothing can be sent; the id then shows whether the records belong to a sandbox.
    const sandbox = is === "nobody" ? isSandboxId(profile.businessProfileId) : is === "sandbox";
    return { ...profile, sandbox };
  }

  /** Undefined if the address has not been queried yet. */
  at(baseUrl: string): Promise<Behind> | undefined {
    return this.#asked.get(baseUrl);
  }
}
