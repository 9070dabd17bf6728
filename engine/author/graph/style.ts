/**
 * The looks of the drawing. Colours are custom properties on the root, so that a page around it can set its own; by
 * night, or on a page with `color-scheme: dark`, they are the second of each pair.
 */
export const style = `
.flow-graph {
  color-scheme: light dark;
  --paper: light-dark(#f6f4f8, #14162b); --card: light-dark(#fff, #20233f); --label: light-dark(#f6f4f8, #14162b);
  --ink: light-dark(#1f2142, #eeeef8); --soft: light-dark(#575a7a, #b3b6d3); --line: light-dark(#8d90aa, #787c9e);
  --edge: light-dark(#d3d1e0, #3b3f63); --if: light-dark(#4552a5, #a9b4ff);
  --screen: light-dark(#7d6fae, #b0a2e0); --choice: light-dark(#4552a5, #93a0f5);
  --typed: light-dark(#1d6a4d, #6fcba4); --pause: light-dark(#8a8ca3, #9a9dbb); --outcome: light-dark(#b06a14, #f0b566);
  background: var(--paper); color: var(--ink);
}
.flow-graph text { fill: var(--ink); dominant-baseline: central; }
.flow-graph .kind, .flow-graph .small, .flow-graph .title, .flow-graph .note, .flow-graph .heading {
  font-family: Figtree, 'Figtree Variable', system-ui, 'Helvetica Neue', Arial, sans-serif;
}
.flow-graph .id, .flow-graph .condition { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.flow-graph .kind { font-size: 11px; fill: var(--of-type); }
.flow-graph .id { font-size: 13px; font-weight: 600; }
.flow-graph .title { font-size: 13px; }
.flow-graph .small { font-size: 11px; fill: var(--soft); }
.flow-graph .condition { font-size: 11.5px; fill: var(--if); }
.flow-graph .note { font-size: 12px; font-weight: 600; }
.flow-graph .heading { font-size: 15px; font-weight: 600; }
.flow-graph .card { fill: var(--card); stroke: var(--edge); }
.flow-graph .conditional .card { stroke: var(--if); stroke-dasharray: 5 4; }
.flow-graph .bar { fill: var(--of-type); }
.flow-graph .start, .flow-graph .finish { --of-type: var(--ink); }
.flow-graph .intro, .flow-graph .info { --of-type: var(--screen); }
.flow-graph .single_choice, .flow-graph .multiple_choice { --of-type: var(--choice); }
.flow-graph .number, .flow-graph .text, .flow-graph .email { --of-type: var(--typed); }
.flow-graph .loader { --of-type: var(--pause); }
.flow-graph .outcome { --of-type: var(--outcome); }
.flow-graph .way path { fill: none; stroke: var(--line); stroke-width: 1.5; }
.flow-graph .way polygon { fill: var(--line); }
.flow-graph .way.if path { stroke: var(--if); }
.flow-graph .way.if polygon { fill: var(--if); }
.flow-graph .way.hidden path { stroke-dasharray: 4 4; }
.flow-graph .behind { fill: var(--label); opacity: 0.92; }
`;

/** Colours for programs that know no custom properties, such as those for drawing and writing; browsers use the style. */
export const plain = {
  paper: 'fill="#f6f4f8"',
  card: 'fill="#fff" stroke="#d3d1e0"',
  line: 'fill="none" stroke="#8d90aa"',
  ink: 'fill="#8d90aa"',
} as const;
