import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepPromoData } from '../../../web/session/promo.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});
const promo = () => JSON.parse(stored.get('promoData') ?? 'null') as unknown;

it('section 3: promo data are the query parameters of the landing URL', () => {
  keepPromoData('?utm_source=spring&utm_campaign=a%20b');
  expect(promo()).toEqual({ utm_source: 'spring', utm_campaign: 'a b' });
});

it('a landing without parameters keeps what an earlier one left', () => {
  keepPromoData('?utm_source=spring');
  keepPromoData('');
  expect(promo()).toEqual({ utm_source: 'spring' });
});

it('a landing with thousands of parameters or a huge value is cut to a sane size', () => {
  keepPromoData(`?${Array.from({ length: 5_000 }, (_, n) => `p${n}=${'x'.repeat(1_000)}`).join('&')}`);
  expect(JSON.stringify(promo()).length).toBeLessThan(30_000);
});

it('a browser that refuses storage stops nobody', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect(() => keepPromoData('?a=1')).not.toThrow();
});
