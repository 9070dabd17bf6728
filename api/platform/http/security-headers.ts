import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Headers by name, as `response.set` takes them. */
export type HeaderFields = Readonly<Record<string, string>>;

/** What a page holds inline, as `sha256-<base64>`. */
interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Has browsers come by https alone for a year: of every answer, in production, to a request that came by https. */
export const enforceHttps: RequestHandler = (request, response, next) => {
  if (request.secure) response.set('Strict-Transport-Security', 'max-age=31536000');
  next();
};

const permissionsPolicy = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

/** What pages may load from elsewhere, and whom they may call. */
export interface PageSources {
  readonly scripts: readonly string[];
  readonly images: readonly string[];
  readonly connections: readonly string[];
}

export const noSources: PageSources = { scripts: [], images: [], connections: [] };

const nothingInline: InlineHashes = { scripts: [], styles: [] };

interface PageSecurity {
  readonly inline?: InlineHashes;
  readonly addressIsSecret?: boolean;
  readonly isQuiz?: boolean | undefined;
  readonly apiOrigins?: readonly string[];
  readonly assetsUrl?: string;
  readonly audioOrigins?: readonly string[];
  readonly isForAnyOrigin?: boolean;
  readonly sources?: PageSources;
}

/**
 * The security headers of a page, or of a file of the site. Scripts and styles run only from our own address and that of
 * hashed files (`assetsUrl`), or when their hash is given; `apiOrigins` are other addresses that scripts may call, `audioOrigins` those that audio may come from, and `sources` those of analytics services.
 * A page whose address is a secret (`addressIsSecret`) loads no such services, so that none learns that it was visited.
 * A quiz isn't cut off from the window that opened it: browsers start a new process for a page that is, which holds its
 * first paint up. What is for any origin (`isForAnyOrigin`) may be embedded by pages of others.
 */
export function pageSecurityHeaders({
  inline = nothingInline,
  addressIsSecret = false,
  isQuiz = false,
  apiOrigins = [],
  assetsUrl = '/assets/',
  audioOrigins = [],
  isForAnyOrigin = false,
  sources = noSources,
}: PageSecurity = {}): HeaderFields {
  const { scripts, images, connections } = addressIsSecret ? noSources : sources;
  const own = ["'self'", ...(assetsUrl.startsWith('/') ? [] : [assetsUrl])];
  return helmetHeaders({
    referrerPolicy: { policy: addressIsSecret ? 'no-referrer' : 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: !isQuiz,
    crossOriginResourcePolicy: { policy: isForAnyOrigin ? 'cross-origin' : 'same-origin' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': [...own, ...quoteAll(inline.scripts), ...scripts],
        'style-src': [...own, ...quoteAll(inline.styles)],
        'img-src': [...own, 'data:', ...images],
        'font-src': own,
        'media-src': ["'self'", ...apiOrigins, ...audioOrigins],
        'connect-src': [...own, ...apiOrigins, ...audioOrigins, ...connections],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
  });
}

/** The security headers of an answer that is data: nothing in it may run or load anything. */
function dataSecurityHeaders(): HeaderFields {
  return helmetHeaders({
    referrerPolicy: { policy: 'no-referrer' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
  });
}

function quoteAll(hashes: readonly string[]): string[] {
  return hashes.map((hash) => `'${hash}'`);
}

/**
 * Runs helmet once on a response that only collects. Its headers don't depend on the request, so they are worked out at
 * the start instead of at every request.
 */
function helmetHeaders(
  options: Pick<
    HelmetOptions,
    'referrerPolicy' | 'contentSecurityPolicy' | 'crossOriginOpenerPolicy' | 'crossOriginResourcePolicy'
  >,
): HeaderFields {
  const headers: Record<string, string> = { 'Permissions-Policy': permissionsPolicy };
  const collector = {
    setHeader: (name: string, value: string) => (headers[name] = value),
    removeHeader: () => undefined,
  };
  const middleware = helmet({ ...options, frameguard: { action: 'deny' }, strictTransportSecurity: false });
  middleware({} as IncomingMessage, collector as unknown as ServerResponse, (error) => {
    if (error) throw error as Error;
  });
  return headers;
}

const dataHeaders: HeaderFields = { 'Cache-Control': 'no-store', ...dataSecurityHeaders() };

/** Of data, which is never cached by anyone and never shown as a page. */
export const setDataHeaders: RequestHandler = (_request, response, next) => {
  response.set(dataHeaders);
  next();
};
