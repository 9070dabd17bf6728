import type { Locale } from '../../engine/model.ts';
import type { ExampleVisit } from '../../engine/problem.ts';

/** What the pages of a funnel show beside the funnel itself: the default export of `virtual:flow-pages/<id>`. */
export interface FlowPagesData {
  /** The picture of the flow as SVG, by locale. */
  readonly graphs: Readonly<Record<Locale, string>>;
  /** The steps that somebody sees, in the order of the funnel. */
  readonly cards: readonly SheetCard[];
}

/** A step on the sheet. */
export interface SheetCard {
  readonly step: string;
  /** The visit that comes to the step. */
  readonly visit: ExampleVisit;
  /** The id of the step's own story, by locale. */
  readonly stories: Readonly<Record<Locale, string>>;
}

/** Which page of a funnel a story shows; a player may begin with a visit out of a link. */
export type FlowPageArgs = { readonly page: 'steps' | 'flow' } | { readonly page: 'player'; readonly visit: string };
