import { expect, it } from 'vitest';
import { serverNow } from '../../../web/session/server-time.ts';
import { createTransport } from '../../../web/session/transport.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

function transportTo(answer: () => Promise<Response>, baseUrl = () => '') {
  const sent: Sent[] = [];
  const transport = createTransport({
    baseUrl,
    locale: () => 'es',
    fetch: (url, init = {}) => {
      sent.push({ url: url as string, init });
      return answer();
    },
  });
  return { transport, sent };
}

it('section 7: a call goes to the API base with the prefix /api, with credentials, the token and the language', async () => {
  const { transport, sent } = transportTo(
    () => Promise.resolve(Response.json({})),
    () => 'https://api.example.com',
  );
  await transport({ method: 'PATCH', path: '/v1/users/me/', body: { language: 'es' } }, 'a1');
  expect(sent).toEqual([
    {
      url: 'https://api.example.com/api/v1/users/me/',
      init: {
        method: 'PATCH',
        credentials: 'include',
        headers: {
          Accept: 'application/json',
          'Accept-Language': 'es',
          'Content-Type': 'application/json',
          Authorization: 'Bearer a1',
        },
        body: '{"language":"es"}',
      },
    },
  ]);
});

it('what goes into the path is encoded: a link from an email can not lead to another call', async () => {
  const { transport, sent } = transportTo(() => Promise.resolve(Response.json({})));
  await transport({
    method: 'POST',
    path: '/v1/auth/verify/{userId}/{token}/',
    params: { userId: '../me', token: 'a/b?c' },
  });
  expect(sent[0]?.url).toBe('/api/v1/auth/verify/..%2Fme/a%2Fb%3Fc/');
  expect(sent[0]?.init.headers).not.toHaveProperty('Authorization');
  expect(sent[0]?.init).not.toHaveProperty('body');
});

it('each answer carries the time of the server', async () => {
  const date = new Date(Date.now() + 365 * 86_400_000);
  const headers = { Date: date.toUTCString() };
  const { transport } = transportTo(() => Promise.resolve(Response.json({}, { status: 503, headers })));
  await transport({ method: 'GET', path: '/v1/users/me/' });
  expect(Math.abs(serverNow().getTime() - date.getTime())).toBeLessThan(60_000);
});

it('where no answer comes, the error has words of the site', async () => {
  const { transport } = transportTo(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(transport({ method: 'GET', path: '/v1/users/me/' })).rejects.toMatchObject({ words: 'errors.offline' });
});

it('section 8: at an unknown hostname nothing is sent', async () => {
  const { transport, sent } = transportTo(
    () => Promise.resolve(Response.json({})),
    () => {
      throw new Error('unknown hostname');
    },
  );
  await expect(transport({ method: 'GET', path: '/v1/users/me/' })).rejects.toThrow('unknown hostname');
  expect(sent).toEqual([]);
});
