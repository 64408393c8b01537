/**
 * One process of a crowd, with a shortened minute. Usage: `node crowd-member.mjs WINDOW FILE …`; the settings are
 * environment variables.
 */
import { runHere } from "./command.ts";

const [window, ...files] = process.argv.slice(2);
const settings = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? ""]));
const { code, stdout } = await runHere(files, settings, { window: Number(window) });
process.stdout.write(stdout, () => {
  process.exitCode = code ?? 1;
});
