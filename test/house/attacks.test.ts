import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importsOf, root, sourcesBelow } from "./sources.ts";

type Shown = readonly [file: string, title: string];

/**
 * The attacks that selfbill is built to resist, and the tests that carry out each of them. A test is identified by its
 * file under `test` and the beginning of its title.
 */
const attacks: Readonly<Record<string, readonly [attack: string, ...shown: Shown[]]>> = {
  S1: [
    "the token in the list of processes or the shell's history",
    ["commands/attacks.test.ts", "a token among the words is refused, not repeated, and asked for in another way"],
    ["commands/attacks.test.ts", "while a token is read from standard input, no other user of the computer sees it"],
    ["commands/login.test.ts", "no option takes a token"],
  ],
  S2: [
    "the token in a plain file that nobody asked for",
    ["settings/token.test.ts", "without a keychain nothing is stored"],
  ],
  S3: [
    "a token file that others can read, that is a link, or is somebody else's",
    ["settings/token.test.ts", "is 0600 in 0700 whatever the umask"],
    ["settings/token.test.ts", "with mode %o is not used"],
    ["settings/token.test.ts", "of another user is not used"],
    ["settings/token.test.ts", "behind a link is not used"],
  ],
  S4: [
    "the token in outputs, traces, the journal and reports, also when a service gives it back",
    ["commands/echoed-token.test.ts", "a token that the service gives back in what it answers is nowhere printed"],
    ["commands/echoed-token.test.ts", "no command that asks the service leaves it in an output, a trace or a file"],
    ["commands/network.test.ts", "an invoice is created through a proxy with a password"],
    ["commands/journal-login.test.ts", "a typed password goes into the keychain, and is shown nowhere"],
    ["commands/profile-journal.test.ts", "a settings file that was given %s by hand is refused, and it is not shown"],
    ["send/redact.test.ts", "a token in Base64 that stands alone"],
  ],
  S5: [
    "commands to the terminal in what a service says",
    ["commands/status-hostile.test.ts", "whatever the service writes, nothing of it reaches the terminal as a command"],
    ["commands/said-by-others.test.ts", "a number that the service gave does not command the terminal in a question"],
  ],
  S6: ["the same in JSON", ["render/escape-hidden.test.ts", "JSON keeps its value and loses every sign"]],
  S7: [
    "commands to a CI runner in texts and names of files",
    ["extras/verdict-formats/validate-in-ci.test.ts", "github: what is no annotation becomes a row"],
    ["commands/odd-words.test.ts", "behind an equals sign a value may begin as it likes"],
  ],
  S8: [
    "header lines in the version, the token or the profile",
    ["settings/values.test.ts", "a token is visible ASCII in one piece"],
    ["settings/values.test.ts", "a version is a real date of eight digits"],
    ["send/create.test.ts", "an access that settings would never give is a fault"],
  ],
  S9: [
    "another path by an id",
    ["send/read.test.ts", "the id %j reaches no server"],
    ["send/status-calls.test.ts", "the id %j is refused before anything is sent"],
    [
      "settings/values.test.ts",
      "a business profile id is any text without control characters that can stand in a path",
    ],
  ],
  S10: [
    "the token or an invoice to another host",
    ["send/create.test.ts", "no redirect is followed, and the other server sees nothing"],
    ["commands/create-invoice.test.ts", "a redirect is not followed, and the second address sees nothing"],
    ["settings/token.test.ts", "a token of one origin"],
    ["settings/journal-password.test.ts", "another %s gets none, and the keychain is not asked for it"],
  ],
  S11: ["no TLS, or an address that only looks like this computer", ["settings/base-url.test.ts", "a base URL"]],
  S12: [
    "an address out of a cloned folder",
    ["settings/resolve.test.ts", "a settings file in the folder one stands in changes nothing"],
  ],
  S13: [
    "weakened TLS",
    ["send/secure.test.ts", "a certificate that %s ends it before a byte is sent"],
    ["send/secure.test.ts", "NODE_TLS_REJECT_UNAUTHORIZED=0 is refused before connecting"],
    ["send/secure.test.ts", "the process's own switch cannot weaken the check either"],
  ],
  S14: [
    "an authority or a proxy that learns too much",
    ["send/secure.test.ts", "an added authority vouches for its own certificates only"],
    ["send/proxy.test.ts", "the request goes through a tunnel; the proxy learns the host"],
  ],
  S15: [
    "requests by a template",
    ["commands/attacks.test.ts", "an address in a document is never asked"],
    ["house/attacks.test.ts", "only the room that sends opens connections"],
  ],
  S16: [
    "YAML and JSON that grow, nest or cost the square of their size",
    ["read/broken.cases.ts", "alias-bomb.yaml"],
    ["read/broken.cases.ts", "deep-brackets.yaml"],
    ["fuzz/within-limits.test.ts", "empty names and items in YAML are looked for once"],
  ],
  S17: [
    "keys that reach into prototypes",
    ["read/read-document.test.ts", "the keys of objects that programs keep data in"],
    ["send/service-errors.test.ts", "__proto__"],
  ],
  S18: [
    "values that change in silence",
    ["read/round-trip.test.ts", "reading, writing and reading again changes nothing"],
    ["read/broken.cases.ts", "duplicate"],
  ],
  S19: [
    "attachments that are devices, pipes, or named like paths",
    ["read/attach.test.ts", "when it is a device, whatever type it is given"],
    ["read/attach.test.ts", "may be given by its whole path, and travels under its own name only"],
  ],
  S20: [
    "names of downloads that are paths",
    ["commands/later-commands.test.ts", "a name or type that the service gives never becomes a path"],
    ["commands/later-commands.test.ts", "overwrites nothing unless told to"],
  ],
  S21: [
    "a service that decides what is run",
    ["extras/archive/evidence.test.ts", "what a service says becomes neither a path nor a command"],
    ["commands/preview.test.ts", "gives the opener the whole path of the page as its only word"],
    ["house/attacks.test.ts", "only the opener of pages and certify start other programs"],
  ],
  S22: [
    "scripts in a page",
    ["render/page.test.ts", "200 hostile texts, each in every field"],
    ["render/period-page.test.ts", "200 hostile texts as suppliers, numbers and titles"],
    ["extras/console/browser.test.ts", "hostile texts everywhere"],
    ["extras/pdf/press.test.ts", "200 hostile texts in names, notes and numbers"],
  ],
  S23: [
    "XML with entities, DTDs, or without end",
    ["commands/validate-attacks.test.ts", "an XML file that attacks gets one clear line"],
    ["fuzz/within-limits.test.ts", "an XML file whose first comment is not closed"],
  ],
  S24: [
    "formulas in CSV and workbooks",
    ["sheet/results.test.ts", "in CSV no text can become a formula"],
    ["commands/formulas.test.ts", "in no table that a command writes a name becomes a formula or a link"],
  ],
  S25: [
    "forged records of the journal",
    ["commands/history.test.ts", "writes every record, one line each, whatever is in it"],
  ],
  S26: [
    "answers that are packed, endless or slow",
    ["send/create.test.ts", "an answer beyond the cap is not read on, and leaves doubt"],
    ["send/create.test.ts", "an answer that is beyond the cap when it is unpacked leaves doubt"],
    ["commands/network.test.ts", "an answer that drips without end is ended"],
  ],
  S27: [
    "requests with two lengths",
    ["send/create.test.ts", "a request bears exactly the token, the version and one length"],
  ],
  S28: [
    "the sandbox from a network or a web page",
    ["contract/transport.test.ts", "403: only its own loopback address is served, and no web page"],
    ["commands/connections.test.ts", "the sandbox listens at the loopback address alone"],
  ],
  S29: [
    "practice taken for the real thing",
    ["settings/resolve.test.ts", "a business profile of the sandbox is not used at a real service"],
    ["commands/first-run.test.ts", "in CI a journal that knows practice alone counts as none for a real service"],
  ],
  S30: [
    "packages that are not what they were",
    ["house/card.test.ts", "versions are pinned exactly"],
    ["house/card.test.ts", "no package may run a script when it is installed"],
    ["house/notices.test.ts", "THIRD_PARTY_NOTICES names every shipped package"],
    ["house/rooms.test.ts", "a package is used in its own room only"],
  ],
  S31: [
    "a program of the folder or the PATH that is run instead",
    [
      "commands/attacks.test.ts",
      "programs of the folder and the PATH that are named like those of the system are never run",
    ],
    ["house/attacks.test.ts", "only the opener of pages and certify start other programs"],
  ],
  S32: [
    "a link in the way of a file that is written",
    ["settings/profiles.test.ts", "is for its owner alone whatever the umask, and no draft is left behind"],
    ["commands/preview.test.ts", "nothing is overwritten without --force, and a link is replaced, not followed"],
    ["settings/links.test.ts", "whatever somebody puts in the way of a file while it is written"],
  ],
  S33: [
    "what the journal keeps of people",
    ["journal/journal.test.ts", "nobody else can read what is kept"],
    ["commands/journal-purge.test.ts", "texts that only old documents have are gone"],
    ["commands/connections.test.ts", "commands that need no service reach nobody"],
    ["house/attacks.test.ts", "only the room that sends opens connections"],
  ],
  S34: [
    "a supplier whose account or TRN was exchanged",
    ["commands/changed-supplier.test.ts", "one digit of the account or the TRN changes"],
  ],
  S35: [
    "a report of a crash that says too much",
    ["commands/attacks.test.ts", "a fault of our own shows neither its words nor where it came from"],
    [
      "commands/attacks.test.ts",
      "what --debug shows of a cause commands neither a terminal nor the log of a CI system",
    ],
  ],
};

