import type { Locale } from '../../engine/model.ts';
import { loadFunnel } from '../quiz/load-funnel.ts';
import type { Site } from '../site.ts';
import { savePromoData } from '../starter/promo.ts';
import { takeAddress } from '../starter/take-address.ts';

/**
 * Reads the address of a landing in live authoring, whose pages have no script in their head and no starter script: what
 * a quiz needs of it, and then the promo data.
 */
export async function readLanding(site: Site, path: string, locale: Locale): Promise<void> {
  const entry = site.funnels.find((each) => each.path === path);
  const data = entry && (await loadFunnel(entry, locale).catch(() => null)); // what is wrong with it the page says
  if (data) takeAddress(data.funnel.id, data.funnel.address ?? {});
  if (entry || path === '/') savePromoData(location.search);
}
