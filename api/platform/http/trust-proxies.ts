import type { Application, RequestHandler } from 'express';
import type { TrustProxy } from '../../config.ts';
import type { Log } from '../../log.ts';
import { withoutPort } from './without-port.ts';

type IsTrusted = (address: string, hop: number) => boolean;

/** Lets the app believe the `X-Forwarded-*` headers of these proxies, also where they add ports to addresses. */
export function trustProxies(app: Application, trustProxy: TrustProxy): void {
  app.set('trust proxy', typeof trustProxy === 'object' ? [...trustProxy] : trustProxy);
  const isTrusted = isTrustedIn(app);
  app.set('trust proxy', ((address, hop) => isTrusted(withoutPort(address), hop)) satisfies IsTrusted);
}

/**
 * Warns, once, when `X-Forwarded-For` comes from where it is not believed: behind a proxy that TRUST_PROXY does not
 * name, all visitors share the rate limits of one address.
 */
export function warnOfUntrustedProxy(log: Log): RequestHandler {
  let hasWarned = false;
  return (request, _response, next) => {
    const { remoteAddress } = request.socket;
    const isForwarded = 'x-forwarded-for' in request.headers && remoteAddress !== undefined;
    if (isForwarded && !hasWarned && !isTrustedIn(request.app)(remoteAddress, 0)) {
      hasWarned = true;
      log.warn('proxy_not_trusted', { message: advice });
    }
    next();
  };
}

const advice =
  'X-Forwarded-For came from an address that TRUST_PROXY does not name, and is ignored. If that is your proxy, all ' +
  'visitors count as one, also for rate limits: set TRUST_PROXY to its address.';

function isTrustedIn(app: Application): IsTrusted {
  return app.get('trust proxy fn') as IsTrusted;
}
