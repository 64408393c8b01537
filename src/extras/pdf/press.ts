import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { isSea } from "node:sea";
import type { Press, Pressed, PressedPage } from "../../desk/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { charactersOf } from "./glyphs.ts";
import { layout } from "./layout.ts";
import { breakable, drawable, isolated } from "./texts.ts";
import { pageTree, withTexts, wordsOfTree } from "./tree.ts";

const compiler = "@myriaddreamin/typst-ts-node-compiler";
const latin = "@expo-google-fonts/ibm-plex-sans";
const arabic = "@expo-google-fonts/ibm-plex-sans-arabic";
/** Packages to pass to `npm install`. */
const needed = [`${compiler}@0.7.0`, `${latin}@0.4.1`, `${arabic}@0.4.2`];
const faces = [
  [latin, "400Regular/IBMPlexSans_400Regular.ttf"],
  [latin, "700Bold/IBMPlexSans_700Bold.ttf"],
  [arabic, "400Regular/IBMPlexSansArabic_400Regular.ttf"],
  [arabic, "700Bold/IBMPlexSansArabic_700Bold.ttf"],
] as const;

type Compiler = import("@myriaddreamin/typst-ts-node-compiler").NodeCompiler;
type Has = (character: number) => boolean;

/**
 * Loads the optional packages, which take up 60 MB, contain native code, and are therefore only installed on request.
 * Problem: `package-missing`, with the command that installs them. `load` replaces Node's `require`.
 */
export function openPress(
  load: Pick<NodeRequire, "resolve"> & NodeRequire = createRequire(import.meta.url),
): Result<Press> {
  let compile: Compiler;
  let fonts: Buffer[];
  let folder: string;
  try {
    fonts = faces.map(([name, file]) => readFileSync(join(dirname(load.resolve(`${name}/package.json`)), file)));
    const { NodeCompiler } = load(compiler) as typeof import("@myriaddreamin/typst-ts-node-compiler");
    folder = dirname(load.resolve(`${latin}/package.json`));
    compile = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs: fonts }] });
  } catch {
    const message = "A PDF needs three optional packages, and they are not installed. Nothing was written.";
    return fail(
      problem("package-missing", message, `Write the page with --html, and print it in a browser. ${orHaveThem()}`),
    );
  }
  const has = charactersOf(fonts);
  return ok({ press: (page) => pressed(page, compile, folder, has) });
}

function orHaveThem(): string {
  return isSea()
    ? "Or ask whoever gave you selfbill for the larger executable, which has them inside."
    : `To install them: npm install --global ${needed.join(" ")}`;
}

function pressed(page: PressedPage, compile: Compiler, folder: string, has: Has): Pressed {
  const first = attempt(page, compile, folder, has);
  // Characters that can be drawn separately may still not combine, such as a Latin accent on an Arabic letter.
  const second =
    first.bytes === undefined ? attempt(page, compile, folder, (each) => has(each) && isCommon(each)) : first;
  // The logo is presumably damaged: everything that can be detected without drawing was checked before.
  const plain =
    second.bytes === undefined && page.logo !== undefined
      ? attempt({ ...page, logo: undefined }, compile, folder, has)
      : undefined;
  const made = plain ?? second;
  if (made.bytes === undefined) throw new Error(`selfbill has an internal error: no PDF could be made: ${made.why}`);
  return { bytes: made.bytes, missed: made.missed, withoutLogo: plain !== undefined };
}

/** Whether a character is a European or Arabic letter, digit or punctuation mark that can be drawn on its own. */
function isCommon(character: number): boolean {
  return (
    (character >= 0x20 && character <= 0x24f) ||
    (character >= 0x60c && character <= 0x64a) ||
    character === 0x20ac ||
    (character >= 0x2010 && character <= 0x2026)
  );
}

interface Attempt {
  readonly bytes: Uint8Array | undefined;
  readonly missed: readonly string[];
  readonly why: string;
}

function attempt(
  { page, issueDate, running, attached, logo }: PressedPage,
  compile: Compiler,
  folder: string,
  has: Has,
): Attempt {
  const missed = new Set<string>();
  const drawn = (text: string): string => drawable(text, has, (each) => missed.add(each));
  const body = withTexts(pageTree(page), (text) => breakable(isolated(drawn(text))));
  const title = /<title>([^<]*)<\/title>/.exec(page)?.[1] ?? "";
  const facts = {
    title: drawn(wordsOfTree(pageTree(`<body>${title}</body>`))),
    running: isolated(drawn(running)),
    date: dateParts(issueDate),
    attached: attached?.name ?? null,
    logo: logo?.type ?? null,
    body,
  };
  compile.resetShadow();
  if (attached) compile.mapShadow(join(folder, "attached.xml"), Buffer.from(attached.bytes));
  if (logo) compile.mapShadow(join(folder, "logo"), Buffer.from(logo.bytes));
  try {
    const done = compile.compile({ mainFileContent: layout, inputs: { page: JSON.stringify(facts) } });
    const document = done.result;
    if (document === null) return { bytes: undefined, missed: [], why: diagnostics(compile, done) };
    return { bytes: compile.pdf(document, { pdfStandard: "a-3b" }), missed: [...missed], why: "" };
  } catch (error) {
    return { bytes: undefined, missed: [], why: error instanceof Error ? error.message : String(error) };
  } finally {
    compile.resetShadow();
    compile.evictCache(2);
  }
}

function diagnostics(compile: Compiler, done: ReturnType<Compiler["compile"]>): string {
  const error = done.takeError();
  return error === null ? "" : JSON.stringify(compile.fetchDiagnostics(error)).slice(0, 600);
}

/** Returns year, month and day; 1 January 2000 if the string is not a valid day. */
function dateParts(day: string | undefined): readonly [number, number, number] {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/
    .exec(day ?? "")
    ?.slice(1)
    .map(Number);
  const [year = 2000, month = 1, date = 1] = parts ?? [];
  const same = new Date(Date.UTC(year, month - 1, date));
  return same.getUTCMonth() === month - 1 && same.getUTCDate() === date ? [year, month, date] : [2000, 1, 1];
}
