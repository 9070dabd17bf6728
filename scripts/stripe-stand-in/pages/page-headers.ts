import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { pageStyle } from './page-style.ts';

const styleHash = `'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`;

/**
 * Headers of a page: its one style sheet, no script, and forms to here. Browsers hold redirects after a form to
 * `form-action` too, so the address where a payment leads back to (`returnUrl`) is named in it.
 */
export function setPageHeaders(response: Response, returnUrl?: string): void {
  const targets = [
    "'self'",
    ...(returnUrl !== undefined && URL.canParse(returnUrl) ? [new URL(returnUrl).origin] : []),
  ];
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    "img-src 'self'",
    `form-action ${targets.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  response.set({
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
  });
}
