import { runBundled } from "../support/run-bundled.mjs";

await runBundled("test/reach/main.ts");
