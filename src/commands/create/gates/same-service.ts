import { sayOfServices } from "../services.ts";
import type { BeforeSignIn, SendGate } from "./gate.ts";

/** Records what an option says of a new address; stops where it cannot be meant. */
export const sameService: SendGate<BeforeSignIn> = {
  name: "same-service",
  stops: ({ profile, words }, desk) => sayOfServices(profile, words, desk),
};
