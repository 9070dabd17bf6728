import type { Stripe } from 'stripe';
import { trace, traceOfNow } from '../platform/tracing/tracing.ts';

/** Makes calls of Stripe spans of the trace that they belong to, and passes its `traceparent` on. */
export function traceStripe(client: Stripe.HttpClient): Stripe.HttpClient {
  const ask = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, method, headers, ...rest) => {
    const template = templateOf(path);
    const attributes = { 'server.address': host, 'http.request.method': method, 'url.template': template };
    return trace({ name: `${method} ${template}`, kind: 'call', attributes }, async (note) => {
      const response = await ask(host, port, path, method, { ...headers, ...traceOfNow() }, ...rest);
      const requestId = response.getHeaders()['request-id'];
      note({
        'http.response.status_code': response.getStatusCode(),
        ...(typeof requestId === 'string' && { 'stripe.request_id': requestId }),
      });
      return response;
    });
  };
  return client;
}

/** A path without its query and without whom or what it is about: what has a digit or a capital letter is no word of Stripe's. */
const templateOf = (path: string): string =>
  path.replace(/\?.*/s, '').replaceAll(/(?<=\/v\d+\/.*?)[^/]+/g, (part) => (/^[a-z_]+$/.test(part) ? part : '{id}'));
