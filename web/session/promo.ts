import { writePromoData } from '../storage.ts';

const mostParameters = 50;
const longestValue = 500;

/**
 * Keeps the query parameters of the landing URL as promo data (specification, section 3). A landing without
 * parameters keeps what an earlier one left. Of a repeated parameter the last value counts.
 */
export function keepPromoData(search: string): void {
  const entries = [...new URLSearchParams(search)].slice(0, mostParameters);
  if (entries.length > 0) {
    writePromoData(Object.fromEntries(entries.map(([name, value]) => [name, value.slice(0, longestValue)])));
  }
}
