import { benchCheck } from "./check.ts";
import { benchJournal } from "./journal.ts";

/** `npm run bench -- journal 100000` runs one part; without words all of them run. */
const [part, count = "100000"] = process.argv.slice(2);

if (part === undefined || part === "check") benchCheck();
if (part === undefined || part === "journal") void benchJournal(Number(count));
