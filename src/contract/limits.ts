/** Source: contract §1.3, §12, Decision 8. */
export const limits = {
  /** Bytes as sent, Base64 included; a larger body is rejected with 413. */
  bodyBytes: 8_388_608,
  /** Size in bytes above which selfbill warns. */
  warnBodyBytes: 8_000_000,
  requestsPerMinute: 60,
  windowMilliseconds: 60_000,
} as const;

/** Source: contract §1.2. */
export const serviceVersions = { stable: "20260101", latest: "20260507", all: ["20260101", "20260507"] } as const;

/** A profile may set another name for a deployment with its own branding (Decision 15). */
export const versionHeader = "X-SERVICE-VERSION";
