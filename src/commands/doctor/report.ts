import type { Desk } from "../../desk/index.ts";
import { fitted, hanging, safe } from "../../render/index.ts";
import type { Report, Style } from "../../report/index.ts";
import type { Check } from "./check.ts";

/** Returns the report; the first error determines its outcome. */
export function doctorReport(checks: readonly Check[], sandbox: boolean, desk: Desk): Report {
  const of = (state: Check["state"]): readonly Check[] => checks.filter((each) => each.state === state);
  const [errors, warnings] = [of("error"), of("warning")];
  const counts = {
    ok: of("ok").length,
    warning: warnings.length,
    error: errors.length,
    skipped: of("skipped").length,
  };
  const found = [...errors, ...warnings].flatMap(({ problem }) => (problem ? [problem] : []));
  if (!desk.asJson) desk.say(closing(errors.length, warnings.length, desk.talkStyle));
  return {
    outcome: errors[0]?.problem?.outcome ?? "done",
    sandbox,
    view: { view: "raw", text: text(checks, desk.dataStyle), data: { checks: checks.map(checkJson), counts } },
    // As text, the view already shows the problems.
    problems: desk.asJson ? found : [],
  };
}

function checkJson({ check, label, state, says, problem, facts, company }: Check): Record<string, unknown> {
  return {
    check,
    label,
    state,
    says: safe(says),
    code: problem?.code ?? null,
    hint: problem ? safe(problem.hint) : null,
    facts: facts ?? {},
    ...(company === undefined ? {} : { company }),
  };
}

const words = { ok: "OK", warning: "warning", error: "ERROR", skipped: "skipped" } as const;

function text(checks: readonly Check[], style: Style): string {
  if (!style.isTerminal)
    return checks
      .map(
        ({ state, label, says, problem, company }) =>
          `${[words[state], label, ...[says, problem?.hint ?? "", ...(company === undefined ? [] : [company])].map(safe)].join("\t")}\n`,
      )
      .join("");
  const widest = Math.max(...checks.map(({ label }) => label.length));
  const paint = { ok: style.good, warning: style.warn, error: style.bad, skipped: style.faint };
  const line = ({ state, label, says, problem }: Check): string => {
    const hint = problem ? `${fitted(`${" ".repeat(10)}→ ${safe(problem.hint)}`, style)}\n` : "";
    const said = `${paint[state](words[state].padEnd(8))} ${label.padEnd(widest)}  ${safe(says)}`;
    return `${hanging(said, style.width, " ".repeat(11 + widest))}\n${hint}`;
  };
  const heading = ({ company }: Check, at: number): string =>
    company === undefined || company === checks[at - 1]?.company ? "" : `\n${style.strong(safe(company))}\n`;
  return checks.map((each, at) => heading(each, at) + line(each)).join("");
}

function closing(errors: number, warnings: number, style: Style): string {
  const count = (many: number, word: string): string => (many === 1 ? `1 ${word}` : `${many} ${word}s`);
  if (errors > 0)
    return `${style.bad("✗")} ${count(errors, "error")}${warnings > 0 ? `, ${count(warnings, "warning")}` : ""}. Correct the errors before you send.`;
  if (warnings > 0) return `${style.warn("!")} No errors, ${count(warnings, "warning")}.`;
  return `${style.good("✓")} No errors.`;
}
