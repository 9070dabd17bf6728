import { savePromoData } from '../session/promo.ts';
import { startEarlyVisit } from './early-visit.ts';
import { hideFlashes } from './hide-flashes.ts';
import { keepQuery } from './keep-query.ts';
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
