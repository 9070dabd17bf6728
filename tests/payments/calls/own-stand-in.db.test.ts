import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../api/platform/config/config.ts';
import { handedDependencies } from '../../../scripts/handed-dependencies.ts';
import { startServer } from '../../../api/start-server.ts';
import { makeSmallSite } from '../../harness/small-site.ts';
import { makeEmbeddedFolder } from '../../harness/databases.ts';

/** As much of the answers as is needed here. */
interface Answer {
  readonly accessToken: string;
  readonly id: string;
  readonly url: string;
}

/** A server as `npm start` runs it, with its own database that holds nobody yet. */
async function start() {
  const folder = makeEmbeddedFolder();
  const environment = { NODE_ENV: 'test', PORT: '0', DATA_DIR: folder, SITE_DIR: makeSmallSite(), LOG_LEVEL: 'silent' };
  const server = await startServer(readConfig(environment), handedDependencies);
  onTestFinished(async () => void (await server.stop()));
  const ask = async (path: string, { body, token }: { body?: object; token?: string } = {}) => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Answer;
  };
  return { ask, url: server.url };
}

test('Without a key a plan can be bought all the same, and what is paid arrives by itself', async () => {
  const { ask, url } = await start();
  const agreements = { terms: true, privacy: true, cancelAnytime: true };
  const { accessToken: token } = await ask('/auth/signup/', {
    body: { email: 'ada@example.org', password: 'calm night 1', agreements },
  });
  const { url: page, id } = await ask('/payments/buy/', { body: { plan: 'basic' }, token });
  expect(page).toMatch(new RegExp(`^${url}/dev/stripe/checkout/`));

  const card = new URLSearchParams({ number: '4242424242424242', expiry: '12 / 50', cvc: '123', name: 'Ada' });
  const { headers } = await fetch(page, { method: 'POST', body: card, redirect: 'manual' });
  expect(headers.get('location')).toBe(`${url}/cabinet/payment?payment=${id}`);
  // Nobody asks for the status: Stripe's event does it.
  await expect
    .poll(() => ask('/payments/subscriptions/', { token }))
    .toMatchObject({
      subscriptions: [{ plan: 'basic', status: 'active' }],
      payments: [{ id, status: 'succeeded' }],
    });
  expect(await ask(`/payments/status/${id}/`, { token })).toMatchObject({ status: 'succeeded' });
});
