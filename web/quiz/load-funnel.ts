import type { FunnelData, Locale } from '../../engine/model.ts';
import { UserFacingError } from '../errors.ts';
import type { FunnelEntry } from '../site.ts';

const loaded = new Map<string, Promise<FunnelData>>();

/**
 * The quiz in one locale, with the code of its types of step; loaded once per address. A failed load is forgotten, so
 * that trying again is possible.
 */
export function loadFunnel(entry: FunnelEntry, locale: Locale): Promise<FunnelData> {
  const url = entry.data[locale] ?? Object.values(entry.data)[0]!;
  const known = loaded.get(url);
  if (known) return known;
  const loading = fetchFunnel(url).then((data) =>
    entry.rare ? import('./rare.ts').then((rare) => rare.inOrder(data)) : data,
  );
  loaded.set(url, loading);
  loading.catch(() => loaded.delete(url));
  return loading;
}

/** Gives the data of an address without a request: where it is at hand, as when pages are prerendered. */
export function addFunnelData(url: string, data: FunnelData): void {
  loaded.set(
    url,
    import('./rare.ts').then(({ inOrder }) => inOrder(data)),
  );
}

/** Makes the next load of every funnel a new request. */
export function clearFunnels(): void {
  loaded.clear();
}

async function fetchFunnel(url: string): Promise<FunnelData> {
  try {
    const response = await fetch(url);
    if (response.ok) return (await response.json()) as FunnelData;
  } catch (cause) {
    throw new UserFacingError('errors.not_loaded', `${url} can't be loaded.`, { cause });
  }
  throw new UserFacingError('errors.not_loaded', `${url} is not there.`);
}
