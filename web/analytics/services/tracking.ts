import type { Tracking } from '../../../schemas/api/payments.ts';
import { readAnswer } from '../consent/answer.ts';
import { readCookie } from './cookies.ts';
import { knownSettings } from './settings.ts';

/**
 * What the services in use have named this browser, so that the server can tell them of its purchase; nothing where the
 * user does not allow that, or they have named nothing.
 */
export function trackingNames(): Tracking | undefined {
  const settings = knownSettings();
  if (!settings || readAnswer(settings.consent === 'ask') !== 'yes') return undefined;
  const metrica = settings.yandexMetrica && readCookie('_ym_uid');
  const google = settings.googleAnalytics && clientIdIn(readCookie('_ga'));
  const [fbp, fbc] = settings.metaPixel ? [readCookie('_fbp'), readCookie('_fbc')] : [];
  const names: Tracking = {
    ...(metrica && { yandexMetrica: metrica }),
    ...(google && { googleAnalytics: google }),
    ...(fbp && { meta: { fbp, ...(fbc && { fbc }), userAgent: navigator.userAgent } }),
  };
  return Object.keys(names).length > 0 ? names : undefined;
}

/** `GA1.1.1234567890.1700000000` names the client 1234567890.1700000000. */
function clientIdIn(cookie: string | undefined): string | undefined {
  return /\d+\.\d+$/.exec(cookie ?? '')?.[0];
}
