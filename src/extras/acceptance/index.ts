/** Whether suppliers accepted their documents: lists and letters that ask them, and the record of what they answered. */
import type { Extra } from "../../extra.ts";

export const acceptanceExtra: Extra = {
  name: "acceptance",
  parts: { suppliers: async () => (await import("./actions.ts")).acceptanceActions },
};
