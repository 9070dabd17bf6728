import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildFunnel } from '../../engine/run/build-funnel.ts';
import { kindsOf, openBrowser } from './browser.ts';

const funnel = buildFunnel({ steps: Array.from({ length: 9 }, (_, at) => ({ id: `step_${at}`, type: 'info' })) });
const next = { type: 'NEXT' } as const;

let browser: ReturnType<typeof openBrowser>;
beforeEach(async () => {
  browser = openBrowser();
  await browser.load();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const keptKeys = () => Object.keys(browser.storage).filter((key) => key.startsWith('told:'));

describe('a batch that could not be sent', () => {
  it.each([null, 500, 503, 429, 200, 302])('(%s) is sent unchanged until the server has it', async (status) => {
    browser.answer(status);
    const { send } = await browser.open(funnel);
    send(next);
    await browser.pass(5_000);
    const kept = browser.storage[keptKeys()[0]!];
    send(next);
    await browser.pass(5_000);
    expect(browser.storage[keptKeys()[0]!]).toBe(kept);
    browser.answer(204);
    await browser.pass(40_000);
    expect(kindsOf(browser.taken)).toEqual(['0: open next', '1: next']);
    expect(keptKeys()).toEqual([]);
  });

  it.each([400, 403, 413, 422])('(%s) is given up where the server will never take it', async (status) => {
    browser.answer(status);
    await browser.open(funnel);
    await browser.pass(5_000);
    expect(keptKeys()).toEqual([]);
    browser.answer(204);
    await browser.pass(600_000);
    expect(browser.taken).toEqual([]);
  });

  it.each([
    ['is kept while a minute is used up', '60', 1],
    ['is given up once a day is', '61', 0],
  ])('%s', async (_, seconds, kept) => {
    browser.answer(429, { 'Retry-After': seconds });
    await browser.open(funnel);
    await browser.pass(5_000);
    expect(keptKeys()).toHaveLength(kept);
    browser.answer(204);
    await browser.pass(600_000);
    expect(browser.taken).toHaveLength(kept);
  });

  it('is sent by the next page, before anything new', async () => {
    browser.answer(null);
    const { send } = await browser.open(funnel);
    send(next);
    browser.see(true);
    await browser.load();
    browser.answer(204);
    await browser.pass(10_000);
    expect(kindsOf(browser.taken)).toEqual(['0: open next hide']);
    expect(keptKeys()).toEqual([]);
  });

  it('is tried with growing pauses, and at once when the connection is back', async () => {
    browser.answer(503);
    await browser.open(funnel);
    await browser.pass(20 * 60_000);
    const tries = browser.asked.length;
    expect(tries).toBeGreaterThan(6);
    expect(tries).toBeLessThan(20);
    browser.answer(204);
    browser.send('online');
    await browser.pass(0);
    expect(browser.taken).toHaveLength(1);
  });

  it('is tried from memory where the browser keeps nothing', async () => {
    vi.stubGlobal('localStorage', undefined);
    await browser.load();
    browser.answer(null);
    const { send } = await browser.open(funnel);
    send(next);
    await browser.pass(5_000);
    browser.answer(204);
    await browser.pass(40_000);
    expect(kindsOf(browser.taken)).toEqual(['0: open next']);
  });

  it('is left to another tab that is sending already', async () => {
    let isFree = false;
    const request = (_: string, __: object, work: (lock: object | null) => unknown) =>
      Promise.resolve(work(isFree ? {} : null));
    vi.stubGlobal('navigator', { locks: { request } });
    browser.answer(503);
    await browser.open(funnel);
    await browser.pass(5_000);
    await browser.pass(60_000);
    expect(browser.asked).toHaveLength(1);
    isFree = true;
    browser.answer(204);
    await browser.pass(300_000);
    expect(browser.taken).toHaveLength(1);
  });

  it('is given up with its whole page once there is too much, the oldest first', async () => {
    const keep = (page: number, n: number) => (browser.storage[`told:${page}:${n}`] = JSON.stringify({ page, n }));
    for (let n = 0; n < 3; n += 1) keep(1_700_000_000_000, n);
    for (let n = 0; n < 399; n += 1) keep(1_800_000_000_000, n);
    browser.answer(null);
    await browser.load();
    await browser.pass(10_000);
    expect(keptKeys()).toHaveLength(399);
    expect(keptKeys().every((key) => key.startsWith('told:1800000000000:'))).toBe(true);
  });
});
