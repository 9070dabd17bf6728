import { createHash } from 'node:crypto';
import { pageSecurityHeaders, type HeaderList } from '../../platform/http/security-headers.ts';
import { mailboxStyle } from './mailbox-style.ts';

const styleHash = `sha256-${createHash('sha256').update(mailboxStyle).digest('base64')}`;

const hidden: HeaderList = ['Cache-Control', 'no-store', 'X-Robots-Tag', 'noindex'];

/** Of our own pages: their one style sheet, and frames from here. */
export const mailboxHeaders: HeaderList = [
  ...pageSecurityHeaders({ inline: { scripts: [], styles: [styleHash] }, addressIsSecret: true }),
  ...hidden,
];

/** Of a mail in its frame: it has its styles, and links that open beside it; nothing runs and nothing is loaded. */
export const mailHeaders: HeaderList = [
  'Content-Security-Policy',
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; '),
  'X-Frame-Options',
  'SAMEORIGIN',
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  ...hidden,
];