test("each attack is performed by tests, and the tests are where this list says", () => {
  expect(Object.keys(attacks)).toEqual(Array.from({ length: 35 }, (_, at) => `S${at + 1}`));
  for (const [row, [, ...shown]] of Object.entries(attacks)) {
    expect(shown.length, row).toBeGreaterThan(0);
    for (const [file, title] of shown)
      expect(readFileSync(join(root, "test", file), "utf8").includes(title), `${row}: ${file} has no “${title}”`).toBe(
        true,
      );
  }
});

/** Returns the source files that import more than types from one of these modules. */
function importing(modules: RegExp): string[] {
  const imports = sourcesBelow("src").flatMap(importsOf);
  return [
    ...new Set(imports.filter(({ to, typeOnly }) => modules.test(to) && !typeOnly).map(({ from }) => from)),
  ].sort();
}

test("only the room that sends opens connections, and only the sandbox listens", () => {
  const network = importing(/^(?:node:)?(?:net|tls|http|https|http2|dgram|dns|dns\/promises|undici|ws)$/);
  expect(network.filter((file) => !/^src\/(?:send|sandbox)\//.test(file))).toEqual([]);
  for (const { path, text } of sourcesBelow("src"))
    expect(/(?<![.\w])(?:fetch|WebSocket|EventSource)\(/.test(text.replace(/`[^`]*`|"[^"\n]*"/g, "")), path).toBe(
      false,
    );
});

test("only the opener of pages and certify start other programs", () => {
  expect(importing(/^(?:node:)?(?:child_process|cluster)$/)).toEqual([
    "src/desk/real/open-file.ts",
    "src/extras/certify/run-client.ts",
  ]);
});

test("threads are for a journal on a server and for the check of a large file alone", () => {
  const others = importing(/^(?:node:)?worker_threads$/).filter((file) => !file.startsWith("src/database/postgres/"));
  expect(others).toEqual(["src/journal/verify/aside.ts", "src/journal/verify/worker.ts"]);
});
