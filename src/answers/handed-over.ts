import type { HandedOver } from "../life/index.ts";
import { text, yes } from "./common.ts";
import { shape } from "./shape.ts";

/** `on` is the day of the handover; `how` says how the copy was given or, for a withdrawal, why it was withdrawn. */
export const handedOverMembers = {
  on: [text, (said: HandedOver) => said.on],
  how: [text, (said: HandedOver) => said.how],
  withdrawn: [yes, (said: HandedOver) => said.withdrawn],
  recorded_by: [text, (said: HandedOver) => said.by],
  recorded_at: [text, (said: HandedOver) => said.recordedAt],
} as const;
export const handedOverShape = shape<HandedOver>(handedOverMembers);
