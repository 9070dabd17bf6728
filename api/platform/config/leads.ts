import { isProtected, type Parser, splitList } from './parse.ts';

/** Where leads are posted. */
export interface LeadWebhook {
  readonly url: string;
  /** `whsec_` and a key in Base64: every message is signed with each. */
  readonly secrets: readonly string[];
}

type Variable = 'LEADS_WEBHOOK_URL' | 'LEADS_WEBHOOK_SECRET';

/** Null: they are posted nowhere. */
export function readLeadWebhook(read: <T>(name: Variable, parser: Parser<T>) => T | null): LeadWebhook | null {
  const url = read('LEADS_WEBHOOK_URL', address);
  const secrets = read('LEADS_WEBHOOK_SECRET', signingSecrets);
  return url === null || secrets === null ? null : { url, secrets };
}

const address: Parser<string> = {
  expects: 'an address with https, as https://crm.example.com/leads; http only on this machine',
  read: (text) => (isProtected(text) ? text : undefined),
};

const signingSecrets: Parser<readonly string[]> = {
  expects: 'whsec_ and 24 to 64 random bytes in Base64, or several with commas',
  read: (text) => (splitList(text).every(isSecret) ? splitList(text) : undefined),
};

function isSecret(text: string): boolean {
  const [, base64 = ''] = /^whsec_([A-Za-z\d+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(base64, 'base64');
  return length >= 24 && length <= 64;
}
