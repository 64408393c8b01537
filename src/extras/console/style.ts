/** Styles for light and dark mode and for print. They contain no URL, so nothing is loaded. */
export const consoleStyle = `
:root { color-scheme: light dark; --ink: #17212b; --soft: #55636f; --paper: #fff; --ground: #f3f5f7; --line: #d5dce2; --blue: #17567d;
  --good: #14663a; --good-ground: #e3f4e9; --bad: #a3231f; --bad-ground: #fde9e7; --busy: #7a4b00; --busy-ground: #fdf1d8; --idle-ground: #eceff2; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf0; --soft: #a3b0bb; --paper: #1a222a; --ground: #11171d; --line: #34414c; --blue: #7cc0ec;
  --good: #7fd9a3; --good-ground: #12331f; --bad: #ff9f98; --bad-ground: #431a18; --busy: #f2c46d; --busy-ground: #3a2a08; --idle-ground: #26313b; } }
* { box-sizing: border-box; }
html { background: var(--ground); scroll-padding-top: 1rem; }
body { margin: 0; color: var(--ink); background: var(--ground); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans Arabic", "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere; }
a { color: var(--blue); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px; border-radius: 2px; }
bdi { unicode-bidi: isolate; }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .3rem .6rem; z-index: 2; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem 1.6rem; padding: .7rem 1.5rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.top p { margin: 0; } .brand { font-size: 1.05rem; } .top nav { display: flex; flex-wrap: wrap; gap: .3rem; }
.top nav a { padding: .35rem .8rem; border-radius: .5rem; color: var(--ink); text-decoration: none; }
.top nav a:hover { background: var(--idle-ground); } .top nav a[aria-current] { background: var(--blue); color: var(--paper); font-weight: 600; }
.clock { margin-left: auto !important; font-variant-numeric: tabular-nums; } .clock span, .time span { color: var(--soft); }
.practice { margin: 0; padding: .35rem 1.5rem; background: var(--busy-ground); color: var(--busy); font-size: .9rem; }
main { max-width: 100rem; margin: 0 auto; padding: 1.2rem 1.5rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .2rem 0 .6rem; } h2 { font-size: 1.15rem; margin: 1.8rem 0 .6rem; } h3 { font-size: 1rem; margin: 1.2rem 0 .4rem; }
.lead, .empty { color: var(--soft); max-width: 46rem; margin: 0 0 .9rem; } .crumb { margin: 0; font-size: .9rem; }
.crumb a::before { content: "‹ "; }
.type { padding: .8rem 1rem; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; white-space: pre-wrap; max-width: 46rem; }
table { border-collapse: collapse; } th { font-weight: 600; }
.list { width: 100%; background: var(--paper); border: 1px solid var(--line); border-radius: .6rem; border-spacing: 0; }
.list th { text-align: left; font-size: .85rem; color: var(--soft); white-space: nowrap; } .list th, .list td { padding: .55rem .8rem; vertical-align: top; }
.list td { border-top: 1px solid var(--line); } .list tbody tr:hover { background: var(--idle-ground); }
.list .number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } .list time { white-space: nowrap; font-variant-numeric: tabular-nums; }
.list td:first-child a { font-weight: 600; } .kind { display: block; font-size: .85rem; color: var(--soft); }
.long { min-width: 10rem; }
.badge { display: inline-block; white-space: nowrap; padding: .05rem .55rem; border-radius: 1rem; font-size: .88rem; background: var(--idle-ground); color: var(--soft); }
.badge.good { background: var(--good-ground); color: var(--good); } .badge.bad { background: var(--bad-ground); color: var(--bad); }
.badge.busy { background: var(--busy-ground); color: var(--busy); } .sign { font-weight: 700; }
.pager { display: flex; gap: 1rem; align-items: baseline; } .pager span { color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: .6rem 2rem; margin: 0 0 1.2rem; } .facts dt { font-size: .85rem; color: var(--soft); } .facts dd { margin: 0; font-weight: 600; }
.facts .id { font: .9rem/1.7 ui-monospace, Consolas, "DejaVu Sans Mono", monospace; font-weight: 400; }
.verdict { display: flex; flex-wrap: wrap; gap: .4rem .9rem; align-items: baseline; padding: .8rem 1rem; background: var(--paper); border: 1px solid var(--line); border-radius: .6rem; }
.verdict p { margin: 0; flex: 1 1 20rem; } .verdict .badge { font-size: 1.05rem; font-weight: 600; padding: .15rem .8rem; }
.timeline { width: 100%; max-width: 62rem; table-layout: fixed; background: var(--paper); border: 1px solid var(--line); border-radius: .6rem; border-collapse: separate; border-spacing: 0; padding: .3rem 0; }
.timeline th { text-align: left; padding: .45rem .8rem; vertical-align: top; } .timeline thead th { font-size: .9rem; } .timeline thead th:first-child { width: 8.5rem; color: var(--soft); font-weight: 400; }
.timeline tbody th { font-weight: 400; font-variant-numeric: tabular-nums; color: var(--soft); white-space: nowrap; } .timeline .day { display: block; font-size: .8rem; }
.timeline td { padding: .35rem .8rem; vertical-align: top; }
.event { display: block; position: relative; padding: .12rem 0 .12rem 1.5rem; }
.event::before { content: ""; position: absolute; left: .1rem; top: .5em; width: .72rem; height: .72rem; border-radius: 50%; background: var(--blue); box-shadow: 0 0 0 3px var(--paper); z-index: 1; }
.event.good::before { background: var(--good); } .event.bad::before { background: var(--bad); border-radius: 2px; } .event.busy::before { background: var(--busy); }
.event.wait { color: var(--soft); font-style: italic; } .event.wait::before { background: var(--paper); border: 2px dashed var(--busy); }
.event.good { color: var(--good); font-weight: 600; } .event.bad { color: var(--bad); font-weight: 600; }
.lane { position: relative; } .lane.on::after { content: ""; position: absolute; left: calc(.8rem + .4rem); top: 0; bottom: 0; width: 2px; background: var(--line); }
.findings { border: 1px solid var(--bad); border-radius: .6rem; background: var(--paper); padding: .2rem 1.1rem .6rem; margin-top: 1.4rem; } .findings h2 { margin-top: .7rem; color: var(--bad); }
.findings p { margin: .1rem 0; } .findings li { margin: .7rem 0; } .hint { color: var(--soft); } .hint::before { content: "→ "; } .where { font-size: .9rem; }
code { font: .92em ui-monospace, Consolas, "DejaVu Sans Mono", monospace; }
.panes { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 56rem) { .panes { grid-template-columns: repeat(2, minmax(0, 1fr)); } .panes .paper { grid-column: 1 / -1; } }
@media (min-width: 88rem) { .panes:not(.two) { grid-template-columns: repeat(2, minmax(0, 1fr)) minmax(0, 1.15fr); } .panes .paper { grid-column: auto; } }
.pane { background: var(--paper); border: 1px solid var(--line); border-radius: .6rem; min-width: 0; } .pane summary { padding: .6rem 1rem; font-weight: 600; cursor: pointer; }
.pane .open { margin: -2.1rem 1rem .7rem; text-align: right; font-size: .9rem; pointer-events: none; } .pane .open a { pointer-events: auto; }
.code { margin: 0; padding: .4rem 0; max-height: 42rem; overflow: auto; border-top: 1px solid var(--line); font-size: .8rem; line-height: 1.55; list-style: none; }
.code li { display: block; padding-left: 3.9rem; position: relative; } .code li::before { content: attr(value); position: absolute; left: 0; width: 3.2rem; text-align: right; color: var(--soft); opacity: .75; font: .75rem/1.65 ui-monospace, Consolas, "DejaVu Sans Mono", monospace; }
.code code { white-space: pre-wrap; word-break: break-all; font-size: 1em; } .code li:target { background: var(--busy-ground); } .code .noted { background: var(--bad-ground); }
.note { display: block; margin: .1rem .6rem .4rem 0; padding: .35rem .6rem; border-left: 3px solid var(--bad); background: var(--paper); font-family: system-ui, sans-serif; font-size: .85rem; }
.note .hint { display: block; } .more { padding: .4rem 1rem; margin: 0; color: var(--soft); }
.paper iframe { display: block; width: 100%; height: 42rem; border: 0; border-top: 1px solid var(--line); background: #fff; border-radius: 0 0 .6rem .6rem; color-scheme: light; }
.headers { margin: 0; padding: .3rem 1rem .6rem; font-size: .85rem; border-top: 1px solid var(--line); } .headers div { display: flex; gap: .6rem; } .headers dt { color: var(--soft); flex: 0 0 9rem; } .headers dd { margin: 0; }
.pane .empty { padding: .6rem 1rem; margin: 0; border-top: 1px solid var(--line); }
.checks { list-style: none; padding: 0; margin: 0; } .checks li { margin: .3rem 0; }
.switches { list-style: none; margin: 0; padding: 0; background: var(--paper); border: 1px solid var(--line); border-radius: .6rem; max-width: 62rem; }
.switches li { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; justify-content: space-between; align-items: center; padding: .7rem 1rem; border-top: 1px solid var(--line); } .switches li:first-child { border-top: 0; }
.switches li.on { box-shadow: inset 4px 0 var(--busy); } .switches li > div { flex: 1 1 22rem; } .switches p { margin: .1rem 0; color: var(--soft); font-size: .92rem; }
form { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0; }
button { font: inherit; padding: .4rem .9rem; border: 1px solid var(--blue); border-radius: .5rem; background: var(--blue); color: var(--paper); cursor: pointer; } button.quiet { background: transparent; color: var(--blue); }
button:hover { filter: brightness(1.1); } .time { font-size: 1.3rem; margin: .2rem 0 .8rem; font-variant-numeric: tabular-nums; } .time .badge { font-size: .9rem; }
.lost { position: sticky; bottom: 0; margin: 0; padding: .6rem 1.5rem; background: var(--bad-ground); color: var(--bad); font-weight: 600; }
.bare main { max-width: 40rem; padding-top: 4rem; }
@media (max-width: 69.99rem) {
  .list thead { display: none; } .list, .list tbody, .list td { display: block; width: auto; } .list td:empty { display: none; }
  .list tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(11.5rem, 1fr)); gap: .3rem 1rem; padding: .7rem 1rem; border-top: 1px solid var(--line); } .list tr:first-child { border-top: 0; }
  .list td { border: 0; padding: 0; text-align: left !important; white-space: normal !important; }
  .list td::before { content: attr(data-name); display: block; color: var(--soft); font-size: .82rem; } .list .kind { display: inline; }
}
@media (max-width: 40rem) {
  .list tr { grid-template-columns: minmax(0, 1fr); gap: .12rem; } .list td { position: relative; padding-left: 8.8rem; } .list td::before { position: absolute; left: 0; width: 8.3rem; line-height: 1.9; }
  .top, .practice, main { padding-left: 1rem; padding-right: 1rem; } .clock { margin-left: 0 !important; }
  .timeline, .timeline tbody, .timeline tr, .timeline td, .timeline th { display: block; width: auto; } .timeline thead { display: none; } .timeline tr { padding: .3rem 0; }
  .timeline td { padding: .05rem .8rem .05rem 2rem; } .timeline td:empty { display: none; } .timeline td:not(.service)::before { content: attr(data-lane); display: block; font-size: .8rem; color: var(--soft); }
  .lane.on::after { display: none; } .timeline .day { display: inline; }
}
@media print { :root { color-scheme: light; --ink: #000; --soft: #444; --paper: #fff; --ground: #fff; --line: #bbb; --blue: #000; --good: #14663a; --bad: #a3231f; --busy: #7a4b00;
    --good-ground: #fff; --bad-ground: #fff; --busy-ground: #fff; --idle-ground: #fff; }
  body { font-size: 10pt; } .top nav, .skip, .pane .open, .paper, form, .pager, .lost { display: none; } .badge { border: 1px solid currentColor; } .code { max-height: none; overflow: visible; }
  .panes { display: block; } .pane { margin-top: .5rem; border: 0; } main { padding: 0; max-width: none; } .list tr, .timeline tr, .findings li, .code li { break-inside: avoid; } a { text-decoration: none; } }
`;
