/** UNTDID 5189 reasons of an allowance, the PINT subset (IBT-098, IBT-140). 19 codes. */
export const allowanceReasonCodes: ReadonlySet<string> = new Set(
  `
  100 102 103 104 105 41 42 60 62 63 64 65 66 67 68 70 71 88 95
  `
    .trim()
    .split(/\s+/),
);
