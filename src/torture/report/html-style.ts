/** The style of the report's page. */
export const reportStyle = `
:root {
  color-scheme: light dark;
  --paper: #fff; --raised: #f6f7f9; --ink: #1b1f24; --quiet: #57606a; --line: #d5d9df;
  --bad: #b3261e; --bad-paper: #fdecea; --good: #1a6b34; --fault: #8a5300; --fault-paper: #fff4df; --link: #0b57d0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171b; --raised: #1d2127; --ink: #e6e8eb; --quiet: #a3abb5; --line: #363c45;
    --bad: #ff9d94; --bad-paper: #3a1c1a; --good: #7dd79a; --fault: #f3bd62; --fault-paper: #33270f; --link: #8ab4f8;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header, main, footer { max-width: 68rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1.5rem; }
footer { color: var(--quiet); padding-bottom: 2rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 0; }
h3, h4 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
p { margin: .5rem 0; }
a { color: var(--link); }
code, pre { font: .875em/1.5 ui-monospace, Menlo, Consolas, monospace; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: .375rem; padding: .5rem .75rem; margin: .5rem 0; white-space: pre-wrap; }
small, .quiet { color: var(--quiet); font-size: .875rem; }
.verdict { font-weight: 600; }
.verdict.failed, .finding { color: var(--bad); }
.verdict.passed { color: var(--good); }
.counts { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1rem 0; padding: 0; list-style: none; }
.counts b { display: block; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
.counts li { color: var(--quiet); font-size: .875rem; }
.counts b { color: var(--ink); }
section { margin: 2rem 0; }
section.rule { border-left: .25rem solid var(--bad); padding: 0 0 0 .75rem; }
details { border-top: 1px solid var(--line); padding: .5rem 0; }
summary { cursor: pointer; }
table { border-collapse: collapse; width: 100%; max-width: 32rem; }
th, td { text-align: left; padding: .25rem .5rem .25rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--quiet); font-size: .875rem; }
td.number, th.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.planned { margin: .5rem 0; padding-left: 1.25rem; color: var(--fault); }

.timeline { margin: .75rem 0; }
.timeline ol { list-style: none; margin: 0; padding: 0; }
.timeline li, .timeline .head { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr); grid-template-rows: auto 1fr; column-gap: .5rem; }
.timeline .lanes { grid-row: 1 / 3; grid-column: 1; }
.timeline time, .timeline .legend, .timeline li p { grid-column: 2; }
.timeline .head { color: var(--quiet); font-size: .875rem; }
.timeline .head .lanes { display: grid; grid-template-columns: repeat(3, 1fr); text-align: center; background: none; }
.timeline .head b { font-weight: 600; }
.timeline .head b span { display: none; }
.timeline time { color: var(--quiet); font-size: .875rem; padding-left: .5rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.timeline li p { margin: 0; padding: .1875rem .5rem; border-radius: .25rem; }
.timeline li.gap { color: var(--quiet); font-size: .875rem; font-style: italic; }
.timeline li.gap .lanes { opacity: .5; }
.timeline li.bad p { background: var(--bad-paper); color: var(--bad); font-weight: 600; }
.timeline li.incident p { background: var(--fault-paper); color: var(--fault); }
.timeline li.good p { color: var(--good); }
.lanes { position: relative; min-height: 1.75rem; background: linear-gradient(var(--line), var(--line)) 16.666% 0 / 2px 100% no-repeat, linear-gradient(var(--line), var(--line)) 50% 0 / 2px 100% no-repeat, linear-gradient(var(--line), var(--line)) 83.333% 0 / 2px 100% no-repeat; }
.arrow { position: absolute; top: .8125rem; height: 0; border-top: 2px solid var(--ink); }
.bad .arrow, .bad .dot { color: var(--bad); border-color: currentColor; }
.incident .arrow, .incident .dot { color: var(--fault); border-color: currentColor; }
.good .arrow { color: var(--good); border-color: currentColor; }
.arrow.there { top: .5rem; }
.arrow.back { top: 1.125rem; }
.arrow.c-s, .arrow.s-c { left: 16.666%; right: 50%; }
.arrow.s-p, .arrow.p-s { left: 50%; right: 16.666%; }
.arrow.c-p, .arrow.p-c { left: 16.666%; right: 16.666%; }
.arrow::after { content: ""; position: absolute; top: -6px; border: 5px solid transparent; }
.c-s::after, .s-p::after, .c-p::after { right: -2px; border-left-color: currentColor !important; border-right-width: 0 !important; }
.s-c::after, .p-s::after, .p-c::after { left: -2px; border-right-color: currentColor !important; border-left-width: 0 !important; }
.arrow.lost { border-top-style: dashed; }
.arrow.lost::after { content: "×"; border: 0; top: -.8125rem; left: 50%; right: auto; transform: translateX(-50%); color: var(--bad); font: 700 1.25rem/1.5rem system-ui, sans-serif; }
.dot { position: absolute; top: .5rem; width: .75rem; height: .75rem; border-radius: 50%; background: currentColor; transform: translateX(-50%); }
.at-c { left: 16.666%; } .at-s { left: 50%; } .at-p { left: 83.333%; }
dl { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: .125rem .75rem; margin: .75rem 0 0; padding-top: .5rem; border-top: 1px solid var(--line); }
dt { color: var(--quiet); } dd { margin: 0; }
@media (min-width: 48rem) {
  section.rule { border: 1px solid var(--line); border-left: .25rem solid var(--bad); border-radius: .375rem; padding: 1rem; }
  .timeline li, .timeline .head { grid-template-columns: 4rem 17rem minmax(0, 1fr); grid-template-rows: auto; }
  .timeline li > *, .timeline .head > * { grid-row: 1 !important; }
  .timeline .lanes { grid-column: 2; }
  .timeline time { grid-column: 1; text-align: right; padding: .25rem 0 0; }
  .timeline li p { grid-column: 3; }
  .timeline .head b span { display: inline; }
  .timeline .head .legend { display: none; }
}
`;
