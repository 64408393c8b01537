import type { Behind } from "../../send/index.ts";
import { isLoopback, isSandboxId, type ServiceProfile } from "../../settings/index.ts";

/** Finds what listens at addresses of this computer; asks each address once per run. */
export class Neighbours {
  readonly #version: string;
  readonly #waiting: () => void;
  readonly #asked = new Map<string, Promise<Behind>>();

  /** `version` is selfbill's, for the User-Agent. `waiting` is called while waiting for an answer. */
  constructor(version: string, waiting: () => void) {
    this.#version = version;
    this.#waiting = waiting;
  }

  /** Returns the profile, with `sandbox` set if a sandbox answers at its address. */
  async settled(profile: ServiceProfile): Promise<ServiceProfile> {
    const { baseUrl } = profile;
    if (!isLoopback(baseUrl)) return profile;
    const { whatIsBehind } = await import("../../send/index.ts");
    const asked = this.#asked.get(baseUrl) ?? whatIsBehind(baseUrl, this.#version, this.#waiting);
    this.#asked.set(baseUrl, asked);
    const { is } = await asked;
    // If nothing answers, nothing can be sent; a sandbox's id then shows whose records are meant.
    const sandbox = is === "nobody" ? isSandboxId(profile.businessProfileId) : is === "sandbox";
    return { ...profile, sandbox };
  }

  /** Returns the result for an address that was already asked. */
  at(baseUrl: string): Promise<Behind> | undefined {
    return this.#asked.get(baseUrl);
  }
}
