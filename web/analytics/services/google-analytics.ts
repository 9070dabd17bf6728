import { inMainUnit } from '../../../engine/shop/money.ts';
import { sharedAddress, tellableReferrer } from './addresses.ts';
import { goalOf, loadScript, type Service } from './service.ts';

declare global {
  /** The queue of Google's script: each item is the `arguments` of a call. */
  var dataLayer: unknown[] | undefined;
}

/**
 * Google Analytics 4. Goals are events of their names, a purchase is `purchase` with the payment's id. It gets one
 * page view, with an address that has no secrets in it, and keeps its hands off advertising.
 */
export function createGoogleAnalytics({ id }: { readonly id: string }): Service {
  return {
    name: 'googleAnalytics',
    isFor: () => true,
    wants: () => true,
    open: async () => {
      globalThis.dataLayer ??= [];
      await loadScript(`https://www.googletagmanager.com/gtag/js?id=${id}`);
      gtag('js', new Date());
      const address = { page_location: sharedAddress(location), page_referrer: tellableReferrer(document.referrer) };
      gtag('config', id, { ...countOnly, ...address, send_page_view: false });
      gtag('event', 'page_view', { send_to: id, ...address });
      return {
        send: (event) =>
          new Promise((resolve) => {
            const isPurchase = event.type === 'purchase';
            const name = isPurchase ? 'purchase' : goalOf(event);
            const params = isPurchase ? purchaseOf(event) : { funnel: event.funnel };
            gtag('event', name, { send_to: id, ...params, event_callback: () => resolve() });
          }),
      };
    },
  };
}

const countOnly = { allow_google_signals: false, allow_ad_personalization_signals: false };

interface Purchase {
  readonly id: string;
  readonly plan: string;
  readonly amount: number;
  readonly currency: string;
}

function purchaseOf({ id, plan, amount, currency }: Purchase) {
  const value = inMainUnit(amount, currency);
  const items = [{ item_id: plan, item_name: plan, price: value, quantity: 1 }];
  return { transaction_id: id, value, currency, items };
}

/** Google's script recognises calls by their being `arguments`. */
function gtag(..._call: readonly unknown[]): void {
  // oxlint-disable-next-line prefer-rest-params -- an array is not understood
  globalThis.dataLayer?.push(arguments);
}
