import type { AnalyticsSettings } from '../platform/config/analytics.ts';
import type { PageSources } from '../platform/http/security-headers.ts';
import type { ReplyOf } from '../../schemas/api/call.ts';
import type { readAnalytics } from '../../schemas/api/events.ts';

/** What browsers ask about analytics services. */
export function createAnalyticsEndpoints(settings: AnalyticsSettings) {
  const reply = describeServices(settings);
  return { readAnalytics: () => Promise.resolve(reply) };
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

/**
 * What pages may load from the services in use, and send to them, by each service's own documents: Metrica's "Installing
 * a tag on a site with CSP" (without session recording), Google's "Use Tag Manager with a Content Security Policy"
 * (without advertising features), Meta's pixel.
 */
export function pageSourcesOf({ yandexMetrica, googleAnalytics, metaPixel }: AnalyticsSettings): PageSources {
  const used = [yandexMetrica && metrica, googleAnalytics && google, metaPixel && meta].filter((each) => each !== null);
  return {
    scripts: used.flatMap(({ scripts }) => scripts),
    images: used.flatMap(({ images }) => images),
    connections: used.flatMap(({ connections }) => connections),
  };
}

const yandexHosts = ['https://mc.yandex.ru', 'https://mc.yandex.com'];
const metrica: PageSources = { scripts: yandexHosts, images: yandexHosts, connections: yandexHosts };

const googleHosts = ['https://*.google-analytics.com', 'https://*.googletagmanager.com'];
const google: PageSources = {
  scripts: ['https://*.googletagmanager.com'],
  images: googleHosts,
  connections: [...googleHosts, 'https://*.analytics.google.com'],
};

const metaHosts = ['https://www.facebook.com', 'https://connect.facebook.net'];
const meta: PageSources = {
  scripts: ['https://connect.facebook.net'],
  images: ['https://www.facebook.com'],
  connections: metaHosts,
};
