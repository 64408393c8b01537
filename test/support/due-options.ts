/** The options of `due` when none was typed. */
export const dueOptions = {
  sandbox: false,
  profile: undefined,
  businessProfile: undefined,
  serviceVersion: undefined,
  check: false,
  done: undefined,
  exitCode: false,
  strict: false,
  since: undefined,
  acceptanceDays: undefined,
  output: undefined,
} as const;
