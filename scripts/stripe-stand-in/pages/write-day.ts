import { languageTag } from '../../../engine/model.ts';
import type { Language } from '../../../schemas/api/values.ts';

/** @param seconds since 1970 */
export function writeDay(seconds: number, language: Language): string {
  return new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(seconds * 1000),
  );
}
