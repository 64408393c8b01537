import { dirname } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import type { ConnectionWords, Desk } from "../desk/index.ts";
import type { Report } from "../report/index.ts";
import { networkFrom, type Probed, probe, proxyOf } from "../send/index.ts";
import type { ServiceProfile, Settings } from "../settings/index.ts";
import { allCompaniesOption, companiesHere } from "./answer/all-companies.ts";
import { anyWords, defineCommand, flag, type Input, serviceOptions } from "./command.ts";
import { type Check, faulty, fine, skipped } from "./doctor/check.ts";
import { computerChecks, keychainCheck } from "./doctor/computer.ts";
import { journalChecks } from "./doctor/records.ts";
import { doctorReport } from "./doctor/report.ts";
import { accessCheck, reachChecks, tokenCheck } from "./doctor/service.ts";
import { authorityChecks, proxyCheck } from "./doctor/way.ts";

const options = {
  ...serviceOptions,
  ...allCompaniesOption,
  offline: flag("--offline", "do not ask the service: check this computer only"),
} as const;

type DoctorInput = Input<typeof options>;

export const doctor = defineCommand({
  words: "doctor",
  summary: "check this computer, the settings, the journal and the connection to the service",
  help: `Each line is OK, a warning or an error, with what to do. No document is sent; doctor makes one request to the service. No secret is
shown. The exit code is 0 without errors; otherwise it is that of the first error: 4 token, 22 network, 27 journal or disk, 2 settings.`,
  group: "Set up",
  practice: "own books",
  facts: { journal: "used", oneDocument: false, sends: false, asksService: true },
  answers: ({ records }) => [records.examined],
  options,
  examples: [
    { type: "selfbill doctor", does: "checks everything, with one request to the service" },
    { type: "selfbill doctor --offline --json", does: "checks this computer only, for a script" },
  ],
  input: anyWords,
  async run(input: DoctorInput, desk: Desk): Promise<Report> {
    const now = desk.now().getTime();
    const settings = await desk.settings();
    const place = await desk.journalPlace();
    const folder = place.ok && !place.value.onServer ? dirname(place.value.path) : ".";
    const checks = computerChecks(desk.environment, folder);
    if (settings.ok) checks.push(await keychainCheck(settings.value));
    if (input.options.allCompanies) return ofAllCompanies(input, checks, desk);
    const profile = settings.ok ? await desk.profile(input.options) : settings;
    checks.push(profile.ok ? settingsFine(profile.value) : faulty("settings", "Settings", profile.problems[0]));
    checks.push(...authorityChecks(authorities(desk), now));
    const ofJournal = await journalChecks(profile.ok ? profile.value : undefined, desk);
    checks.push(...ofJournal);
    const words = { ...input.options, onlyReads: ofJournal.some(isReader) };
    if (profile.ok && settings.ok) checks.push(...(await wayChecks(words, profile.value, settings.value, desk)));
    return doctorReport(checks, profile.ok && profile.value.sandbox, desk);
  },
});

/** Checks the computer and the journal once, and the settings, token and service of each company. */
async function ofAllCompanies(input: DoctorInput, checks: Check[], desk: Desk): Promise<Report> {
  const settings = await desk.settings();
  const companies = settings.ok ? await companiesHere(input.options, desk) : settings;
  checks.push(...authorityChecks(authorities(desk), desk.now().getTime()));
  if (!companies.ok || !settings.ok) {
    checks.push(...(companies.ok ? [] : [faulty("settings", "Settings", companies.problems[0])]));
    return doctorReport([...checks, ...(await journalChecks(undefined, desk))], false, desk);
  }
  const { all, problems } = companies.value;
  const ofJournal = await journalChecks(all[0]?.profile, desk);
  checks.push(...ofJournal);
  const onlyReads = ofJournal.some(isReader);
  checks.push(...problems.map((each) => faulty("settings", "Settings", each)));
  for (const { company, profile, words } of all) {
    const own = [
      settingsFine(profile),
      ...(await wayChecks({ ...words, onlyReads, offline: input.options.offline }, profile, settings.value, desk)),
    ];
    checks.push(...own.map((each) => ({ ...each, company })));
  }
  return doctorReport(
    checks,
    all.every(({ profile }) => profile.sandbox),
    desk,
  );
}

function settingsFine({ name, baseUrl, businessProfileId, serviceVersion }: ServiceProfile): Check {
  const facts = { profile: name ?? null, base_url: baseUrl, business_profile_id: businessProfileId ?? null };
  const says = `${name === undefined ? "" : `profile ${name}, `}${baseUrl}, version ${serviceVersion}`;
  return fine("settings", "Settings", says, facts);
}

function authorities({ environment }: Desk): { from: string; path: string }[] {
  return (["NODE_EXTRA_CA_CERTS", "SELFBILL_CA_FILE"] as const).flatMap((from) => {
    const path = environment[from]?.trim();
    return path ? [{ from, path }] : [];
  });
}

/** Whether the check found that the user can only read the journal on the server. */
const isReader = ({ check, facts }: Check): boolean => check === "server-role" && facts?.rights === "reader";

interface WayWords extends ConnectionWords, Pick<DoctorInput["options"], "offline"> {
  /** Whether the user needs no token, because nothing is sent. */
  readonly onlyReads: boolean;
}

async function wayChecks(words: WayWords, profile: ServiceProfile, settings: Settings, desk: Desk): Promise<Check[]> {
  const { environment } = desk;
  const now = desk.now().getTime();
  const checks = [proxyCheck(environment, proxyOf(profile.baseUrl, environment))];
  const token = words.sandbox
    ? fine("token", "Token", "of the embedded sandbox")
    : await tokenCheck(settings, profile, { now, onlyReads: words.onlyReads });
  if (words.offline) {
    const why = "not checked (--offline)";
    return [
      ...checks,
      token,
      skipped("service", "Service", why),
      skipped("clock", "Clock", why),
      skipped("access", "Access", why),
    ];
  }
  const { baseUrl } = profile;
  const network = networkFrom(environment);
  const extraCa = network.ok ? network.value.extraCa : undefined;
  const probed: Probed = words.sandbox
    ? { is: "reached", clockAhead: 0 } // the sandbox is in this process
    : await probe({ baseUrl, clientVersion: packageJson.version, environment, extraCa });
  checks.push(token, ...reachChecks(probed, now));
  const why = probed.is === "not-reached" ? "the service was not reached" : "no token to ask with";
  if (probed.is === "not-reached" || token.state === "error" || token.state === "skipped")
    return [...checks, skipped("access", "Access", why)];
  return [...checks, await accessCheck(words, desk)];
}
