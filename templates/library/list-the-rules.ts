// Names the rules by which documents are judged, so that a verdict can be compared with a later one. The hash function is yours.
import { createHash } from "node:crypto";
import { ruleSet, schemas } from "selfbill";

const rules = ruleSet({ sha256: (text) => createHash("sha256").update(text).digest("hex") });
if (rules.ok) console.log(`${rules.value.version}: ${rules.value.rules.length} rules, ${rules.value.hash}`);

console.log(`The schema of an invoice has the title "${schemas.invoice.title}".`);
