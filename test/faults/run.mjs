import { runBundled } from "../support/run-bundled.mjs";

await runBundled("test/faults/main.ts");
