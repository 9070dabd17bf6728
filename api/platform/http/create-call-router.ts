import { Router, type RequestHandler } from 'express';
import type { Call } from '../../../schemas/api/call.ts';
import { ApiError } from './api-error.ts';
import { recordOf } from './call-record.ts';
import { createCallHandler } from './create-call-handler.ts';
import type { Authenticate, Endpoint } from './handler.ts';

/** Routes each call of the contract to its endpoint. A known path with another method is refused with `Allow`, OPTIONS is answered. */
export function createCallRouter(endpoints: readonly Endpoint[], authenticate: Authenticate): Router {
  const router = Router();
  const methodsByPath = new Map<string, Call['method'][]>();
  for (const endpoint of endpoints) {
    const { method, path } = endpoint.call;
    const methods = methodsByPath.get(path) ?? [];
    methodsByPath.set(path, [...methods, method]);
    router[verbs[method]](expressPath(path), createCallHandler(endpoint, authenticate));
  }
  for (const [path, methods] of methodsByPath) router.all(expressPath(path), refuseMethod(path, methods));
  return router;
}

/** Answers OPTIONS with the methods that there are, and whatever else comes with these and `method_not_allowed`. */
export function refuseMethod(route: string, methods: readonly Call['method'][]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return ({ method }, response) => {
    recordOf(response).route = route;
    response.setHeader('Allow', allowed);
    if (method !== 'OPTIONS') throw new ApiError('method_not_allowed');
    response.status(204).end();
  };
}

const verbs = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const;

/** `/v1/emails/unsubscribe/{id}/` as Express writes it; Express takes it with and without the slash at its end. */
function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '');
}
