import { inMainUnit } from '../../../engine/shop/money.ts';
import { readAnswer, readCookie } from '../consent.ts';
import { isSecretPlace } from './addresses.ts';
import { createGoogleAnalytics } from './google-analytics.ts';
import { markSent, record, type ServiceEvent, waitingFor, withhold } from './ledger.ts';
import { loadScript, type OpenService, type Service } from './service.ts';
import type { EnabledServices } from './settings.ts';
import { createYandexMetrica } from './yandex-metrica.ts';
import { identify, type Visit } from '../../quiz/visit.ts';
import { readSite } from '../../site.ts';
import { readPromoData } from '../../storage.ts';

/**
 * Sends all that waits to the services in use: call it whenever there may be something, or the visitor's answer has
 * changed. Their scripts come with the first thing to tell. `visits` are those of this page so far.
 */
export function openServices(settings: EnabledServices, visits: readonly Visit[]): () => void {
  const { funnels } = readSite();
  const isLanding = () => funnels.some(({ path }) => path === location.pathname);
  const deliveries = createDeliveries(settings, isLanding);
  const notifyServices = () => {
    if (isSecretPlace(location.pathname)) return;
    noteLandings(settings, visits);
    const answer = readAnswer(settings.consent === 'ask');
    // What happens while the answer is no is not reported later either.
    if (answer === 'no') withhold();
    else if (answer === 'yes') for (const { deliver } of deliveries) void deliver(isLanding());
  };
  addEventListener('pagehide', () => deliveries.forEach(({ assumeDelivered }) => assumeDelivered()));
  addEventListener('online', notifyServices);
  document.addEventListener('visibilitychange', () => !document.hidden && notifyServices());
  // Back may lead from a document with scripts of others into a page that must have none: it gets a document of its own.
  addEventListener('popstate', () => isSecretPlace(location.pathname) && location.reload());
  return notifyServices;
}

function createDeliveries(settings: EnabledServices, isLanding: () => boolean): readonly Delivery[] {
  const { yandexMetrica, googleAnalytics, metaPixel } = settings;
  const services = [
    yandexMetrica && createYandexMetrica(yandexMetrica),
    googleAnalytics && createGoogleAnalytics(googleAnalytics),
    metaPixel && createMetaPixel(metaPixel, isLanding),
  ].filter((service) => service !== undefined);
  return services.map((service) => createDelivery(service, navigator.locks));
}

/** Records the landing of visitors who came by the pixel's adverts, once in each visit (specification, section 7). */
function noteLandings({ metaPixel }: EnabledServices, visits: readonly Visit[]): void {
  if (!metaPixel || !cameBy(metaPixel.utmSource)) return;
  for (const visit of visits)
    record({ id: `${identify(visit)}:landing_view`, type: 'landing', funnel: visit.data.funnel.id });
}

/** Tells a service what it has not heard yet. */
interface Delivery {
  /** Tells all that waits; `isLanding`: the page is of interest to it by itself. Never rejects. */
  readonly deliver: (isLanding: boolean) => Promise<void>;
  /** The page goes away: what was just sent is on its way. */
  readonly assumeDelivered: () => void;
}

/** A request in flight arrives even if the page is closed meanwhile; after this long it has failed. */
const inFlightMilliseconds = 5_000;

/** `locks`: so that only one of two tabs sends it; browsers have them on https only. */
export function createDelivery(service: Service, locks: Pick<LockManager, 'request'> | undefined): Delivery {
  const sending = new Map<string, number>();
  let opened: Promise<OpenService> | undefined;

  async function sendOnce(open: OpenService, event: ServiceEvent): Promise<void> {
    const { id } = event;
    if (sending.has(id) || !isWaiting(service, id)) return;
    sending.set(id, performance.now());
    try {
      await open.send(event);
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
        const send = (event: ServiceEvent) => oneTab(locks, `${service.name} ${event.id}`, () => sendOnce(open, event));
        await Promise.all(waiting.map(send));
      } catch {
        opened = undefined; // its script did not come: the next time may be better
      }
    },
    assumeDelivered() {
      for (const [id, since] of sending)
        if (performance.now() - since < inFlightMilliseconds) markSent(service.name, id);
    },
  };
}

function isWaiting({ name }: Service, id: string): boolean {
  return waitingFor(name).some((event) => event.id === id);
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

type Fbq = ((...call: readonly unknown[]) => void) & {
  queue?: unknown[];
  callMethod?: (...call: readonly unknown[]) => void;
  push?: unknown;
  loaded?: boolean;
  version?: string;
  disablePushState?: boolean;
};

declare global {
  /** Made by Meta's snippet, and filled by its script. */
  var fbq: Fbq | undefined;
  // oxlint-disable-next-line no-underscore-dangle -- Meta's name for it
  var _fbq: Fbq | undefined;
}

interface Settings {
  readonly id: string;
  readonly utmSource: string;
}

/**
 * Meta's pixel, for those who came by its adverts: page view and landing view on a quiz, and what they buy (section 7
 * of the specification). It gets no goals, collects nothing by itself, and is loaded for no other visitors.
 */
function createMetaPixel({ id, utmSource }: Settings, isLanding: () => boolean): Service {
  return {
    name: 'metaPixel',
    // Where the visitor came from is forgotten at the sign-up; the pixel has named the browser by then.
    isFor: () => cameBy(utmSource) || readCookie('_fbp') !== undefined,
    wants: ({ type }) => type !== 'goal',
    open: async () => {
      const fbq = prepare();
      await loadScript('https://connect.facebook.net/en_US/fbevents.js');
      fbq('set', 'autoConfig', false, id);
      fbq('init', id);
      if (isLanding()) fbq('track', 'PageView');
      return {
        send: async (event) => {
          if (event.type === 'landing') {
            fbq('trackCustom', 'LandingView', { funnel: event.funnel }, { eventID: event.id });
          } else if (event.type === 'purchase') {
            const { id: eventID, plan, amount, currency } = event;
            const content = { content_type: 'product', content_ids: [plan] };
            fbq('track', 'Purchase', { value: inMainUnit(amount, currency), currency, ...content }, { eventID });
          }
        },
      };
    },
  };
}

/** Whether the visitor came with this `utm_source`. */
function cameBy(utmSource: string): boolean {
  return (readPromoData() as { readonly utm_source?: unknown } | null)?.utm_source === utmSource;
}

/** What Meta's snippet does: keeps calls until the script is here. */
function prepare(): Fbq {
  if (globalThis.fbq) return globalThis.fbq;
  const fbq: Fbq = (...call) => {
    if (fbq.callMethod) fbq.callMethod(...call);
    else fbq.queue?.push(call);
  };
  Object.assign(fbq, { push: fbq, loaded: true, version: '2.0', queue: [], disablePushState: true });
  // oxlint-disable-next-line no-underscore-dangle -- Meta's name for it
  globalThis._fbq ??= fbq;
  return (globalThis.fbq = fbq);
}
