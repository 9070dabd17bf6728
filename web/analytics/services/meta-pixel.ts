import { readPromoData } from '../../storage.ts';
import { readCookie } from '../consent.ts';
import { inMainUnit, loadScript, type Service } from './service.ts';

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
 * Meta's pixel, for those who came by its adverts: page view and landing view on a quiz, and what they buy (section 7 of
 * the specification). It hears of no goals, finds out nothing by itself, and for others is not even loaded.
 */
export function createMetaPixel({ id, utmSource }: Settings, isLanding: () => boolean): Service {
  return {
    name: 'metaPixel',
    // Where somebody came from is forgotten at the sign-up; the pixel has named the browser by then.
    isFor: () => cameBy(utmSource) || readCookie('_fbp') !== undefined,
    wants: ({ type }) => type !== 'goal',
    open: async () => {
      const fbq = prepare();
      await loadScript('https://connect.facebook.net/en_US/fbevents.js');
      fbq('set', 'autoConfig', false, id);
      fbq('init', id);
      if (isLanding()) fbq('track', 'PageView');
      return {
        send: async (happening) => {
          if (happening.type === 'landing') {
            fbq('trackCustom', 'LandingView', { funnel: happening.funnel }, { eventID: happening.id });
          } else if (happening.type === 'purchase') {
            const { id: eventID, plan, amount, currency } = happening;
            const content = { content_type: 'product', content_ids: [plan] };
            fbq('track', 'Purchase', { value: inMainUnit(amount, currency), currency, ...content }, { eventID });
          }
        },
      };
    },
  };
}

/** Whether the visitor came with this `utm_source`. */
export function cameBy(utmSource: string): boolean {
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
