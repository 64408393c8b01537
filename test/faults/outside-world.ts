import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { journal } from "../../src/commands/journal.ts";
import { resolve } from "../../src/commands/resolve.ts";
import { office, signedPolicy } from "../support/approvals.ts";
import { type Hosts, startHosts } from "../support/hosts.ts";
import type { MovedClock } from "../support/moved-clock.ts";
import { openProvider, type Provider } from "../support/provider.ts";
import { runCommand } from "../support/run-command.ts";
import { commandHere, runProgram, type Said } from "./command.ts";
import type { Paper } from "./papers.ts";

/** Two companies of one account, and one of another account, at the same provider. */
export const companies = { co1: "BP-7Q2M4X9KTD", co2: "BP-3H8WJ5RNVA" } as const;
export type CompanyName = keyof typeof companies;
const strangers = "BP-9ZC6TL1YQF";
/** Tokens of the account, and one of another account. */
export const tokens = { usual: "token-of-palm", renewed: "token-of-palm-renewed", others: "token-of-others" } as const;

/** The provider's real service has two host names; its test system is a separate service. */
const hostNames = { real: ["einvoice.example", "api.einvoice.example"], test: ["test.einvoice.example"] } as const;
export type ServiceName = keyof typeof hostNames;

/** One spelling of a service's address. */
export interface Address {
  readonly url: string;
  readonly service: ServiceName;
  /** The canonical host, whatever the spelling. */
  readonly host: string;
}

/** Options for `journal`: only --yes. */
const noWords = { yes: true } as unknown as Parameters<typeof journal.run>[0]["options"];

const spellings: readonly ((host: string) => string)[] = [
  (host) => host,
  (host) => host,
  (host) => `${host}.`,
  (host) => `${host[0]?.toUpperCase()}${host.slice(1)}`,
  (host) => `${host}:443`,
];
export const addresses: readonly Address[] = (Object.keys(hostNames) as ServiceName[]).flatMap((service) =>
  hostNames[service].flatMap((host) => spellings.map((spell) => ({ url: `https://${spell(host)}`, service, host }))),
);

/** The folders of a home: `config` with settings and token, and `data` with the journal. */
const drawers = ["config", "data"] as const;
export type Drawer = (typeof drawers)[number];

/** The workplace of one person: a computer, or a user account on one. */
export interface Home {
  readonly name: string;
  /** Contains the settings folder and the data folder. */
  readonly folder: string;
}

/** The command line of a command that sends documents. */
export interface Sending {
  readonly home: Home;
  readonly address: Address;
  readonly company: CompanyName;
  /** Overrides the profile's business profile id with a different spelling of it. */
  readonly businessProfile?: string;
  /** Replaces the stored token. */
  readonly token?: string;
  /** Another data folder, as in XDG_DATA_HOME. */
  readonly data?: string;
  readonly papers: readonly Paper[];
  readonly says?: "same-service" | "other-service";
  readonly allowSimilar?: boolean;
  /** Additional environment variables. */
  readonly more?: Readonly<Record<string, string>>;
  /** Whether the command runs in a separate process, with the built program. */
  readonly really: boolean;
}

/** Services, homes and a clock for the commands. */
export interface OutsideWorld {
  readonly clock: MovedClock;
  service(name: ServiceName): Provider;
  /** Created on first use; `policy`: with a four-eyes policy for the first company. */
  home(name: string, policy: boolean): Home;
  send(how: Sending): Promise<Said>;
  /** Runs `resolve`: with `--check`, with a statement (exists, or does not exist), or only to list the doubts. */
  resolve(
    how: Omit<Sending, "papers" | "says"> & {
      readonly file?: string;
      readonly as?: string | null;
      readonly list?: boolean;
    },
  ): Promise<Said>;
  accept(how: Sending): Promise<Said>;
  /** Saves a copy of these folders; `putBack` restores it. */
  keep(home: Home, which: readonly Drawer[], as: string): void;
  /** `inPlace`: overwrites the existing files, as restoring a disk snapshot does. */
  putBack(home: Home, which: readonly Drawer[], from: string, inPlace: boolean): void;
  /** Starts again with empty services; `sixCalls`: without lists. */
  begin(sixCalls: boolean): Promise<void>;
  /** Restarts the computers. */
  reboot(): void;
  /** How many times the computers have been started. */
  boot(): number;
  /** Runs any other command, using the built program. */
  run(home: Home, words: readonly string[], more?: Readonly<Record<string, string>>): Promise<Said>;
  close(): Promise<void>;
}

