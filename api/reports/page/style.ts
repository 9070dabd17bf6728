import { palette } from '../../../content/brand.ts';

/**
 * The looks of a report. It stands in a page of the site as well as in a file of its own, so that it brings its colours
 * along: those of the site, by day and by night, and by day on paper. What is wide or narrow goes by its own width.
 */
export const reportStyle = `
.report {
  --card: ${palette.day.surface}; --sunken: ${palette.day.sunken}; --ink: ${palette.day.ink}; --soft: ${palette.day.inkSoft}; --line: ${palette.charts.day.line}; --accent: ${palette.day.accent};
  --went-on: ${palette.charts.day.wentOn}; --ended: ${palette.day.accent}; --visits: ${palette.day.accent}; --finished: ${palette.day.success}; --sign-ups: ${palette.charts.day.signUps}; --purchases: ${palette.charts.day.purchases};
  --warning: ${palette.day.danger}; --good: ${palette.day.success}; --focus: ${palette.day.accent};
  container-type: inline-size;
  display: grid; grid-template-columns: minmax(0, 1fr); gap: 2.5rem;
  color: var(--ink); font: 400 1rem/1.5 Figtree, 'Figtree Fallback', system-ui, 'Segoe UI', Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  .report {
    --card: ${palette.night.surface}; --sunken: ${palette.night.line}; --ink: ${palette.night.ink}; --soft: ${palette.night.inkSoft}; --line: ${palette.charts.night.line}; --accent: ${palette.night.accent};
    --went-on: ${palette.charts.night.wentOn}; --ended: ${palette.night.accent}; --visits: ${palette.charts.night.visits}; --finished: ${palette.night.success}; --sign-ups: ${palette.charts.night.signUps}; --purchases: ${palette.night.accent};
    --warning: ${palette.night.danger}; --good: ${palette.night.success}; --focus: ${palette.night.focus};
  }
}
.report *, .report *::before { box-sizing: border-box; }
.report h2, .report h3, .report h4, .report p, .report ul, .report dl, .report dd { margin: 0; padding: 0; }
.report h2 { font-size: 1.375rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.014em; }
.report h3 { font-size: 1.0625rem; line-height: 1.35; font-weight: 600; overflow-wrap: anywhere; }
.report h4 { margin-top: 1.25rem; font-size: 1rem; font-weight: 600; }
.report .part { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.875rem; }
.report .contents ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.report .contents a { display: inline-block; padding: 0.625rem 0; min-width: 2.75rem; color: var(--accent); font-weight: 600; }
.report .part:focus { outline: none; }
.report .period { font-weight: 600; }
.report .part .soft { max-width: 46rem; }
.report .soft, .report .note { color: var(--soft); font-size: 0.9375rem; }
.report ul { list-style: none; }
.report svg { display: block; max-width: 100%; }
.report code { font: inherit; font-size: 0.9375em; overflow-wrap: anywhere; }
.report .id { display: block; color: var(--soft); font-weight: 400; }
.report .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.report .key-figures { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.75rem; }
.report .figure:last-child { grid-column: span 2; }
.report .figure, .report .card { padding: 1rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); }
.report .figure dt { color: var(--soft); font-size: 0.9375rem; }
.report .figure .value { font-size: 1.625rem; line-height: 1.3; font-weight: 650; letter-spacing: -0.014em; overflow-wrap: anywhere; }
.report .legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; font-size: 0.9375rem; }
.report .legend li { display: flex; align-items: center; gap: 0.5rem; }
.report .legend svg { flex: none; }
.report .went-on { fill: var(--went-on); }
.report .ended { fill: var(--ended); }
.report .chart { width: 100%; height: auto; }
.report .wide { display: none; }
.report .narrow .chart { max-width: 30rem; }
.report summary { display: inline-block; padding: 0.625rem 0; color: var(--accent); cursor: pointer; font-weight: 600; }
.report summary::before { content: '▸'; display: inline-block; width: 1.125rem; }
.report details[open] summary::before { content: '▾'; }
.report .scrollable { overflow-x: auto; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); }
.report .scrollable:focus-visible, .report summary:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.report table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; font-variant-numeric: tabular-nums; }
.report th, .report td { padding: 0.5rem 0.75rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
.report tbody:last-child tr:last-child > *, .report tfoot tr:last-child > * { border-bottom: 0; }
.report thead th { color: var(--soft); font-weight: 500; vertical-align: bottom; }
.report tbody th { min-width: 8rem; max-width: 24rem; width: 40%; font-weight: 500; overflow-wrap: anywhere; }
.report tfoot > tr > * { font-weight: 600; }
.report tr > :first-child { position: sticky; left: 0; background: var(--card); }
.report .number { text-align: right; white-space: nowrap; }
.report thead .number { white-space: normal; }
.report .bar { margin-top: 0.25rem; }
.report td .bar { min-width: 4rem; max-width: 7rem; margin-left: auto; }
.report .bar .track { fill: var(--sunken); }
.report .bar .fill { fill: var(--accent); }
.report .cards { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; }
.report .card .soft { margin-top: 0.125rem; }
.report .shares { display: grid; gap: 0.75rem; margin-top: 0.875rem; font-size: 0.9375rem; }
.report .card > .shares:first-child { margin-top: 0; }
.report .shares li { display: grid; grid-template-columns: minmax(0, 1fr) auto; column-gap: 1rem; }
.report .shares .name { overflow-wrap: anywhere; }
.report .shares .value { color: var(--soft); font-variant-numeric: tabular-nums; text-align: right; }
.report .shares b { color: var(--ink); font-weight: 600; }
.report .shares .bar { grid-column: 1 / -1; }
.report .variants { margin-top: 0.375rem; color: var(--soft); font-size: 0.9375rem; }
.report .variants code { color: var(--ink); font-weight: 600; }
.report .experiments th { min-width: 5rem; width: auto; }
.report .experiments .card + .card { margin-top: 0.25rem; }
.report .experiments .scrollable { margin-top: 0.5rem; border-radius: 0.625rem; }
.report .warning, .report .verdict { margin-top: 0.5rem; padding-left: 0.75rem; border-left: 3px solid var(--line); }
.report .warning { border-color: var(--warning); color: var(--warning); font-weight: 600; }
.report .verdict.difference { border-color: var(--good); font-weight: 600; }
.report .interval { width: 30%; min-width: 8.5rem; }
.report .range line { stroke-linecap: round; }
.report .range .track { stroke: var(--sunken); stroke-width: 4; }
.report .range .fill { stroke: var(--accent); stroke-width: 4; }
.report .range .mark { stroke: var(--ink); stroke-width: 3; }
.report .ends { color: var(--soft); font-size: 0.8125rem; }
.report .graph .scrollable { overflow: auto; max-height: 44rem; background: none; }
.report .graph svg { max-width: none; margin-inline: auto; }
@container (min-width: 44rem) {
  .report .wide { display: block; }
  .report .narrow { display: none; }
  .report .key-figures { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .report .cards { grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: start; }
}
@container (min-width: 60rem) {
  .report .key-figures { grid-template-columns: repeat(4, minmax(0, 1fr)) minmax(0, 1.3fr); }
  .report .figure:last-child { grid-column: auto; }
}
@media (forced-colors: active) {
  .report .bar .fill, .report .ended { fill: CanvasText; }
  .report .bar .track, .report .went-on { fill: GrayText; }
}
@media print {
  .report {
    --card: ${palette.day.raised}; --sunken: ${palette.day.sunken}; --ink: ${palette.day.ink}; --soft: ${palette.day.inkSoft}; --line: ${palette.charts.day.line}; --accent: ${palette.day.accent};
    --went-on: ${palette.charts.day.wentOn}; --ended: ${palette.day.accent}; --visits: ${palette.day.accent}; --finished: ${palette.day.success}; --sign-ups: ${palette.charts.day.signUps}; --purchases: ${palette.charts.day.purchases};
    --warning: ${palette.day.danger}; --good: ${palette.day.success};
    print-color-adjust: exact; -webkit-print-color-adjust: exact;
  }
  .report .card, .report .figure, .report tr, .report .chart { break-inside: avoid; }
  .report h2, .report h3, .report h4 { break-after: avoid; }
  .report .graph .scrollable { max-height: none; overflow: visible; border: 0; }
  .report .graph svg { max-width: 100%; height: auto; color-scheme: light; }
  .report .scrollable { overflow: visible; }
  .report .contents { display: none; }
}
`;

/** What a file of its own needs besides: nothing of it matches inside of a shadow tree. */
export const pageStyle = `
:root { color-scheme: light dark; background: ${palette.day.page}; }
body { margin: 0; }
main { max-width: 66rem; margin-inline: auto; padding: 2rem 1.25rem 4rem; }
h1 {
  margin: 0 0 1rem; color: ${palette.day.ink}; font: 650 2rem/1.22 Figtree, system-ui, 'Segoe UI', Arial, sans-serif;
  letter-spacing: -0.014em; overflow-wrap: anywhere;
}
@media (prefers-color-scheme: dark) { :root { background: ${palette.night.page}; } h1 { color: ${palette.night.ink}; } }
@media print { :root { background: ${palette.day.raised}; color-scheme: light; } h1 { color: ${palette.day.ink}; } main { max-width: none; padding: 0; } }
`;
