/** Completes commands, options and values in a shell. */
import type { Extra } from "../../extra.ts";
import type { Completable } from "./words.ts";

export const completionExtra: Extra = {
  name: "completion",
  commands: {
    completion: {
      after: "journal",
      load: async (all) => (await import("./command.ts")).completionOf(all as readonly Completable[]),
    },
  },
};
