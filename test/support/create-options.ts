/** What create-invoice takes with --yes and nothing else. */
export const createWords = {
  sandbox: false,
  profile: undefined,
  businessProfile: undefined,
  serviceVersion: undefined as string | undefined,
  dryRun: false,
  yes: true,
  sendAnyway: false,
  allowSimilar: false,
  noWait: false,
  maxWait: undefined,
  firstRun: false,
};
