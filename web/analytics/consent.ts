import type { Tracking } from '../../schemas/api/payments.ts';
import { knownSettings } from './services/settings.ts';
import { consentKey, readEntry, writeEntry } from '../storage.ts';

/** `open`: the visitor is to be asked. */
export type ConsentAnswer = 'yes' | 'no' | 'open';

/** The specification's longest memory (section 9). */
const maxAgeDays = 365;

/**
 * Whether the visitor allows analytics services: their answer counts for a year. Until they answer, a browser
 * that asks not to be tracked (Global Privacy Control) has answered for them.
 */
export function readAnswer(asks: boolean): ConsentAnswer {
  const { answer, at } = (readEntry(consentKey) ?? {}) as { readonly answer?: unknown; readonly at?: unknown };
  const isFresh = typeof at === 'number' && Math.abs(Date.now() - at) < maxAgeDays * 86_400_000;
  if (isFresh && (answer === 'yes' || answer === 'no')) return answer;
  if (asksNotToBeTracked()) return 'no';
  return asks ? 'open' : 'yes';
}

/** Remembers what the visitor answered. */
export function writeAnswer(answer: Exclude<ConsentAnswer, 'open'>): void {
  writeEntry(consentKey, { answer, at: Date.now() });
}

function asksNotToBeTracked(): boolean {
  return (navigator as { readonly globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}

/**
 * What the services in use have named this browser, so that the server can report its purchase to them; nothing where
 * the user does not allow that, or they have named nothing.
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

/** The value of a cookie of this site. */
export function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  const value = found?.slice(name.length + 1);
  return value === '' ? undefined : value;
}

/** Those that the services set, by their own documents. */
const ofServices = /^(?:_ga(?:_.+)?|_gcl_.+|_ym_.+|_fbp|_fbc)$/;

/** Forgets what services have named this browser, on this host and on those above it. */
export function removeServiceCookies(): void {
  const names = document.cookie.split('; ').map((cookie) => cookie.split('=', 1)[0]!);
  const labels = location.hostname.split('.');
  const domains = ['', ...labels.map((_, index) => `; Domain=${labels.slice(index).join('.')}`)];
  for (const name of names.filter((each) => ofServices.test(each)))
    for (const domain of domains) document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
}
