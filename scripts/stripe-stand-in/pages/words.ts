import type { Language } from '../../../schemas/api/values.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';

/** What the pages say in one language. */
export type PageWords = typeof en;

/** The words of the pages, by language. */
export const pageWords: Readonly<Record<Language, PageWords>> = { en, es };
