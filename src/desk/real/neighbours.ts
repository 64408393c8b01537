import type { Behind } from "../../send/index.ts";
import { isLoopback, isSandboxId, type ServiceProfile } from "../../settings/index.ts";

/** What listens at addresses of this computer; each is asked once a run. */
export class Neighbours {
  readonly #version: string;
  readonly #waiting: () => void;
  readonly #asked = new Map<string, Promise<Behind>>();

  /** `version`: of selfbill, for the User-Agent. `waiting` is called while an answer is waited for. */
  constructor(version: string, waiting: () => void) {
    this.#version = version;
    this.#waiting = waiting;
  }

  /** The profile, a sandbox's where a sandbox answers at its address. */
  async settled(profile: ServiceProfile): Promise<ServiceProfile> {
    const { baseUrl } = profile;
    if (!isLoopback(baseUrl)) return profile;
    const { whatIsBehind } = await import("../../send/index.ts");
    const asked = this.#asked.get(baseUrl) ?? whatIsBehind(baseUrl, this.#version, this.#waiting);
    this.#asked.set(baseUrl, asked);
    const { is } = await asked;
    // Where nobody answers nothing can be sent, and an id of a sandbox tells whose books are meant.
    const sandbox = is === "nobody" ? isSandboxId(profile.businessProfileId) : is === "sandbox";
    return { ...profile, sandbox };
  }

  /** What was found at an address that was asked. */
  at(baseUrl: string): Promise<Behind> | undefined {
    return this.#asked.get(baseUrl);
  }
}
