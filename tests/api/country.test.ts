import { expect, onTestFinished, test } from 'vitest';
import { createListPrices } from '../../api/payments/offers.ts';
import { endpoint } from '../../api/platform/http/endpoint.ts';
import { prices } from '../../schemas/api/payments.ts';
import { runApp } from '../harness/app.ts';
import { localPlans } from '../harness/small-site.ts';
import { authenticate } from './sample-calls.ts';

async function currencyFor(headers: Readonly<Record<string, string>>, countryHeader: string | null = 'cf-ipcountry') {
  const endpoints = [endpoint(prices, createListPrices({ plans: localPlans }))];
  const app = await runApp({ endpoints, authenticate, countryHeader });
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
  expect(await currencyFor({ 'CF-IPCountry': 'DE' }, null)).toBe('USD');
});
