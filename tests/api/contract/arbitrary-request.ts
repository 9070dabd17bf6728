import fc, { type Arbitrary } from 'fast-check';
import type { Call } from '../../../schemas/api/call.ts';
import type { AskOptions } from '../../harness/app.ts';
import { smallCatalog } from '../../harness/small-site.ts';
import { arbitraryOfSchema, hostileText } from './arbitrary-of-schema.ts';

/** A request as it goes over the wire. */
export interface WireRequest extends AskOptions {
  readonly path: string;
  readonly headers: Record<string, string>;
}

/** Requests of this call, from right ones to hostile ones. Every one comes from an address of its own. */
export function arbitraryRequest(call: Call, accessToken: string): Arbitrary<WireRequest> {
  const parts = {
    path: arbitraryPath(call),
    query: arbitraryQuery(call),
    headers: arbitraryHeaders(accessToken),
    body: arbitraryBody(call),
  };
  return fc.record(parts).map(({ path, query, headers, body: { type, text } }) => ({
    method: call.method,
    path: `/api${path}${query}`,
    headers: { ...headers, ...(type !== null && { 'content-type': type }), ...(text !== null && lengthOf(text)) },
    ...(text !== null && { body: text }),
  }));
}

function lengthOf(text: string): Record<string, string> {
  return { 'content-length': String(Buffer.byteLength(text)) };
}

/**
 * None is empty: that would be the path of another call. Two of them fit into an address: one of more than 16 kB is
 * refused with a plain 431 before anybody reads it.
 */
const parameter = fc.oneof(
  fc.uuid(),
  fc.base64String({ minLength: 4, maxLength: 64 }).map((text) => text.replaceAll(/[+/=]/g, '-')),
  hostileText
    .filter((text) => text !== '' && text.length < 1_000 && !/\p{Surrogate}/u.test(text))
    .map(encodeURIComponent),
  fc.constantFrom(...smallCatalog.sessions.map(({ id }) => id)),
  fc.constantFrom('%', '%zz', '%00', '%c3%28', '%ED%A0%80', '.', '..', '%2e%2e', '%2F'),
);

function arbitraryPath({ path }: Call): Arbitrary<string> {
  const names = path.match(/\{\w+\}/g) ?? [];
  const values = fc.array(parameter, { minLength: names.length, maxLength: names.length });
  return fc.tuple(values, fc.boolean()).map(([values, hasSlash]) => {
    const filled = names.reduce((filled, name, index) => filled.replace(name, () => values[index] ?? ''), path);
    return hasSlash ? filled : filled.replace(/\/$/, '');
  });
}

const oddQuery = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc.webQueryParameters().map((text) => `?${text}`),
  fc.constantFrom('?a[]=1&a[]=2', '?__proto__=1', '?%00=%00', '?%', '?a=1&a=2', '?a[b][c]=1'),
);

function arbitraryQuery({ query }: Call): Arbitrary<string> {
  if (query === undefined) return oddQuery;
  return fc.oneof({ weight: 3, arbitrary: arbitraryOfSchema(query as object).map(writeQuery) }, oddQuery);
}

/** Lists are repeated. A server may refuse a long address before anybody reads it. */
function writeQuery(query: unknown): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const each of [value].flat()) parameters.append(name, typeof each === 'string' ? each : JSON.stringify(each));
  return `?${parameters}`.slice(0, 4_000);
}

function arbitraryHeaders(accessToken: string): Arbitrary<Record<string, string>> {
  const headerText = fc.string({ unit: fc.constantFrom(...' !#$%&()*+,-./09:;<=>@AZ[]^_az{|}~éÿ'), maxLength: 60 });
  const bearer = fc.oneof(
    { weight: 4, arbitrary: fc.constant(`Bearer ${accessToken}`) },
    fc.constantFrom('Bearer', 'Bearer ', 'bearer a.b.c', 'Basic YTpi', `Bearer ${accessToken}x`),
    headerText,
  );
  const optional = {
    authorization: bearer,
    'accept-language': fc.oneof(fc.constantFrom('es', 'en', 'fr, es;q=0.5', '*', ';;;'), headerText),
    'x-request-id': headerText,
    'accept-encoding': headerText,
    cookie: headerText,
    origin: headerText,
  };
  const addresses = fc.oneof({ weight: 5, arbitrary: fc.ipV4() }, fc.ipV6(), headerText);
  return fc
    .record({ ...optional, 'x-forwarded-for': addresses }, { requiredKeys: ['x-forwarded-for'] })
    .map((headers) => Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)));
}

interface Body {
  readonly type: string | null;
  readonly text: string | null;
}

/** Deeper than a recursion can go. */
const deepest = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;

function arbitraryBody({ body }: Call): Arbitrary<Body> {
  const json = fc.constantFrom('application/json', 'application/json; charset=utf-8');
  const fits = body === undefined ? fc.constant(undefined) : arbitraryOfSchema(body as object);
  const nothing = fc.constant<Body>({ type: null, text: null });
  const good = fc.tuple(json, fits).map(([type, value]) => ({ type, text: JSON.stringify(value) ?? '' }));
  const types = fc.constantFrom(
    null,
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=x',
    ';',
  );
  const texts = fc.oneof(
    fc.constantFrom('', '{', '[]', 'null', '"a"', '{"a":1}x', 'List-Unsubscribe=One-Click', deepest),
    hostileText,
  );
  const odd = fc.tuple(fc.oneof(types, json), texts).map(([type, text]) => ({ type, text }));
  const tooLarge = fc.constant<Body>({ type: 'application/json', text: JSON.stringify({ a: 'a'.repeat(70_000) }) });
  if (body === undefined) return fc.oneof({ weight: 3, arbitrary: nothing }, odd);
  return fc.oneof({ weight: 20, arbitrary: good }, { weight: 5, arbitrary: odd }, nothing, tooLarge);
}
