import { AsyncLocalStorage } from "node:async_hooks";
import { type ListedCommand, listedCommands } from "../../manual/index.ts";
import { askCompletionOf, type Completed } from "../../problem/index.ts";
import type { Command } from "../command.ts";

/** Whose books a command works with, as it was typed; at most one of the first three. */
interface Books {
  readonly sandbox?: boolean;
  readonly profile?: string | undefined;
  readonly company?: string | undefined;
  readonly businessProfile?: string | undefined;
  readonly journal?: string | undefined;
  readonly journalMark?: string | undefined;
}

/** An address that the program refuses, so that nobody reads its password. */
const hasPassword = /^postgres(?:ql)?:.*(?::[^/].*@|password=)/is;

/** What was typed of the books. `profile set` stores a journal and a business profile, so they are of no other command. */
export function booksTyped({
  command,
  given,
}: {
  readonly command: Pick<Command, "options">;
  readonly given: Readonly<Record<string, unknown>>;
}): Books {
  const typed = (name: string): string | undefined => {
    const value = given[name];
    return typeof value === "string" && value !== "" && !hasPassword.test(value) ? value : undefined;
  };
  const keepsJournal = "journal" in command.options;
  return {
    sandbox: given.sandbox === true,
    profile: typed("profile"),
    company: typed("company"),
    businessProfile: "businessProfile" in command.options ? typed("businessProfile") : undefined,
    journal: keepsJournal ? undefined : typed("journal"),
    journalMark: keepsJournal ? undefined : typed("journalMark"),
  };
}

/**
 * The books of the work that is under way. They are not a parameter: every sentence that names a command would have to
 * hand them on, and the one that forgets them sends somebody from practice to a real service.
 */
const underWay = new AsyncLocalStorage<Books>();

/**
 * Does the work, in which every suggested command, also in later turns, names the same books: nobody sends a practice
 * document to a real service, or one company's to another's, by following a suggestion. One that names books already
 * stays as it is. Work for one company of several keeps the journal, which is that of the whole run.
 */
export function suggestFor<T>(books: Books, work: () => T): T {
  if (optionsFor(books).length === 0) return work();
  askCompletionOf(() => {
    const now = underWay.getStore();
    return now && ((command, who) => completed(who === "reader" ? now : forAnother(now), command));
  });
  const { journal, journalMark } = underWay.getStore() ?? {};
  return underWay.run({ journal, journalMark, ...books }, work);
}

type Taken = Exclude<keyof ListedCommand, "summary" | "group" | "everyday">;

const listed = Object.values(listedCommands);
const taking = (option: Taken): ReadonlySet<string> => new Set(listed.flatMap((each) => each[option]));
const takes: Readonly<Record<Taken, ReadonlySet<string>>> = {
  sandbox: taking("sandbox"),
  profile: taking("profile"),
  businessProfile: taking("businessProfile"),
  journal: taking("journal"),
};

interface Option {
  readonly taken: Taken;
  readonly flag: string;
  readonly value?: string | undefined;
}

const whose = ["--sandbox", "--profile", "--company"];

/** The options that name these books, in the order in which they are shown. */
function optionsFor({ sandbox = false, ...named }: Books): readonly Option[] {
  const { profile, company, businessProfile, journal, journalMark } = named;
  const options: readonly Option[] = [
    { taken: "profile", flag: "--company", value: company },
    { taken: "profile", flag: "--profile", value: company === undefined ? profile : undefined },
    { taken: "businessProfile", flag: "--business-profile", value: businessProfile },
    { taken: "journal", flag: "--journal", value: journal },
    { taken: "journal", flag: "--journal-mark", value: journalMark },
  ];
  const given = options.filter(({ value }) => value !== undefined);
  if (!sandbox) return given;
  return [{ taken: "sandbox", flag: "--sandbox" }, ...given.filter(({ flag }) => !whose.includes(flag))];
}

/** The same books for another person: the user of a database server that was typed is not theirs. */
function forAnother(books: Books): Books {
  return { ...books, journal: books.journal?.replace(/^(postgres(?:ql)?:\/\/)[^@/?]*@/i, "$1THEIR_NAME@") };
}

function completed(books: Books, command: readonly string[]): Completed | undefined {
  const valueBehind = (flag: string): string | undefined => command[command.indexOf(flag) + 1];
  const names = (flag: string): boolean => command.some((word) => word === flag || word.startsWith(`${flag}=`));
  const options = optionsFor(books);
  const isSame = ({ flag, value }: Option): boolean =>
    names(flag) && (value === undefined || valueBehind(flag) === value);
  if (whose.some(names) && !options.some((each) => whose.includes(each.flag) && isSame(each))) return undefined;
  // For some commands only certain actions take an option; it stands behind the action.
  const after = (taken: Taken): number =>
    [2, 1].find((count) => takes[taken].has(command.slice(0, count).join(" "))) ?? 0;
  const isLeft = ({ taken, flag }: Option): boolean =>
    after(taken) > 0 && !names(flag) && !(taken === "journal" && names("--journal"));
  const left = options.filter(isLeft);
  const words = left.flatMap(({ flag, value }) =>
    value?.startsWith("-") ? [`${flag}=${value}`] : value === undefined ? [flag] : [flag, value],
  );
  return { after: Math.max(0, ...left.map(({ taken }) => after(taken))), options: words };
}
