import type { Language } from '../../../schemas/api/values.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import type { PageWords } from './words/page-words.ts';

/** The words of the pages, by language. */
export const pageWords: Readonly<Record<Language, PageWords>> = { en, es };
