import type { Request, RequestHandler } from 'express';
import { compile } from 'proxy-addr';
import type { TrustProxy } from '../config/parse.ts';
import type { Log } from '../log.ts';
import { withoutPort } from '../network.ts';

/** Whether an address is that of a proxy whose headers are believed; `hop`: how many were between it and us. */
export type IsTrusted = (address: string, hop: number) => boolean;

/** The proxies in front (`TRUST_PROXY`), as Express's `trust proxy` takes them, also where they add ports to addresses. */
export function trustedProxies(trustProxy: TrustProxy): IsTrusted {
  if (trustProxy === false) return () => false;
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  const isTrusted = compile([...trustProxy]);
  return (address, hop) => isTrusted(withoutPort(address), hop);
}

/**
 * Reads the country of a caller, ISO 3166, from the header in which a trusted proxy names it; null where none does. Any
 * other would let visitors choose their prices.
 */
export function countryIn(header: string | null, isTrusted: IsTrusted): (request: Request) => string | null {
  return ({ headers, socket }) => {
    const named = header === null ? undefined : headers[header];
    if (typeof named !== 'string' || !/^[a-z]{2}$/i.test(named)) return null;
    return isTrusted(socket.remoteAddress ?? '', 0) ? named.toUpperCase() : null;
  };
}

/**
 * Warns, once, when `X-Forwarded-For` comes from where it is not believed: behind a proxy that TRUST_PROXY does not
 * name, all visitors share the rate limits of one address.
 */
export function warnOfProxies(log: Log, isTrusted: IsTrusted): RequestHandler {
  let hasWarned = false;
  return ({ headers, socket: { remoteAddress } }, _response, next) => {
    if (!hasWarned && 'x-forwarded-for' in headers && remoteAddress !== undefined && !isTrusted(remoteAddress, 0)) {
      hasWarned = true;
      log.warn('proxy_not_trusted', { message: advice });
    }
    next();
  };
}

const advice =
  'X-Forwarded-For came from an address that TRUST_PROXY does not name, and is ignored. If that is your proxy, all ' +
  'visitors count as one, also for rate limits: set TRUST_PROXY to its address.';
