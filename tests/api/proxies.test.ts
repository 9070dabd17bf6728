import { afterEach, describe, expect, test } from 'vitest';
import type { AppDependencies } from '../../api/platform/create-app.ts';
import type { Endpoints } from '../../api/platform/http/endpoint.ts';
import { runApp, type RunningApp } from '../harness/app.ts';

let app: RunningApp | undefined;
afterEach(() => app?.close());

/** The address that a handler is told of a caller whose request came with this header. */
async function addressBehind(forwardedFor: string, trustProxy: AppDependencies['trustProxy'] = ['loopback']) {
  const addresses: string[] = [];
  const endpoints: Partial<Endpoints> = { unsubscribe: async ({ ip }) => void addresses.push(ip) };
  app = await runApp({ endpoints, trustProxy });
  const headers = { 'x-forwarded-for': forwardedFor };
  await app.ask('/api/v1/emails/unsubscribe/7/', { method: 'POST', headers });
  await app.ask('/api/v1/emails/unsubscribe/7/', { method: 'POST', headers });
  return addresses[0];
}

describe('the address of a caller', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:50123', '203.0.113.7'],
    ['[2001:db8::7]:50123', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['6.6.6.6, 203.0.113.7:50123', '203.0.113.7'],
    ['203.0.113.7:50123, 127.0.0.1:40000', '203.0.113.7'],
    ['nonsense', 'unknown'],
    ['203.0.113.7:50123:1', 'unknown'],
  ])('behind the proxy that says %j is %s', async (forwardedFor, address) => {
    expect(await addressBehind(forwardedFor)).toBe(address);
  });

  test('is the last but as many as there are proxies', async () => {
    expect(await addressBehind('6.6.6.6, 203.0.113.7:1, 10.0.0.1:2', 2)).toBe('203.0.113.7');
  });
});

describe('a proxy that is not trusted', () => {
  test('is not believed, and logged once', async () => {
    expect(await addressBehind('203.0.113.7', ['10.0.0.0/8'])).toBe('127.0.0.1');
    expect(app!.logged).toEqual([{ event: 'proxy_not_trusted', context: { message: expect.any(String) } }]);
    expect(JSON.stringify(app!.logged)).not.toContain('203.0.113.7');
  });

  test('is not logged where no proxy is trusted, or where it is trusted', async () => {
    for (const trustProxy of [false, ['loopback']] as const) {
      await addressBehind('203.0.113.7', trustProxy);
      expect(app!.logged).toEqual([]);
      await app!.close();
    }
  });
});
