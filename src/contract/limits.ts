/** Limits of the service. Source: contract §1.3, §12, Decision 8. */
export const limits = {
  /** Maximum size of a request's body, in bytes as sent, Base64 included; a larger one is refused with 413. */
  bodyBytes: 8_388_608,
  /** Size in bytes from which selfbill warns. */
  warnBodyBytes: 8_000_000,
  requestsPerMinute: 60,
  windowMilliseconds: 60_000,
} as const;

/** Contract versions the service offers. Source: contract §1.2. */
export const serviceVersions = { stable: "20260101", latest: "20260507", all: ["20260101", "20260507"] } as const;

/** Name of the version header; a profile may set another for a deployment that brands it (Decision 15). */
export const versionHeader = "X-SERVICE-VERSION";
