import type { TFunction } from 'i18next';
import { showToast } from './ui/toast.ts';

/** The generic error handler (specification, section 8): ignores 401; otherwise a toast with the error's words. */
export function showError(error: unknown, t: TFunction): void {
  if (partsOf(error)['status'] === 401) return;
  showToast(errorText(error, t)).catch(() => undefined); // offline, and the code of toasts is not here yet
}

/**
 * What can be said of an error (specification, section 8): the server's detail text if present, else the error's own
 * message, else `errors.common`. The message of a `UserFacingError` is the site's words; what the browser says of an
 * error of its own is for developers, in the browser's language.
 */
export function errorText(error: unknown, t: TFunction): string {
  const { detail, words = wordsOfBrowser(error), message } = partsOf(error);
  const own = typeof words === 'string' ? t(words.includes(':') ? words : `site:${words}`) : message;
  const text = [detail, own].find((candidate) => typeof candidate === 'string' && candidate !== '');
  return typeof text === 'string' ? text : t('site:errors.common');
}

/**
 * What the page could not fetch of its own code gets words here, where that is known; its message is for developers.
 */
if (typeof window !== 'undefined') {
  window.addEventListener('vite:preloadError', ({ payload }) => Object.assign(payload, { words: 'errors.not_loaded' }));
}

/** What Chromium, Firefox and WebKit say of a request that failed or broke off, and of a module that did not come. */
const ofConnection = /fetch|load|network|import|input stream|timed? ?out|offline|server/i;

/** The words for an error that the browser has made; undefined for all others. */
function wordsOfBrowser(error: unknown): ErrorWords | undefined {
  if (error instanceof DOMException || error instanceof TypeError)
    return ofConnection.test(`${error.name} ${error.message}`) ? 'errors.not_loaded' : 'errors.common';
  return error instanceof SyntaxError ? 'errors.common' : undefined;
}

function partsOf(error: unknown): Readonly<Record<string, unknown>> {
  return (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
}

type ErrorWords =
  | 'errors.common'
  | 'errors.not_loaded'
  | 'errors.offline'
  | 'errors.try_again_or_contact'
  | 'errors.wrong_response_from_server'
  | 'account:problems.cookies_off'
  | 'cabinet:offline.no_room'
  | 'cabinet:offline.not_saved';

/** A failure that the site has its own words for: the generic error handler shows them in the visitor's language. */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError';
  /** Their key in the namespace `site`, or in one that all pages have where it may be thrown. */
  readonly words: ErrorWords;

  /** `message` is for developers and never shown. */
  constructor(words: ErrorWords, message: string, options?: ErrorOptions) {
    super(message, options);
    this.words = words;
  }
}

/** Whether a request got no answer. */
export function isOffline(error: unknown): boolean {
  return error instanceof UserFacingError && error.words === 'errors.offline';
}

/** Most connections that break are back by then: milliseconds. */
const pauses = [500, 1_500];

/** Loads something, up to three times in all; rejects as the last attempt does. */
export async function tryAgain<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (const pause of pauses) {
    try {
      return await load();
    } catch (error) {
      // Vite takes a style that failed for loaded the next time: only a new document gets it.
      if (/CSS/.test(String(error))) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  }
  return load();
}
