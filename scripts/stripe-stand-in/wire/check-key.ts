import { timingSafeEqual } from 'node:crypto';
import { StripeFault } from '../stripe-fault.ts';

/** Throws unless the header `Authorization` has the secret key, as a bearer token or as a user name. */
export function checkKey(authorization: string | undefined, secretKey: string): void {
  const key = keyIn(authorization ?? '');
  if (key === '') {
    throw new StripeFault(
      401,
      'invalid_request_error',
      'You did not provide an API key. You need to provide your API key in the Authorization header, ' +
        "using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (isEqual(key, secretKey)) return;
  throw new StripeFault(401, 'invalid_request_error', `Invalid API Key provided: ${key.slice(0, 8)}****`);
}

function keyIn(authorization: string): string {
  const [scheme = '', credentials = ''] = authorization.split(' ');
  if (/^bearer$/i.test(scheme)) return credentials;
  if (!/^basic$/i.test(scheme)) return '';
  return Buffer.from(credentials, 'base64').toString().split(':')[0] ?? '';
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