/** Homes are made on request. `withPolicy`: homes with a policy may be requested. */
export async function makeOutside(folder: string, clock: MovedClock, withPolicy: boolean): Promise<OutsideWorld> {
  const opened = (sixCalls: boolean): Record<ServiceName, Provider> => {
    const accounts = [
      ...Object.values(companies).map((id) => ({ id, tokens: [tokens.usual, tokens.renewed] })),
      { id: strangers, tokens: [tokens.others] },
    ];
    const options = { sixCalls, now: clock.now };
    return { real: openProvider(accounts, options), test: openProvider(accounts, options) };
  };
  let services = opened(false);
  let histories = 0;
  let boots = 1;
  const hosts = await startHosts(
    folder,
    Object.fromEntries(
      (Object.keys(hostNames) as ServiceName[]).flatMap((service) =>
        hostNames[service].map((host) => [
          host,
          (request: Parameters<Provider["answer"]>[0]) => services[service].answer(request),
        ]),
      ),
    ),
    clock.now,
  );
  const plain = await makeTemplate(folder, hosts, "plain");
  const withOne = withPolicy ? await makeTemplate(folder, hosts, "policy") : plain;
  const end = (): Promise<unknown> => Promise.all(Object.values(services).map((each) => each.close()));
  const machine = () => ({ boot: `boot ${boots}`, at: clock.now() });
  // Moves the clock instead of really waiting.
  const pause = async (milliseconds: number): Promise<boolean> => {
    clock.move(milliseconds);
    return true;
  };
  const here = (): string => join(folder, `history-${histories}`);
  return {
    clock,
    service: (name) => services[name],
    home(name, policy) {
      const home = { name, folder: join(here(), name) };
      const made = policy ? withOne : plain;
      if (!existsSync(home.folder)) cpSync(made, home.folder, { recursive: true });
      return home;
    },
    async send(how) {
      const files = how.papers.map(({ file }) => file);
      const said = [...(how.says ? [`--${how.says}`] : []), ...(how.allowSimilar ? ["--allow-similar"] : [])];
      const words = ["create-invoice", ...files, "--yes", "--json", ...said];
      const profile = profileOf(how);
      if (profile !== undefined) words.push("--profile", profile);
      const options = {
        yes: true,
        profile: profileOf(how),
        sameService: how.says === "same-service",
        otherService: how.says === "other-service",
        allowSimilar: how.allowSimilar === true,
      };
      const settings = settingsOf(how, hosts);
      const told = how.really
        ? await runProgram(withId(words, how), settings)
        : await inDrawers(settings, () =>
            commandHere(
              settings,
              (desk) => {
                desk.pause = pause;
                return runCommand(createInvoice, desk, files, { ...idIn(options, how) });
              },
              { machine },
            ),
          );
      await hosts.idle();
      return told;
    },
    async resolve(how) {
      const settings = settingsOf(how, hosts);
      const options = {
        ...idIn({ sandbox: false, profile: how.company, businessProfile: undefined, serviceVersion: undefined }, how),
        check: how.as === undefined && how.list !== true,
        created: how.as ?? undefined,
        notCreated: how.as === null,
        undo: false,
        yes: true,
      };
      const words = how.file === undefined ? [] : [how.file];
      const told = await inDrawers(settings, () =>
        commandHere(
          settings,
          (desk) => {
            desk.pause = pause;
            return runCommand(resolve, desk, words, options);
          },
          { machine },
        ),
      );
      await hosts.idle();
      return told;
    },
    async accept(how) {
      const settings = settingsOf(how, hosts);
      const profile = profileOf(how);
      const accept = (head?: string): Promise<Said> => {
        const options = { ...noWords, profile, head };
        const words = ["journal", "accept", "--yes", ...(profile ? ["--profile", profile] : [])];
        if (how.really) return runProgram([...words, ...(head ? ["--head", head] : [])], settings);
        return inDrawers(settings, () =>
          commandHere(settings, (desk) => runCommand(journal, desk, ["accept"], options), { machine }),
        );
      };
      const said = await accept();
      // Without a terminal, the user first reads the head and then confirms it.
      const [, head] = /--head (\w+)/.exec(said.stdout + said.stderr) ?? [];
      return head === undefined ? said : accept(head);
    },
    run: (home, words, more = {}) => {
      const [address] = addresses as [Address];
      return runProgram(words, settingsOf({ home, address, company: "co1", really: true, more }, hosts));
    },
    keep(home, which, as) {
      for (const drawer of which) replace(join(home.folder, drawer), join(here(), as, drawer));
    },
    putBack(home, which, from, inPlace) {
      for (const drawer of which)
        (inPlace ? overwrite : replace)(join(here(), from, drawer), join(home.folder, drawer));
    },
    reboot() {
      boots += 1;
    },
    boot: () => boots,
    async begin(sixCalls) {
      await end();
      rmSync(here(), { recursive: true, force: true });
      histories += 1;
      services = opened(sixCalls);
    },
    async close() {
      await hosts.close();
      await end();
    },
  };
}

