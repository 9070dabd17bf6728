import type { Site } from '../site.ts';
import { writePromoData } from '../storage.ts';

const mostParameters = 50;
const longestValue = 500;

/** What can't be stored: zero characters, and halves of characters that were cut. */
const unusable = /[\0\p{Cs}]/gu;

/** What the site itself puts into addresses says nothing of where a visitor came from. */
const ownParameters = ['locale', 'stepsLimit'];

/**
 * Keeps the query parameters of the landing URL, that is of a quiz or the root route, as promo data (specification,
 * section 3). A landing without parameters keeps what an earlier one left. Of a repeated parameter the last value
 * counts.
 */
export function keepPromoData({ funnels }: Site, { pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (pathname !== '/' && !funnels.some(({ path }) => path === pathname)) return;
  const entries = [...new URLSearchParams(search)].filter(([name]) => !ownParameters.includes(name));
  if (entries.length > 0) {
    const kept = entries
      .slice(0, mostParameters)
      .map(([name, value]) => [name, value.slice(0, longestValue)].map((text) => text.replace(unusable, '')));
    writePromoData(Object.fromEntries(kept) as Record<string, string>);
  }
}
