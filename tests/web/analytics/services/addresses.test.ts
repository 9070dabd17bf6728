import { expect, test, vi } from 'vitest';
import { createGoogleAnalytics } from '../../../../web/analytics/services/google-analytics.ts';
import { createYandexMetrica } from '../../../../web/analytics/services/yandex-metrica.ts';

const services = [createYandexMetrica({ id: 1, serverSide: false }), createGoogleAnalytics({ id: 'G-AB12CD34EF' })];

test.each(services)(
  '$name learns neither from the address nor from the page before what a query says',
  async (service) => {
    const address = new URL('https://example.com/sleep-issues?utm_source=meta&email=ada@example.org');
    openPage(address, 'https://example.com/?name=Ada&locale=es');
    await service.open();
    const told = JSON.stringify([...(globalThis.ym?.a ?? []), ...(globalThis.dataLayer ?? [])]);
    expect(told).toContain('"https://example.com/sleep-issues?utm_source=meta"');
    expect(told).toContain('"https://example.com/"');
    expect(told).not.toMatch(/ada/i);
  },
);

const createElement = () => new EventTarget();

/** A page on which every script comes at once, and does nothing. */
function openPage(address: URL, referrer: string): void {
  vi.stubGlobal('ym', undefined);
  vi.stubGlobal('dataLayer', undefined);
  vi.stubGlobal('location', address);
  const head = { append: (script: EventTarget) => script.dispatchEvent(new Event('load')) };
  vi.stubGlobal('document', { referrer, title: 'Sleep', createElement, head });
}