/** Returns the company's name, which is also its profile's; undefined if variables replace the profile. */
const profileOf = ({ company, more }: Sending): CompanyName | undefined =>
  more?.SELFBILL_BUSINESS_PROFILE_ID === undefined ? company : undefined;

function replace(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true, mode: 0o700 });
  if (existsSync(from)) cpSync(from, to, { recursive: true });
}

function overwrite(from: string, to: string): void {
  for (const name of readdirSync(to)) {
    const [was, is] = [join(from, name), join(to, name)];
    if (!existsSync(was)) rmSync(is, { recursive: true, force: true });
    else if (statSync(is).isDirectory()) overwrite(was, is);
    else writeFileSync(is, readFileSync(was));
  }
  if (existsSync(from)) cpSync(from, to, { recursive: true, force: false });
}

/** Lets the program itself create a home with a profile per company and the account's token. */
async function makeTemplate(folder: string, hosts: Hosts, name: "plain" | "policy"): Promise<string> {
  const made = join(folder, `template-${name}`);
  for (const drawer of drawers) mkdirSync(join(made, drawer), { recursive: true, mode: 0o700 });
  const url = `https://${hostNames.real[0]}`;
  const settings = { ...drawersOf(made), ...hosts.settings, SELFBILL_TOKEN: tokens.usual };
  const run = async (...words: string[]): Promise<void> => {
    const { code, stdout, stderr } = await runProgram(words, settings);
    if (code !== 0) throw new Error(`${words.join(" ")}: ${code} ${stdout} ${stderr}`);
  };
  for (const [company, id] of Object.entries(companies)) {
    await run("profile", "set", company, "--base-url", url, "--business-profile", id);
    await run("profile", "fetch", company);
  }
  if (name === "policy") {
    const { owner, policy } = await office();
    const file = join(folder, "policy.json");
    writeFileSync(file, signedPolicy(policy({ business_profile: companies.co1 }), owner));
    await run("policy", "set", file, "--yes");
  }
  return made;
}

const drawersOf = (folder: string, data = join(folder, "data")) => ({
  HOME: folder,
  XDG_CONFIG_HOME: join(folder, "config"),
  XDG_DATA_HOME: data,
  XDG_STATE_HOME: join(folder, "state"),
});

function settingsOf({ home, address, token = tokens.usual, data, more }: Omit<Sending, "papers">, hosts: Hosts) {
  return {
    ...drawersOf(home.folder, data),
    ...hosts.settings,
    USER: "clerk",
    SELFBILL_BASE_URL: address.url,
    SELFBILL_TOKEN: token,
    ...more,
  };
}

const withId = (words: readonly string[], { businessProfile: id }: Pick<Sending, "businessProfile">): string[] =>
  id === undefined ? [...words] : [...words, "--business-profile", id];

const idIn = <T>(options: T, { businessProfile }: Pick<Sending, "businessProfile">): T =>
  businessProfile === undefined ? options : { ...options, businessProfile };

/** Runs `work` with HOME and the XDG folders of these settings in this process's environment. */
async function inDrawers(settings: Readonly<Record<string, string>>, work: () => Promise<Said>): Promise<Said> {
  const names = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] as const;
  const before = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) process.env[name] = settings[name];
  try {
    return await work();
  } catch (error) {
    const stderr = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { code: 1, signal: null, stdout: "", stderr, told: [] };
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
