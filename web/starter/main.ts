import { startEarlyVisit } from './early-visit.ts';
import { hideFlashes } from './hide-flashes.ts';
import { savePromoData } from './promo.ts';
import { ignoreSecondTaps } from './second-taps.ts';
import { startAppAfterPaint } from './start-app.ts';

/**
 * The script that stands inline in every prerendered page, after all that it can show (its hash is in the
 * Content-Security-Policy). Browsers that can wait for it before the first paint do so. At most 2.7 kB (gzip).
 */
ignoreSecondTaps();
const { funnel } = document.documentElement.dataset;
if (funnel !== undefined) savePromoData(location.search);
keepQuery();
hideFlashes(funnel !== undefined && startEarlyVisit(funnel));
startAppAfterPaint();

/**
 * Adds the query of the address to the links that lead to this page again, such as those of the languages: the HTML is the
 * same for all visitors and does not know it. What a link says itself counts more.
 */
function keepQuery(): void {
  const { search, pathname } = location;
  if (!search) return;
  for (const link of document.links) {
    if (link.pathname !== pathname || link.hash) continue;
    const query = new URLSearchParams(search);
    new URLSearchParams(link.search).forEach((value, name) => query.set(name, value));
    link.href = `${pathname}?${query}`;
  }
}
