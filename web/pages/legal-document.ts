import { languageTag } from '../../engine/model.ts';

/** One block of a section: a paragraph, a list, a heading, or pairs of a name and what is said of it. */
export type LegalBlock =
  | string
  | readonly string[]
  | { readonly heading: string }
  | { readonly pairs: readonly { readonly name: string; readonly text: string }[] };

export interface LegalSection {
  /** The section's address within the page, the same in every language. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly LegalBlock[];
}

/** A legal text of one language, as `web/locales/<locale>/legal.yaml` holds it. */
export interface LegalDocument {
  readonly title: string;
  /** Day of the last change, such as `2026-11-21`. */
  readonly updated: string;
  readonly intro: readonly string[];
  readonly sections: readonly LegalSection[];
}

/** A day such as `2026-11-21` as people write it, the same in every time zone. */
export function writeDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}
