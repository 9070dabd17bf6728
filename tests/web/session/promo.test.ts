import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { savePromoData as land } from '../../../web/starter/promo.ts';

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
  land('?utm_source=spring&utm_campaign=a%20b');
  expect(promo()).toEqual({ utm_source: 'spring', utm_campaign: 'a b' });
});

it('of an utm_source only what a source can be is kept', () => {
  land('?utm_source=ana%40example.org&from=mail');
  expect(promo()).toEqual({ utm_source: '', from: 'mail' });
});

it('what no database can store is left out, also where a long value was cut within a character', () => {
  land(`?utm_source=spr%00ing&from=${'a'.repeat(499)}🌙`);
  expect(promo()).toEqual({ utm_source: 'spring', from: 'a'.repeat(499) });
});

it('a landing without parameters keeps what an earlier one left', () => {
  land('?utm_source=spring');
  land('');
  expect(promo()).toEqual({ utm_source: 'spring' });
});

it("the site's own parameters are none, and undo nothing", () => {
  land('?utm_source=spring');
  land('?locale=es');
  land('?locale=es&stepsLimit=3');
  expect(promo()).toEqual({ utm_source: 'spring' });
  land('?locale=es&gclid=7');
  expect(promo()).toEqual({ gclid: '7' });
});

it('a landing with thousands of parameters or a huge value is cut to a sane size', () => {
  land(`?${Array.from({ length: 5_000 }, (_, n) => `p${n}=${'x'.repeat(1_000)}`).join('&')}`);
  expect(JSON.stringify(promo()).length).toBeLessThan(30_000);
});

it('a browser that refuses storage does not stop the sign-up', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect(() => land('?a=1')).not.toThrow();
});
