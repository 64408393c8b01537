import { gulfTime, type Html, html } from "../../render/index.ts";
import type { Watch } from "../../sandbox/index.ts";
import { clockSteps, isQueuedAs, type Preset, presets, type Queued } from "./presets.ts";
import type { ConsolePage } from "./shell.ts";
import { badge, counted } from "./words.ts";

export function controlsPage({ controls }: Watch): ConsolePage {
  const queued = controls.faults.list();
  const others = queued.filter((each) => !presets.some((preset) => isQueuedAs(each, preset)));
  const ahead = Math.round((controls.now() - Date.now()) / 1000);
  const body = html`<h1>Faults and clock</h1>
<section><h2>What goes wrong next</h2><p class="lead">Switch on what the next request that creates a document meets, then send one. This is how to practise what to do when an answer is missing.</p>
<div id="faults" data-live><ul class="switches">${presets.map((preset) =>
    row(
      preset,
      queued.filter((each) => isQueuedAs(each, preset)),
    ),
  )}</ul>
${others.length === 0 ? undefined : html`<h3>Ordered by a program</h3><ul class="switches">${others.map(other)}</ul>`}</div></section>
<section><h2>The clock of the sandbox</h2><p class="lead">Documents change their status with time. Move the clock forward instead of waiting; only this sandbox sees it.</p>
<div id="time" data-live><p class="time">${gulfTime(controls.now()).slice(0, 19)} <span>UAE time</span>${ahead === 0 ? undefined : html` ${badge("busy", `${Math.abs(ahead) < 2 ? "about " : ""}${span(ahead)}`)}`}</p></div>
<form method="post" action="/console/clock" class="steps">${clockSteps.map(
    ([seconds, says]) => html`<button name="seconds" value="${String(seconds)}">+ ${says}</button>`,
  )}<button name="seconds" value="real" class="quiet">Back to the real time</button></form></section>`;
  return { title: "Faults and clock", at: "controls", now: controls.now(), live: true, body };
}

function row(preset: Preset, on: readonly Queued[]): Html {
  const { id, says, means } = preset;
  return html`<li class="${on.length > 0 ? "on" : ""}"><div><b>${says}</b><p>${means}</p>${on.length > 0 ? html`<p>${badge("busy", waiting(on))}</p>` : undefined}</div>
<form method="post" action="/console/faults"><input type="hidden" name="fault" value="${id}">${
    on.length > 0
      ? html`<button name="switch" value="off">Switch off</button>`
      : html`<button name="switch" value="once">Next request</button><button name="switch" value="always" class="quiet">Until switched off</button>`
  }</form></li>
`;
}

function waiting(on: readonly Queued[]): string {
  if (on.some(({ left }) => left === null)) return "on until switched off";
  return `on for ${counted(
    on.reduce((sum, { left }) => sum + (left ?? 0), 0),
    "request",
  )}`;
}

function other({ id, fault, left, met }: Queued): Html {
  const where = [fault.method, fault.path, fault.supplier, fault.number].filter((each) => each !== undefined).join(" ");
  const often = left === null ? "until switched off" : counted(left, "request");
  return html`<li class="on"><div><b>${fault.fault}</b> ${where}<p>on for ${often}, met by ${String(met)}</p></div>
<form method="post" action="/console/faults"><input type="hidden" name="id" value="${id}"><button name="switch" value="off">Switch off</button></form></li>`;
}

/** Formats the difference between the sandbox's clock and the real time. */
function span(seconds: number): string {
  const size = Math.abs(seconds);
  const units = [
    [86_400, "day"],
    [3600, "hour"],
    [60, "minute"],
    [1, "second"],
  ] as const;
  const [unit, name] = units.find(([each]) => size >= each) ?? units[3];
  return `${counted(Math.round(size / unit), name)} ${seconds > 0 ? "ahead of" : "behind"} the real time`;
}
