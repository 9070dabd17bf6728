import type { Language } from '../../../../schemas/api/values.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import type { PageWords } from './words.ts';

/** The words of the pages, by language. */
export const words: Readonly<Record<Language, PageWords>> = { en, es };
