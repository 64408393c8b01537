type Access = Readonly<Record<"baseUrl" | "businessProfileId" | "token", string>>;

/** The variables that the program needs to reach a sandbox. */
export const variablesOf = ({ baseUrl, businessProfileId, token }: Access) => ({
  SELFBILL_BASE_URL: baseUrl,
  SELFBILL_BUSINESS_PROFILE_ID: businessProfileId,
  SELFBILL_TOKEN: token,
});
