/**
 * The service fills in the buyer, so before creation these rules apply only if the business profile is known; otherwise
 * they are reported as not checked.
 */
export const buyerRules: ReadonlySet<string> = new Set(
  `IBR-007 IBR-010 IBR-011 IBR-063 IBR-080 IBR-102 IBR-103 IBR-104 IBR-112 IBR-SR-16 IBR-SR-54 IBR-010-AE IBR-011-AE IBR-101-AE
   IBR-103-AE IBR-135-AE IBR-136-AE IBR-144-AE IBR-149-AE IBR-179-AE IBR-180-AE IBR-183-AE
   SB-0202 SB-0204 SB-0205 SB-0207 SB-0304`
    .trim()
    .split(/\s+/),
);
