import { type Html, html } from "../../render/index.ts";
import type { LegState, WatchedDocument } from "../../sandbox/index.ts";
import { overallStates, statusName } from "../../states/index.ts";

/** Style of a badge; its colour always comes with a symbol and a word. */
type BadgeStyle = "good" | "bad" | "busy" | "idle";

const signs: Readonly<Record<BadgeStyle, string>> = { good: "✓", bad: "✕", busy: "…", idle: "○" };

export function badge(style: BadgeStyle, text: string): Html {
  return html`<span class="badge ${style}"><span class="sign" aria-hidden="true">${signs[style]}</span> ${text}</span>`;
}

export function statusBadge({ status }: WatchedDocument): Html {
  const { colour, label } = overallStates[status.overall_status];
  return badge(colour, label);
}

export function statusSentence({ status, legs }: WatchedDocument): string {
  if (status.overall_status === statusName.approved && legs.c3 === "none")
    return "The tax authority accepted the report. The supplier is not on the network: give it a copy yourself.";
  if (status.overall_status !== statusName.rejected) return overallStates[status.overall_status].sentence;
  const by = [
    ...(legs.c3 === "rejected" ? ["the supplier's provider (C3)"] : []),
    ...(legs.c5 === "rejected" ? ["the tax authority (C5)"] : []),
  ];
  const what = legs.c5 === "accepted" ? "The tax authority accepted it, so an invoice is credited first." : "";
  return [`Rejected by ${by.join(" and ")}; this is final.`, what, "Find out why before you send anything."]
    .filter((each) => each !== "")
    .join(" ");
}

const legWords: Readonly<Record<LegState, readonly [BadgeStyle, string]>> = {
  none: ["idle", "not delivered over Peppol"],
  waiting: ["idle", "not sent"],
  sent: ["busy", "sent, no answer yet"],
  accepted: ["good", "accepted"],
  acknowledged: ["good", "delivered, without confirmation"],
  rejected: ["bad", "rejected"],
  error: ["busy", "not reached, will be tried again"],
};

export function legBadge(state: LegState): Html {
  const [style, word] = legWords[state];
  return badge(style, word);
}

export const legNames = { c3: "Supplier's provider (C3)", c5: "Tax authority (C5)" } as const;
export const kindNames = { invoice: "Invoice", "credit-note": "Credit note" } as const;

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
