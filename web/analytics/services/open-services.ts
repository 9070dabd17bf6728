import type { Visit } from '../../quiz/visit.ts';
import { readSite } from '../../site.ts';
import { readAnswer } from '../consent/answer.ts';
import { createDelivery, type Delivery } from './deliver.ts';
import { createGoogleAnalytics } from './google-analytics.ts';
import { keepSecret, note } from './ledger.ts';
import { cameBy, createMetaPixel } from './meta-pixel.ts';
import { isSecretPlace } from './places.ts';
import type { AnalyticsSettings } from './settings.ts';
import { idOf } from './watch-goals.ts';
import { createYandexMetrica } from './yandex-metrica.ts';

/**
 * How the services in use are told all that waits: call it whenever there may be something, or the visitor's answer has
 * changed. Their scripts come with the first thing to tell. `visits` are those of this page so far.
 */
export function openServices(settings: AnalyticsSettings, visits: readonly Visit[]): () => void {
  const { funnels } = readSite();
  const isLanding = () => funnels.some(({ path }) => path === location.pathname);
  const deliveries = createDeliveries(settings, isLanding);
  const tellServices = () => {
    if (isSecretPlace(location.pathname)) return;
    noteLandings(settings, visits);
    const answer = readAnswer(settings.consent === 'ask');
    // What happens while the answer is no is nobody's business later either.
    if (answer === 'no') keepSecret();
    else if (answer === 'yes') for (const { deliver } of deliveries) void deliver(isLanding());
  };
  addEventListener('pagehide', () => deliveries.forEach(({ letGo }) => letGo()));
  addEventListener('online', tellServices);
  document.addEventListener('visibilitychange', () => !document.hidden && tellServices());
  // Back may lead from a document with scripts of others into a page that must have none: it gets a document of its own.
  addEventListener('popstate', () => isSecretPlace(location.pathname) && location.reload());
  return tellServices;
}

function createDeliveries(settings: AnalyticsSettings, isLanding: () => boolean): readonly Delivery[] {
  const { yandexMetrica, googleAnalytics, metaPixel } = settings;
  const services = [
    yandexMetrica && createYandexMetrica(yandexMetrica),
    googleAnalytics && createGoogleAnalytics(googleAnalytics),
    metaPixel && createMetaPixel(metaPixel, isLanding),
  ].filter((service) => service !== undefined);
  return services.map((service) => createDelivery(service, navigator.locks));
}

/** Who came by the pixel's adverts has landed, once in each visit (specification, section 7). */
function noteLandings({ metaPixel }: AnalyticsSettings, visits: readonly Visit[]): void {
  if (!metaPixel || !cameBy(metaPixel.utmSource)) return;
  for (const visit of visits)
    note({ id: `${idOf(visit)}:landing_view`, type: 'landing', funnel: visit.data.funnel.id });
}
