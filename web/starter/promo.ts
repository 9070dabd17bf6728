import { cutSource } from '../../engine/run/query.ts';
import { writePromoData } from '../storage.ts';

const maxParameters = 50;
const maxValueLength = 500;

/** What can't be stored: zero characters, and halves of characters that were cut. */
const unusable = /[\0\p{Cs}]/gu;

/** What the site itself puts into addresses says nothing of where a visitor came from. */
const ownParameters = ['locale', 'stepsLimit'];

/**
 * Saves the query parameters of the landing URL, that is of a quiz, as promo data (specification, section 3). A landing
 * without parameters leaves what an earlier one saved. Of a repeated parameter the last value counts.
 */
export function savePromoData(search: string): void {
  const entries = [...new URLSearchParams(search)].filter(([name]) => !ownParameters.includes(name));
  if (entries.length > 0) {
    const parameters = entries
      .slice(0, maxParameters)
      .map(([name, value]) => [name, value.slice(0, maxValueLength)].map((text) => text.replace(unusable, '')));
    writePromoData(cutSource(Object.fromEntries(parameters) as Record<string, string>));
  }
}
