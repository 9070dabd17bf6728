import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Header names and values by turns, as `response.writeHead` takes them. */
export type HeaderList = readonly string[];

/** What a page holds inline, as `sha256-<base64>`. */
interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Sent with every answer that came in by https in production. */
export const strictTransportSecurity: HeaderList = ['Strict-Transport-Security', 'max-age=31536000'];

const permissionsPolicy: HeaderList = [
  'Permissions-Policy',
  'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
];

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
}: PageSecurity = {}): HeaderList {
  const { scripts, images, connections } = addressIsSecret ? noSources : sources;
  const own = ["'self'", ...(assetsUrl.startsWith('/') ? [] : [assetsUrl])];
  return listHelmetHeaders({
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
function dataSecurityHeaders(): HeaderList {
  return listHelmetHeaders({
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
function listHelmetHeaders(
  options: Pick<
    HelmetOptions,
    'referrerPolicy' | 'contentSecurityPolicy' | 'crossOriginOpenerPolicy' | 'crossOriginResourcePolicy'
  >,
): HeaderList {
  const headers: string[] = [];
  const collector = {
    setHeader: (name: string, value: string) => headers.push(name, value),
    removeHeader: () => undefined,
  };
  const middleware = helmet({ ...options, frameguard: { action: 'deny' }, strictTransportSecurity: false });
  middleware({} as IncomingMessage, collector as unknown as ServerResponse, (error) => {
    if (error) throw error as Error;
  });
  return [...headers, ...permissionsPolicy];
}

/** Data is never cached by anyone and never shown as a page. */
export const dataHeaders: HeaderList = ['Cache-Control', 'no-store', ...dataSecurityHeaders()];

/** Sets them. */
export function setDataHeaders(production: boolean): RequestHandler {
  const headers = new Map(pairs(dataHeaders));
  const httpsHeaders = new Map(pairs(strictTransportSecurity));
  return (request, response, next) => {
    response.setHeaders(headers);
    if (production && request.secure) response.setHeaders(httpsHeaders);
    next();
  };
}

function pairs(headers: HeaderList): [string, string][] {
  return headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : []));
}
