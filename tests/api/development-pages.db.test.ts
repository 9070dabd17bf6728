import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../api/platform/config/config.ts';
import { handedDependencies } from '../../scripts/handed-dependencies.ts';
import { startServer } from '../../api/start-server.ts';
import { makeEmbeddedFolder } from '../harness/databases.ts';
import { ask, type AskOptions } from '../harness/app.ts';
import { makeSmallSite } from '../harness/small-site.ts';

/** A server as `npm start` runs it without NODE_ENV=production. */
async function start(environment: Readonly<Record<string, string>> = {}) {
  const server = await startServer(
    readConfig({
      PORT: '0',
      DATA_DIR: makeEmbeddedFolder(),
      SITE_DIR: makeSmallSite(),
      LOG_LEVEL: 'silent',
      ...environment,
    }),
    handedDependencies,
  );
  onTestFinished(async () => void (await server.stop()));
  const port = Number(new URL(server.url).port);
  return { server, request: (path: string, options: AskOptions = {}) => ask(port, path, options) };
}

const pages = ['/dev/mail.json', '/dev/mail', '/dev/mail/1', '/dev/mail/1/html', '/dev/stripe/', '/dev/anything'];
/** How requests of strangers look that a proxy on this machine brings. */
const strangers: readonly Record<string, string>[] = [
  {},
  { host: 'localhost' },
  { host: 'example.com' },
  { host: '127.0.0.1', 'x-forwarded-for': '127.0.0.1' },
  { authorization: 'Bearer ' },
  { authorization: `Bearer ${'0'.repeat(48)}`, cookie: `developmentToken=${'0'.repeat(48)}` },
];

test('Without the token that the start printed no page of development is shown', async () => {
  const { request } = await start();
  const statuses = strangers.flatMap((headers) => pages.map(async (page) => (await request(page, { headers })).status));
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([403]));
  expect((await request('/dev/mail?token=')).status).toBe(403);
  expect((await request('/dev/mail?token=1&token=2')).status).toBe(403);
  expect((await request('/dev/stripe/desk/refund/ch_1', { method: 'POST' })).status).toBe(403);
  const known = { authorization: 'Bearer sk_test_stand_in' };
  expect((await request('/v1/customers', { headers: known })).status).toBe(401);
  for (const page of ['/api/metrics/', '/dev/reports/sleep-issues', '/dev/visits?funnel=sleep-issues&last=1'])
    expect([403, 404]).toContain((await request(page, { headers: { host: 'localhost' } })).status);
  for (const page of ['/DEV/mail', '/Dev/Stripe/']) expect((await request(page)).status).toBe(404);
});

test('The printed link opens the pages by a cookie; programs use its token', async () => {
  const { server, request } = await start();
  const [mails = '', payments = ''] = server.developmentLinks;
  const { pathname, search, searchParams } = new URL(mails);
  const opened = await request(pathname + search);
  expect([opened.status, opened.headers.location]).toEqual([303, '/dev/mail']);
  const [cookie = ''] = opened.headers['set-cookie'] ?? [];
  expect(cookie).toMatch(/^developmentToken=\w{48}; Path=\/dev; HttpOnly; SameSite=Lax$/);
  const headers = { cookie: `locale=es; ${cookie.split(';')[0]}` };
  for (const page of ['/dev/mail', '/dev/mail.json', '/dev/stripe/'])
    expect((await request(page, { headers })).status).toBe(200);
  const token = searchParams.get('token');
  expect(payments).toBe(`${server.url}/dev/stripe/?token=${token}`);
  expect((await request('/dev/mail.json', { headers: { authorization: `Bearer ${token}` } })).text).toBe('[]');
  const key = { authorization: `Bearer sk_test_${token}` };
  expect((await request('/v1/customers', { headers: key })).status).toBe(200);
});

test('A server with a public address has no pages of development, only what payers need', async () => {
  const { server, request } = await start({ PUBLIC_URL: 'https://example.com' });
  expect(server.developmentLinks).toEqual([]);
  for (const page of pages) expect((await request(page, { headers: { host: 'localhost' } })).status).toBe(404);
  expect((await request('/dev/stripe/checkout/cs_test_unknown')).text).toContain('<html lang="en-US"');
  expect((await request('/v1/customers')).status).toBe(401);
});
