/** What an extra is: a folder below `extras/` that adds to the core and that the core does not know. */
import type { ExtraHooks } from "./desk/index.ts";
import type { CommandName, ListedCommand } from "./manual/index.ts";
import { fail, map, ok, problem, type Result } from "./problem/index.ts";

/** Loads a command; `all` are the commands of this build, for a command that is about them. */
type LoadCommand = (all: readonly ListedEntry[]) => Promise<unknown>;

interface ListedEntry extends ListedCommand {
  readonly name: string;
  /** Typed as unknown, so that this file does not reach what defines a command. */
  readonly load: () => Promise<unknown>;
}

interface ExtraCommand {
  /** Lists show the command after this one. */
  readonly after: CommandName;
  readonly load: LoadCommand;
}

/** Loads the function that an extra has for a hook. */
type Loaders = { readonly [Name in keyof Omit<ExtraHooks, "names" | "parts">]?: () => Promise<ExtraHooks[Name]> };

/**
 * Every member except the name is optional. Commands, parts and hooks are loaded only when they are used, so that an extra
 * costs nothing at startup.
 */
export interface Extra {
  readonly name: string;
  readonly commands?: Readonly<Partial<Record<CommandName, ExtraCommand>>>;
  /** Parts for a command of the core that takes some, such as actions: each loads an object of the type that it defines. */
  readonly parts?: Readonly<Partial<Record<CommandName, () => Promise<unknown>>>>;
  readonly hooks?: Loaders;
}

/**
 * Returns the hooks that call those of all extras, in their order; the first failure ends a hook. The first extra with a
 * press makes the PDFs.
 */
export function hooksOf(extras: readonly Extra[]): ExtraHooks {
  return {
    names: extras.map(({ name }) => name),
    checks: (journal, now) => gathered(extras, "checks", (checks) => checks(journal, now)),
    foresees: (run, desk) => gathered(extras, "foresees", (foresees) => foresees(run, desk)),
    gate: async (guarded, businessProfileId) => {
      for (const { hooks } of extras) {
        const found = await (await hooks?.gate?.())?.(guarded, businessProfileId);
        if (found) return found;
      }
      return undefined;
    },
    owes: (journal, scope) => gathered(extras, "owes", (owes) => owes(journal, scope)),
    fill: async (books) => {
      const all = await gathered(extras, "fill", async (fill) => map(await fill(books), (filler) => [filler]));
      return map(all, (fillers) => ({
        fill: (document) => {
          for (const { fill } of fillers) fill(document);
        },
        remarks: (file) => fillers.flatMap(({ remarks }) => remarks(file)),
      }));
    },
    parts: (of) => partsFor(of as CommandName, extras),
    press: async () => {
      const load = extras.find(({ hooks }) => hooks?.press)?.hooks?.press;
      return load === undefined ? fail(noPress) : (await load())();
    },
    verdicts: async (format) => {
      for (const { hooks } of extras) {
        const writer = await (await hooks?.verdicts?.())?.(format);
        if (writer) return writer;
      }
      return undefined;
    },
  };
}

const noPress = problem(
  "package-missing",
  "This selfbill makes no PDF.",
  "Write the page with --html, and print it in a browser.",
);

async function gathered<Name extends keyof Loaders, T>(
  extras: readonly Extra[],
  name: Name,
  call: (hook: ExtraHooks[Name]) => Promise<Result<readonly T[]>>,
): Promise<Result<readonly T[]>> {
  const all: T[] = [];
  for (const { hooks } of extras) {
    const load = hooks?.[name] as (() => Promise<ExtraHooks[Name]>) | undefined;
    const added = load === undefined ? ok([]) : await call(await load());
    if (!added.ok) return added;
    all.push(...added.value);
  }
  return ok(all);
}

/** Loads the parts that extras have for a command of the core, of the type that this command defines. */
export async function partsFor<T>(name: CommandName, extras: readonly Extra[]): Promise<readonly T[]> {
  return Promise.all(extras.flatMap(({ parts }) => (parts?.[name]?.() as Promise<T> | undefined) ?? []));
}

/** Inserts the commands of extras into a list of commands: each after the one that it names. */
export function withCommandsOf(
  extras: readonly Extra[],
  core: ReadonlyArray<readonly [string, () => Promise<unknown>]>,
): ReadonlyArray<readonly [string, LoadCommand]> {
  const listed: (readonly [string, LoadCommand])[] = [...core];
  for (const [name, { after, load }] of extras.flatMap(({ commands = {} }) => Object.entries(commands))) {
    const at = listed.findIndex(([other]) => other === after);
    listed.splice(at < 0 ? listed.length : at + 1, 0, [name, load]);
  }
  return listed;
}
