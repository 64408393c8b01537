import { listedCommands } from "../../manual/index.ts";
import { type Completion, withCompletion } from "../../problem/index.ts";

/** Whose books a command works with, as it was typed; at most one of them. */
interface Books {
  readonly sandbox?: boolean;
  readonly profile?: string | undefined;
  readonly company?: string | undefined;
}

const listed = Object.values(listedCommands);
const takesSandbox: ReadonlySet<string> = new Set(listed.flatMap(({ sandbox }) => sandbox));
const takesProfile: ReadonlySet<string> = new Set(listed.flatMap(({ profile }) => profile));
const already = ["--sandbox", "--profile", "--company"];

/**
 * Does the work, in which every suggested command names the same books: nobody sends a practice document to a real
 * service, or one company's to another's, by following a suggestion. One that names books already stays as it is.
 */
export function suggestFor<T>(books: Books, work: () => T): T {
  const completion = completionFor(books);
  return completion === undefined ? work() : withCompletion(completion, work);
}

function completionFor({ sandbox = false, profile, company }: Books): Completion | undefined {
  if (sandbox) return completionOf(["--sandbox"], takesSandbox);
  if (company !== undefined) return completionOf(["--company", company], takesProfile);
  return profile === undefined ? undefined : completionOf(["--profile", profile], takesProfile);
}

function completionOf(options: readonly string[], takes: ReadonlySet<string>): Completion {
  return (command) => {
    if (command.some((word) => already.some((each) => word === each || word.startsWith(`${each}=`)))) return undefined;
    // For some commands only certain actions take the option.
    const after = [1, 2].find((count) => takes.has(command.slice(0, count).join(" ")));
    return after === undefined ? undefined : { after, options };
  };
}
