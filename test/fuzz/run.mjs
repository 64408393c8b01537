import { runBundled } from "../support/run-bundled.mjs";

await runBundled("test/fuzz/main.ts", ["--expose-gc"]);
