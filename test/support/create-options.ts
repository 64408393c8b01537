import type { Options, Values } from "../../src/commands/command.ts";

/** Options about the exchange rate, where none is given. */
export const noRates = { exchangeRate: [] as readonly string[], rateDate: undefined as string | undefined };

/** Options about what may have been sent before, where none is given. */
export const notSimilar = { allowSimilar: false, sameService: false, otherService: false };

/** What preview takes and nothing else. */
export const previewWords = {
  rulesEdition: undefined as string | undefined,
  month: undefined as string | undefined,
  from: undefined as string | undefined,
  to: undefined as string | undefined,
  html: undefined as string | undefined,
  pdf: undefined as string | undefined,
  force: false,
  open: false,
  approved: false,
  refresh: false,
  document: undefined as string | undefined,
  kind: undefined as string | undefined,
  map: undefined as string | undefined,
  sheet: undefined as string | undefined,
  dateOrder: undefined as string | undefined,
};

/** What create-invoice takes with --yes and nothing else. */
export const createWords = {
  sandbox: false,
  profile: undefined,
  businessProfile: undefined,
  serviceVersion: undefined as string | undefined,
  rulesEdition: undefined as string | undefined,
  dryRun: false,
  expect: undefined as string | undefined,
  yes: true,
  sendAnyway: false,
  creditRejected: false,
  ...notSimilar,
  acceptChangedSupplier: false as boolean | readonly string[],
  approval: [] as readonly string[],
  ...noRates,
  noWait: false,
  maxWait: undefined,
  all: false,
  firstRun: false,
  skipInvalid: false,
  maxTotal: undefined as string | undefined,
  maxFiles: undefined as string | undefined,
  output: undefined as string | undefined,
  jsonLines: false,
  failedTo: undefined as string | undefined,
  map: undefined as string | undefined,
  sheet: undefined as string | undefined,
  dateOrder: undefined as string | undefined,
  results: undefined as string | undefined,
};

/** What history takes and nothing else. */
export const noHistory = {
  sandbox: false,
  profile: undefined,
  since: undefined as string | undefined,
  from: undefined as string | undefined,
  to: undefined as string | undefined,
  state: [] as readonly string[],
  supplier: undefined as string | undefined,
  month: undefined as string | undefined,
  answer: undefined as string | undefined,
  verbose: false,
  who: false,
  jsonLines: false,
  output: undefined as string | undefined,
  out: [] as readonly string[],
  force: false,
};

/** What list and status take for periods and files, where nothing is given. */
export const noTables = {
  month: undefined as string | undefined,
  from: undefined as string | undefined,
  to: undefined as string | undefined,
  output: undefined as string | undefined,
  out: [] as readonly string[],
  force: false,
};

/** Every option of a command as it is where nothing is given. */
export function nothingGiven<O extends Options>({ options }: { readonly options: O }): Values<O> {
  return Object.fromEntries(Object.entries(options).map(([name, { read }]) => [name, read(undefined)])) as Values<O>;
}
