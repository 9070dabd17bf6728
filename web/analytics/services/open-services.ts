import { readAnswer } from '../consent.ts';
import { createGoogleAnalytics } from './google-analytics.ts';
import type { ServiceEvent } from './ledger.ts';
import { withhold, markSent, record, waitingFor } from './ledger.ts';
import { cameBy, createMetaPixel } from './meta-pixel.ts';
import { isSecretPlace } from './addresses.ts';
import type { OpenService, Service } from './service.ts';
import type { AnalyticsSettings } from './settings.ts';
import { idOf } from './start-services.ts';
import { createYandexMetrica } from './yandex-metrica.ts';
import type { Visit } from '../../quiz/visit.ts';
import { readSite } from '../../site.ts';

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
    if (answer === 'no') withhold();
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
    record({ id: `${idOf(visit)}:landing_view`, type: 'landing', funnel: visit.data.funnel.id });
}

/** Tells a service what it has not heard yet. */
interface Delivery {
  /** Tells all that waits; `isLanding`: the page is of interest to it by itself. Never rejects. */
  readonly deliver: (isLanding: boolean) => Promise<void>;
  /** The page goes away: what was told just now is on its way. */
  readonly letGo: () => void;
}

/** What is asked for on the wire gets there, even if the page does not live to hear of it; after that long it has not. */
const onItsWayMilliseconds = 5_000;

/** `locks`: so that of two tabs one tells it; browsers have them on https only. */
export function createDelivery(service: Service, locks: Pick<LockManager, 'request'> | undefined): Delivery {
  const sending = new Map<string, number>();
  let opened: Promise<OpenService> | undefined;

  async function tellOne(open: OpenService, happening: ServiceEvent): Promise<void> {
    const { id } = happening;
    if (sending.has(id) || !isWaiting(service, id)) return;
    sending.set(id, performance.now());
    try {
      await open.send(happening);
      markSent(service.name, id);
    } finally {
      sending.delete(id);
    }
  }

  return {
    async deliver(isLanding) {
      const waiting = waitingFor(service.name).filter(service.wants);
      if (!service.isFor() || (waiting.length === 0 && !isLanding)) return;
      try {
        const open = await (opened ??= service.open());
        const tell = (happening: ServiceEvent) =>
          oneTab(locks, `${service.name} ${happening.id}`, () => tellOne(open, happening));
        await Promise.all(waiting.map(tell));
      } catch {
        opened = undefined; // its script did not come: the next time may be better
      }
    },
    letGo() {
      for (const [id, since] of sending)
        if (performance.now() - since < onItsWayMilliseconds) markSent(service.name, id);
    },
  };
}

function isWaiting({ name }: Service, id: string): boolean {
  return waitingFor(name).some((happening) => happening.id === id);
}

/** Does it unless another tab is at it. */
async function oneTab(
  locks: Pick<LockManager, 'request'> | undefined,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  if (!locks) return work();
  await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
}
