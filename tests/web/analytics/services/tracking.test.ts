import { expect, test, vi } from 'vitest';
import { trackingNames, writeAnswer } from '../../../../web/analytics/consent.ts';
import { loadSettings } from '../../../../web/analytics/services/settings.ts';
import { emptyStorage } from './browser.ts';

emptyStorage();

const cookies = '_ga=GA1.1.1234567890.1700000000; _ga_AB=GS2.1.s1; _ym_uid=17000; _fbp=fb.1.1.2; locale=en';

/** What a page knows of the services, and has of their cookies. */
async function onPage(settings: object, cookie = cookies): Promise<void> {
  const site = JSON.stringify({ hosts: {} });
  vi.stubGlobal('location', { hostname: 'localhost' });
  vi.stubGlobal('navigator', { userAgent: 'A browser' });
  const page = { lang: 'en' };
  vi.stubGlobal('document', { cookie, documentElement: page, getElementById: () => ({ textContent: site }) });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ consent: 'ask', ...settings })));
  await loadSettings();
}

const services = {
  yandexMetrica: { id: 1, serverSide: true },
  googleAnalytics: { id: 'G-1' },
  metaPixel: { id: '1', utmSource: 'meta' },
};

test('the names that services have given the browser go along with a purchase once its user allows it', async () => {
  await onPage(services);
  expect(trackingNames()).toBeUndefined();
  writeAnswer('yes');
  expect(trackingNames()).toEqual({
    yandexMetrica: '17000',
    googleAnalytics: '1234567890.1700000000',
    meta: { fbp: 'fb.1.1.2', userAgent: 'A browser' },
  });
  writeAnswer('no');
  expect(trackingNames()).toBeUndefined();
});

test('names of services that are not in use, or that have named nothing, do not go along', async () => {
  await onPage({ googleAnalytics: services.googleAnalytics });
  writeAnswer('yes');
  expect(trackingNames()).toEqual({ googleAnalytics: '1234567890.1700000000' });
  await onPage(services, 'locale=en');
  expect(trackingNames()).toBeUndefined();
});
