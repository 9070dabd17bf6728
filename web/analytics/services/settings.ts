import type { ReplyOf } from '../../../schemas/api/call.ts';
import type { readAnalytics } from '../../../schemas/api/events.ts';
import { apiBase, createTransport } from '../../session/transport.ts';
import { pageLocale } from '../../session/cookies.ts';
import { readSite } from '../../site.ts';

/** Which services are in use. */
export type EnabledServices = ReplyOf<typeof readAnalytics>;

let known: EnabledServices | null = null;

/** As they are known on this page so far. */
export const knownSettings = (): EnabledServices | null => known;

/** Asks the server. Rejects where that can't be done. */
export async function loadSettings(): Promise<EnabledServices> {
  const send = createTransport({
    baseUrl: () => apiBase(location.hostname, readSite().hosts),
    locale: pageLocale,
    fetch: (...request) => fetch(...request),
  });
  const response = await send({ method: 'GET', path: '/v1/analytics/' });
  if (!response.ok) throw new Error(`The settings of analytics: ${response.status}`);
  known = (await response.json()) as EnabledServices;
  return known;
}
