import { expect, onTestFinished, test } from 'vitest';
import { createListPrices } from '../../api/payments/offers.ts';
import type { AppDependencies } from '../../api/platform/create-app.ts';
import { runApp } from '../harness/app.ts';
import { localPlans } from '../harness/small-site.ts';
import { authenticate } from './sample-calls.ts';

async function currencyFor(headers: Readonly<Record<string, string>>, overrides: Partial<AppDependencies> = {}) {
  const endpoints = { listPrices: createListPrices({ plans: localPlans }) };
  const app = await runApp({ endpoints, authenticate, countryHeader: 'cf-ipcountry', ...overrides });
  onTestFinished(() => app.close());
  const answer = await app.ask('/api/v1/payments/prices/', { headers });
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  const { plans } = JSON.parse(answer.body.toString()) as { plans: { currency: string }[] };
  expect(JSON.stringify(plans)).not.toContain('countries');
  return [...new Set(plans.map(({ currency }) => currency))].join();
}

test.each([
  [{ 'CF-IPCountry': 'DE' }, 'EUR'],
  [{ 'CF-IPCountry': 'jp' }, 'JPY'],
  [{ 'CF-IPCountry': 'FR' }, 'USD'],
  // Nobody knows, a network that hides it, and what is no country.
  [{ 'CF-IPCountry': 'XX' }, 'USD'],
  [{ 'CF-IPCountry': 'T1' }, 'USD'],
  [{ 'CF-IPCountry': 'DE, FR' }, 'USD'],
  [{ 'X-Country': 'DE' }, 'USD'],
  [{}, 'USD'],
])('Prices for a visitor with the headers %j are in %s', async (headers, currency) => {
  expect(await currencyFor(headers)).toBe(currency);
});

test('Where no header is set, none is believed', async () => {
  expect(await currencyFor({ 'CF-IPCountry': 'DE' }, { countryHeader: null })).toBe('USD');
});

test('Nobody but a trusted proxy is believed', async () => {
  const headers = { 'CF-IPCountry': 'DE', 'X-Forwarded-For': '203.0.113.7' };
  expect(await currencyFor(headers, { trustProxy: ['10.0.0.0/8'] })).toBe('USD');
  expect(await currencyFor(headers, { trustProxy: ['loopback'] })).toBe('EUR');
});
