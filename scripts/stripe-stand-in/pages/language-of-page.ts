import type { IncomingMessage } from 'node:http';
import { language, type Language } from '../../../schemas/api/values.ts';
import { languageOf } from '../../../api/platform/http/language.ts';

/** The language that was asked for with the session (`es`, `es-419`), else the browser's. */
export function languageOfPage(request: IncomingMessage, locale: string | null): Language {
  const [asked] = (locale ?? '').split('-');
  return language.enum.find((each) => each === asked) ?? languageOf(request);
}
