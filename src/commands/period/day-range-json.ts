import { shape, text } from "../../answers/index.ts";
import type { DayRange } from "../answer/period.ts";

export const dayRangeShape = shape<DayRange>({
  from: [text, ({ from }) => from],
  to: [text, ({ to }) => to],
  name: [text, ({ name }) => name],
});
