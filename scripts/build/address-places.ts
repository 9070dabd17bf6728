/** Places for what visitors' addresses say, in pages that are the same for all of them. */

import type { FunnelWords } from '../../engine/model.ts';
import { sayFromAddress } from '../../engine/run/address.ts';
import { isolate } from '../../engine/run/typed-text.ts';

/** A place as it is rendered: an element of its own in a text, and without one in an attribute. */
const places = /(<bdi>|\u2068)?{{query\.\w+\|([^{}|]*)}}(?:<\/bdi>|\u2069)?/g;

/** Words that leave a place for each value, with what to say without it: `web/starter/address.ts` fills it in. */
export function withPlaces(words: FunnelWords): FunnelWords {
  return sayFromAddress(words, ({ recall, fallback }) => isolate(`{{${recall}|${fallback}}}`));
}

/** The HTML for visitors whose address says nothing. */
export function withoutPlaces(html: string): string {
  return html.replace(places, (_place, _start, fallback: string) => fallback);
}

/** The HTML with the places that can be filled in: not those in attributes. */
export function withTextPlaces(html: string): string {
  return html.replace(places, (place, start: string | undefined, fallback: string) =>
    start === '<bdi>' ? place : fallback,
  );
}

/** Whether there is a place to be filled in. */
export function hasPlaces(html: string): boolean {
  return html.includes('<bdi>{{query.');
}
