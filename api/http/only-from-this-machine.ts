import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { isLoopback } from '../loopback.ts';

/** Leaves its router, so that to everybody but the person at this machine the addresses in it do not exist. */
export const onlyFromThisMachine: RequestHandler = (request, _response, next) =>
  isFromThisMachine(request) ? next() : next('router');

/**
 * The socket decides, for headers can be made up. A proxy on this machine has such a socket too, but adds headers or
 * speaks HTTP/1.0, or passes on the site's own name. And a page elsewhere whose name leads here (DNS rebinding) is
 * asked for by that name.
 */
function isFromThisMachine({ socket, headers, httpVersion }: IncomingMessage): boolean {
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    isLocalName(headers.host ?? '') &&
    httpVersion !== '1.0' &&
    !Object.keys(headers).some((name) => proxyHeaders.test(name))
  );
}

const proxyHeaders = /^(?:x-forwarded-.*|forwarded|x-real-ip|via)$/;

function isLocalName(host: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host);
}
