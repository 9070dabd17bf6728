import type { ReplyOf } from '../../schemas/api/call.ts';
import { readAnalytics } from '../../schemas/api/events.ts';
import type { AnalyticsSettings } from '../platform/config/analytics.ts';
import { endpoint, type Endpoint } from '../platform/http/handler.ts';

/** What browsers ask about analytics services. */
export function createAnalyticsEndpoints(settings: AnalyticsSettings): readonly Endpoint[] {
  const reply = describeServices(settings);
  return [endpoint(readAnalytics, () => Promise.resolve(reply))];
}

/** What a browser may know of the settings: no token is in it. */
function describeServices(settings: AnalyticsSettings): ReplyOf<typeof readAnalytics> {
  const { consent, yandexMetrica, googleAnalytics, metaPixel } = settings;
  return {
    consent,
    ...(yandexMetrica && {
      yandexMetrica: { id: yandexMetrica.id, serverSide: yandexMetrica.token !== null },
    }),
    ...(googleAnalytics && { googleAnalytics: { id: googleAnalytics.id } }),
    ...(metaPixel && { metaPixel: { id: metaPixel.id, utmSource: metaPixel.utmSource } }),
  };
}
