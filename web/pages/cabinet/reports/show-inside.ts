import type { RenderedReport } from './report-calls.ts';

/**
 * Shows a report in the place of the one before. What was unfolded stays so, what was scrolled stays where it was, and
 * focus stays with the element of the same id.
 */
export function showInside(root: ShadowRoot, { css, body }: RenderedReport): void {
  const place = root.firstElementChild && notePlace(root);
  root.adoptedStyleSheets = [styleSheetOf(css)];
  const template = document.createElement('template');
  template.innerHTML = body;
  root.replaceChildren(template.content);
  if (place) takePlace(root, place);
  else showMiddle(root);
}

interface Place {
  /** Ids of what is unfolded. */
  readonly open: readonly string[];
  /** By id, of what has been scrolled. */
  readonly scrolled: ReadonlyMap<string, { readonly left: number; readonly top: number }>;
  /** Id of what has the focus. */
  readonly focused: string | undefined;
}

function notePlace(root: ShadowRoot): Place {
  const regions = [...root.querySelectorAll('[role="region"]')];
  return {
    open: [...root.querySelectorAll('details[open]')].map(({ id }) => id),
    scrolled: new Map(regions.map(({ id, scrollLeft, scrollTop }) => [id, { left: scrollLeft, top: scrollTop }])),
    focused: root.activeElement?.id,
  };
}

function takePlace(root: ShadowRoot, { open, scrolled, focused }: Place): void {
  for (const id of open) root.getElementById(id)?.setAttribute('open', '');
  for (const [id, to] of scrolled) root.getElementById(id)?.scrollTo({ ...to, behavior: 'instant' });
  if (focused) root.getElementById(focused)?.focus({ preventScroll: true });
}

/** The flow begins in the middle of its drawing, which may be wider than the page. */
function showMiddle(root: ShadowRoot): void {
  const graph = root.getElementById('report-graph-scroll');
  if (graph) graph.scrollLeft = (graph.scrollWidth - graph.clientWidth) / 2;
}

/** The policy of the site forbids style elements; a sheet that a script makes is no inline style. */
function styleSheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
