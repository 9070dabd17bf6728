import { html, type Html } from '../../emails/html.ts';

/** A part of the page under its own heading; `id` is its class. */
export function section(id: string, title: string, content: Html | readonly Html[]): Html {
  return html`<section class="part ${id}">
    <h2>${title}</h2>
    ${content}
  </section>`;
}

/** What may be wider than the page: it scrolls in itself, by keyboard as well. */
export function scrollable(id: string, title: string, content: Html): Html {
  return html`<div class="scrollable" id="report-${id}-scroll" role="region" aria-label="${title}" tabindex="0">
    ${content}
  </div>`;
}

/** A part of a whole as a bar as wide as its room; the figure itself stands beside it. */
export function bar(part: number, whole: number): Html {
  const width = whole > 0 ? Math.round((1000 * part) / whole) / 10 : 0;
  return html`<svg class="bar" aria-hidden="true" width="100%" height="8">
    <rect class="track" width="100%" height="8" rx="4" />
    <rect class="fill" width="${width}%" height="8" rx="4" />
  </svg>`;
}
