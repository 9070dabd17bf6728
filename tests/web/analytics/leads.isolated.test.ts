import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Batch } from '../../../web/analytics/own-events.ts';
import { buildFunnel, withWords } from '../../engine/run/build-funnel.ts';
import { openBrowser } from './browser.ts';

const built = buildFunnel({
  steps: [
    { id: 'feeling', type: 'single_choice', options: ['calm', 'tense'] },
    { id: 'address', type: 'email' },
  ],
});
const steps = built.steps.map((step) => (step.type === 'email' ? { ...step, lead: ['feeling'] } : step));
const funnel = { ...built, steps };
const data = withWords(funnel, { steps: { address: { title: 'Where to?', consent: 'We write to you.' } } });
const funnels = [{ id: funnel.id, path: funnel.path, storageKey: funnel.storageKey, data: { en: '/data.json' } }];
const code = '../../../web/analytics/leads.ts';

let browser: ReturnType<typeof openBrowser>;
beforeEach(() => {
  browser = openBrowser();
  const site = { textContent: JSON.stringify({ hosts: {}, funnels }) };
  const root = { lang: 'en-US', dataset: { notFound: '' } }; // asks for no services
  vi.stubGlobal('document', { hidden: false, cookie: '', documentElement: root, getElementById: () => site });
});
afterEach(() => {
  vi.doUnmock(code);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page of the site, with the code that looks for leads. */
async function openPage(): Promise<void> {
  await browser.load();
  const { addFunnelData } = await import('../../../web/quiz/load-funnel.ts');
  addFunnelData('/data.json', data);
  const { startServices } = await import('../../../web/analytics/services/start-services.ts');
  startServices();
  await browser.pass(0);
}

/** Answers all questions of the quiz on this page. */
async function answerAll(): Promise<string> {
  const { visit, send } = await browser.open(funnel, '', data.words);
  send({ type: 'ANSWER', value: 'tense' });
  send({ type: 'ANSWER', value: 'ada@example.org' });
  return visit.id!;
}

const leads = () => browser.taken.filter((batch): batch is Batch & { contact: string } => 'contact' in batch);

test('a lead is sent at once, and nothing is owed then', async () => {
  await openPage();
  const visit = await answerAll();
  await browser.pass(0);
  expect(leads()).toMatchObject([
    { visit, step: 'address', contact: 'ada@example.org', answers: { feeling: 'tense' }, consent: 'We write to you.' },
  ]);
  expect(Object.keys(browser.storage).filter((key) => /^(lead|told):/.test(key))).toEqual([]);
});

test('one whose code did not come is sent by the next page of the site, with the consent that was shown', async () => {
  vi.doMock(code, () => {
    throw new TypeError('Failed to fetch');
  });
  await openPage();
  const visit = await answerAll();
  await browser.pass(60_000);
  expect(leads()).toEqual([]);
  expect(browser.storage['lead:test']).not.toContain('ada@'); // the address is only where the answers are
  vi.doUnmock(code);
  await openPage();
  await browser.pass(0);
  expect(leads()).toMatchObject([
    { visit, step: 'address', contact: 'ada@example.org', answers: { feeling: 'tense' }, consent: 'We write to you.' },
  ]);
  expect(browser.storage['lead:test']).toBeUndefined();
  await openPage();
  await browser.pass(0);
  expect(leads()).toHaveLength(1);
});

test('where the visit is no longer saved, nothing is owed', async () => {
  browser.storage['lead:test'] = JSON.stringify({ page: 1, input: {}, locale: 'en', consents: { address: 'Yes' } });
  await openPage();
  await browser.pass(0);
  expect(leads()).toEqual([]);
  expect(browser.storage['lead:test']).toBeUndefined();
});
