import { inMainUnit } from '../../../engine/shop/money.ts';
import { sharedAddress, tellableReferrer } from './addresses.ts';
import { goalOf, loadScript, type Service } from './service.ts';

type Ym = ((...call: readonly unknown[]) => void) & { a?: unknown[]; l?: number };

declare global {
  /** Made by Metrica's snippet, and taken over by its script. */
  var ym: Ym | undefined;
}

interface Settings {
  readonly id: number;
  readonly serverSide: boolean;
}

/**
 * Yandex Metrica. It counts and nothing else: no recording of sessions, no maps of clicks, no reading of forms. The one
 * page view is ours, with an address that has no secrets in it.
 */
export function createYandexMetrica({ id, serverSide }: Settings): Service {
  return {
    name: 'yandexMetrica',
    isFor: () => true,
    wants: ({ type }) => type !== 'purchase' || !serverSide,
    open: async () => {
      prepare();
      await loadScript(`https://mc.yandex.ru/metrika/tag.js?id=${id}`);
      const [url, referrer] = [sharedAddress(location), tellableReferrer(document.referrer)];
      call(id, 'init', { ...countOnly, url, referrer });
      call(id, 'hit', url, { referer: referrer, title: document.title });
      return {
        send: (event) =>
          new Promise((resolve) => {
            const isPurchase = event.type === 'purchase';
            const goal = isPurchase ? 'purchase' : goalOf(event);
            const params = isPurchase ? priceOf(event) : {};
            call(id, 'reachGoal', goal, params, () => resolve());
          }),
      };
    },
  };
}

const countOnly = {
  defer: true,
  webvisor: false,
  clickmap: false,
  trackLinks: false,
  trackHash: false,
  accurateTrackBounce: true,
};

function priceOf({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  return { order_price: inMainUnit(amount, currency), currency };
}

/** What Metrica's snippet does: the script expects to find it. */
function prepare(): void {
  const ym: Ym = (...call) => void (ym.a ??= []).push(call);
  ym.l = Date.now();
  globalThis.ym ??= ym;
}

/** By its name each time: the script may put another function there. */
function call(...parts: readonly unknown[]): void {
  globalThis.ym?.(...parts);
}
