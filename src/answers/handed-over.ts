import type { HandedOver } from "../life/index.ts";
import { text, yes } from "./common.ts";
import { shape } from "./shape.ts";

/** The handover of a copy to the supplier: `on` is the day, `how` the way it was given; for a withdrawal `how` is the reason. */
export const handedOverMembers = {
  on: [text, (said: HandedOver) => said.on],
  how: [text, (said: HandedOver) => said.how],
  withdrawn: [yes, (said: HandedOver) => said.withdrawn],
  recorded_by: [text, (said: HandedOver) => said.by],
  recorded_at: [text, (said: HandedOver) => said.recordedAt],
} as const;
export const handedOverShape = shape<HandedOver>(handedOverMembers);
