import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageLog } from '../../../engine/run/page-log.ts';
import { readPages } from '../../../engine/replay/read-pages.ts';
import { buildFunnel } from '../../engine/run/build-funnel.ts';
import { kindsOf, openBrowser } from './browser.ts';

const funnel = buildFunnel({
  hiddenFields: ['campaign'],
  steps: [
    { id: 'hello', type: 'intro' },
    { id: 'feeling', type: 'single_choice', options: ['calm', 'tense'] },
    { id: 'name', type: 'text', required: false },
    { id: 'address', type: 'email' },
    { id: 'end', type: 'info' },
  ],
});

let browser: ReturnType<typeof openBrowser>;
beforeEach(async () => {
  browser = openBrowser();
  await browser.load();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const next = { type: 'NEXT' } as const;
const back = { type: 'BACK' } as const;
const answer = (value: string) => ({ type: 'ANSWER', value }) as const;

/** What an analyst reads of all that the server has. */
function story() {
  const pages = new Map<number, PageLog['events'][number][]>();
  for (const { page, events } of browser.taken.toSorted((a, b) => a.page - b.page || a.n - b.n)) {
    pages.set(page, [...(pages.get(page) ?? []), ...(events as unknown as PageLog['events'])]);
  }
  return readPages(
    () => funnel,
    [...pages].map(([page, events]) => ({ page, events })),
  );
}

describe('what a page sends of a visit', () => {
  it('has nothing personal of the address, even where that was not cleaned', async () => {
    const personal = { ...funnel, address: { first_name: { maxLength: 40, personal: true as const } } };
    const { visit, send } = await browser.open(personal, '?campaign=May&first_name=Ana');
    send(next);
    await browser.pass(5_000);
    expect(visit.input.query).toEqual({ campaign: 'May' }); // as results and sign-ups have it, too
    expect(JSON.stringify(browser.taken)).toContain('May');
    expect(JSON.stringify(browser.taken)).not.toContain('Ana');
  });

  it('is on what it began, each event that the funnel took, and when the page is not looked at', async () => {
    browser.storage['promoData'] = JSON.stringify({ utm_source: 'ad' });
    const { visit, send } = await browser.open(funnel, '?campaign=May&stepsLimit=9');
    await browser.pass(1_000);
    send(next);
    send(next); // nothing is chosen: the funnel does not take it
    send(answer('unheard_of'));
    send(answer('calm'));
    send(back);
    browser.see(true);
    await browser.pass(2_000);
    browser.see(false);
    await browser.pass(5_000);
    expect(browser.taken).toMatchObject([
      { funnel: 'test', visit: visit.id, n: 0 },
      { funnel: 'test', visit: visit.id, n: 1, page: browser.taken[0]!.page },
    ]);
    const [{ events: first }, { events: second }] = browser.taken as unknown as [
      { events: unknown[] },
      { events: unknown[] },
    ];
    const start = { version: funnel.version, locale: 'en', seed: expect.any(String), source: 'ad', stepsLimit: 9 };
    expect(first[0]).toEqual([0, 'open', { ...start, query: { campaign: 'May' } }]);
    expect(first.slice(1)).toEqual([
      [1_000, 'next', 'hello'],
      [1_000, 'answer', 'feeling', 'calm'],
      [1_000, 'back', 'name'],
      [1_000, 'hide'],
    ]);
    expect(second).toEqual([[3_000, 'show']]);
  });

  it('holds no text and no address, neither of now nor of a page before', async () => {
    const { send } = await browser.open(funnel);
    for (const event of [next, answer('calm'), answer('Yara'), answer('yara@example.org')]) send(event);
    browser.see(true);
    await browser.load();
    const again = await browser.open(funnel);
    again.send(back);
    again.send(answer('eva@example.org'));
    again.send(back);
    again.send(back);
    again.send(answer(''));
    browser.see(true);
    await browser.pass(0);
    expect(JSON.stringify(browser.asked)).not.toMatch(/yara|eva/i);
    expect(browser.taken[1]!.events[0]![2]).toMatchObject({
      saved: { at: 'end', answers: { feeling: 'calm', name: '•', address: 'visitor@example.com' } },
    });
    expect(browser.taken[1]!.events).toContainEqual([expect.any(Number), 'answer', 'name', '']);
    expect(story().readable).toBe(true);
  });

  it('waits up to five seconds for more; a finish that leads to the results waits for nothing', async () => {
    const { send, leave } = await browser.open(funnel);
    await browser.pass(4_000);
    send(next);
    expect(browser.asked).toEqual([]);
    await browser.pass(1_000);
    expect(kindsOf(browser.taken)).toEqual(['0: open next']);
    for (const event of [answer('calm'), answer(''), answer('a@example.org'), next]) send(event);
    expect(kindsOf(browser.asked)).toEqual(['0: open next']); // not in the tap's own task
    leave();
    await browser.pass(0);
    expect(kindsOf(browser.taken)).toEqual(['0: open next', '1: answer answer answer next']);
    browser.see(true);
    await browser.pass(10_000);
    expect(browser.taken).toHaveLength(2); // nothing of what comes after the finish
    expect(story()).toMatchObject({ readable: true, at: null });
  });

  it('ends when the quiz is left for another page of the site, and starts over with it', async () => {
    const { visit, send, leave } = await browser.open(funnel);
    send(next);
    leave();
    await browser.pass(60_000);
    browser.see(true);
    browser.see(false);
    const again = await browser.open(funnel);
    again.send(answer('tense'));
    browser.see(true);
    await browser.pass(0);
    expect(kindsOf(browser.taken)).toEqual(['0: open next hide', '0: open answer hide']);
    expect(again.visit.id).toBe(visit.id);
    expect(story()).toMatchObject({ readable: true, at: 'name' });
  });

  it('begins with what was tapped before its script came', async () => {
    await browser.load();
    vi.resetModules(); // a page whose script is late
    const { visit, send } = await browser.open(funnel);
    send(next);
    send(answer('tense'));
    send(back);
    const { startSendingEvents } = await import('../../../web/analytics/own-events.ts');
    startSendingEvents();
    send(answer('calm'));
    browser.see(true);
    await browser.pass(5_000);
    expect(story()).toMatchObject({ readable: true, at: 'name' });
    expect(browser.taken[0]).toMatchObject({ visit: visit.id });
    expect(story().events).toContainEqual(expect.objectContaining({ type: 'step_answered', answer: 'calm' }));
  });
});

it('sends a finish that came before its script', async () => {
  vi.resetModules();
  const { send, leave } = await browser.open(funnel, '?stepsLimit=1');
  send(next);
  send(answer('tense'));
  leave();
  const { startSendingEvents } = await import('../../../web/analytics/own-events.ts');
  startSendingEvents();
  await browser.pass(5_000);
  expect(story()).toMatchObject({ readable: true, at: null });
  expect(story().events.at(-1)).toMatchObject({ type: 'visit_finished', outcome: 'only' });
});

it('leaves nothing in the browser once the visitor has their quizzes removed', async () => {
  browser.answer(null);
  const { send } = await browser.open(funnel);
  send(next);
  browser.see(true);
  await browser.open({ ...funnel, id: 'other' });
  const { removeVisits } = await import('../../../web/session/stored-quizzes.ts');
  const entry = { path: '/', storageKey: 'answers', data: {} };
  removeVisits(['test', 'other'].map((id) => ({ ...entry, id })));
  expect(Object.keys(browser.storage)).toEqual([]);
});

const idOf = async () => (await browser.open(funnel)).visit.id;

it('has no time before the page, though the clock is set back meanwhile', async () => {
  const { send } = await browser.open(funnel);
  vi.setSystemTime(Date.now() - 60_000);
  send(next);
  await browser.pass(5_000);
  const times = browser.taken.flatMap(({ events }) => events.map(([at]) => at));
  expect(times).toHaveLength(2);
  expect(times.every((at) => Number(at) >= 0)).toBe(true);
});

describe('the id of a visit', () => {
  it('is a UUID of version 7 with the time of its beginning', async () => {
    const id = (await idOf())!;
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
    expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(Date.now());
  });

  it('stays while the page is reloaded, before the first answer and after it', async () => {
    const first = await idOf();
    await browser.load();
    const { visit, send } = await browser.open(funnel);
    send(next);
    await browser.load();
    expect([visit.id, await idOf()]).toEqual([first, first]);
  });

  it('is another one once the quiz is begun again after it was finished, also if that is loaded again', async () => {
    const { visit, send } = await browser.open(funnel);
    for (const event of [next, answer('calm'), answer(''), answer('a@example.org'), next]) send(event);
    await browser.load();
    const second = await idOf();
    await browser.load();
    expect(await idOf()).toBe(second);
    expect(second).not.toBe(visit.id);
    vi.stubGlobal('history', { state: { step: 1, visit: second } });
    await browser.load();
    expect(await idOf()).toBe(second);
    vi.stubGlobal('history', { state: { step: 5, visit: visit.id } }); // Back from the results leads into the finished one
    await browser.load();
    expect(await idOf()).toBe(visit.id);
    vi.stubGlobal('history', { state: null });
    await browser.load();
    expect(await idOf()).toBe(second);
  });
});
