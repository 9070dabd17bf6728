import type { RequestHandler } from 'express';
import { dataSecurityHeaders, strictTransportSecurity, type HeaderList } from './security-headers.ts';

/** Data is never cached by anyone and never shown as a page. */
export function setDataHeaders(production: boolean): RequestHandler {
  const headers = new Map([['Cache-Control', 'no-store'], ...pairs(dataSecurityHeaders())]);
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
