import { cutSource } from '../../../engine/run/query.ts';

/** Addresses that hold, or held, a key to an account (specification, section 2). */
const secretPlaces = /^\/(?:reset-password|verify-email)(?:\/|$)/;

/** Whether a visit of this page must not be reported. */
export function isSecretPlace(pathname: string): boolean {
  return secretPlaces.test(pathname);
}

/**
 * Whether the policy of this document lets nothing of others run in it: it began on such a page, or at an address that
 * has none, which may be one of them with a slip of the keyboard in it.
 */
export function forbidsServices(): boolean {
  if ('notFound' in document.documentElement.dataset) return true;
  const [navigation] = performance.getEntriesByType('navigation');
  const began = (navigation && readUrl(navigation.name))?.pathname ?? location.pathname;
  return isSecretPlace(began) || isSecretPlace(location.pathname);
}

/** What services need to know which advert a visitor came by. */
const allowedParameters = /^(?:utm_[a-z]+|gclid|gbraid|wbraid|yclid|fbclid)$/;

/** The address as services get it: of its query only where the visitor came from. */
export function sharedAddress({ origin, pathname, search }: Pick<Location, 'origin' | 'pathname' | 'search'>): string {
  const allowed = [...new URLSearchParams(search)].filter(([name]) => allowedParameters.test(name));
  const query = new URLSearchParams(cutSource(Object.fromEntries(allowed))).toString();
  return `${origin}${pathname}${query && `?${query}`}`;
}

/** The site that the visitor came from, as services get it; empty where that is not known. */
export function tellableReferrer(referrer: string): string {
  const url = readUrl(referrer);
  return url ? `${url.origin}/` : '';
}

/** Null where it is no address. */
function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
