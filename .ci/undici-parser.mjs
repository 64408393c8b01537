// Makes undici's parser, which is WebAssembly. V8 would optimise it after a few answers' worth of headers, which takes more processor time and
// memory (40 MB) than all else that a command does. The budget after which V8 does so is read when the module is made.
import { setFlagsFromString } from "node:v8";

/** V8's own budgets, by major version of Node: a flag that has its usual value again leaves the code that is kept valid. */
const usualBudgets = { 20: 1_800_000, 22: 13_000_000, 24: 13_000_000, 26: 13_000_000 };

export function parserModule(bytes) {
  const usual = usualBudgets[process.versions.node.split(".")[0]];
  if (usual === undefined) return new WebAssembly.Module(bytes);
  setFlagsFromString("--wasm-tiering-budget=2000000000");
  try {
    return new WebAssembly.Module(bytes);
  } finally {
    setFlagsFromString(`--wasm-tiering-budget=${usual}`);
  }
}
