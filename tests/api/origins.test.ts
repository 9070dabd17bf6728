import { afterEach, describe, expect, test } from 'vitest';
import { runApp, type RunningApp } from '../harness/app.ts';
import { authenticate, endpoints } from './sample-calls.ts';

let app: RunningApp | undefined;
afterEach(() => app?.close());

describe('pages of other origins', () => {
  const preflight = {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'PATCH' },
  };

  test('may call the API with credentials where they are configured', async () => {
    app = await runApp({ endpoints, authenticate, corsOrigins: ['https://app.example'] });
    const allowed = await app.ask('/api/v1/users/me/', preflight);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-credentials': 'true',
      'access-control-max-age': '7200',
    });
    expect([allowed.status, allowed.headers.allow]).toEqual([204, 'GET, HEAD, PATCH']);
    const failed = await app.ask('/api/v1/users/me/', { headers: { origin: 'https://app.example' } });
    expect(failed.headers).toMatchObject({ 'access-control-allow-origin': 'https://app.example', vary: 'Origin' });
    // Members' pages compare the device's clock with it.
    expect(String(failed.headers['access-control-expose-headers']).split(',')).toContain('Date');
    expect(failed.headers['date']).toBeDefined();
    const other = await app.ask('/api/v1/users/me/', { headers: { origin: 'https://evil.example' } });
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
    expect(other.headers['vary']).toBe('Origin');
  });

  test('may not where none are', async () => {
    app = await runApp({ endpoints, authenticate });
    const { status, headers } = await app.ask('/api/v1/users/me/', preflight);
    expect([status, headers['access-control-allow-origin'], headers['vary']]).toEqual([204, undefined, undefined]);
  });
});
