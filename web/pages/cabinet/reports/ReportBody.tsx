import { useLayoutEffect, useRef } from 'react';
import { languageTag, type Locale } from '../../../../engine/model.ts';
import type { RenderedReport } from './report-calls.ts';

/** A report in a tree of its own, so that its style sheet and the site's leave each other alone. */
export function ReportBody({ report }: { readonly report: RenderedReport }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: element } = host;
    if (element) showInside(element.shadowRoot ?? element.attachShadow({ mode: 'open' }), report);
  }, [report]);
  return <div ref={host} />;
}

/**
 * Shows a report in the place of the one before. What was unfolded stays so, what was scrolled stays where it was, and
 * focus stays with the element of the same id.
 */
function showInside(root: ShadowRoot, { css, body }: RenderedReport): void {
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

/** A report as a file of its own, in HTML: what is on the screen, under this title. */
export function reportFile({ css, body }: RenderedReport, title: string, locale: Locale): string {
  const file = document.implementation.createHTMLDocument(title);
  file.documentElement.lang = languageTag(locale);
  const charset = file.createElement('meta');
  charset.setAttribute('charset', 'utf-8');
  const viewport = file.createElement('meta');
  viewport.name = 'viewport';
  viewport.content = 'width=device-width, initial-scale=1';
  const style = file.createElement('style');
  style.textContent = css;
  file.head.prepend(charset, viewport);
  file.head.append(style);
  const main = file.createElement('main');
  main.innerHTML = body;
  const heading = file.createElement('h1');
  heading.textContent = title;
  main.prepend(heading);
  file.body.append(main);
  return `<!doctype html>\n${file.documentElement.outerHTML}\n`;
}
