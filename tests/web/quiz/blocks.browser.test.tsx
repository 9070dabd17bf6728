import { afterEach, expect, test, vi } from 'vitest';
import type { FunnelData } from '../../../engine/model.ts';
import { blocksInOrder } from '../../../engine/run/blocks.ts';
import { clearFunnels, loadFunnel } from '../../../web/quiz/load-funnel.ts';
import type { FunnelEntry } from '../../../web/site.ts';
import { keys, removeEntry, visitorSeed } from '../../../web/storage.ts';
import { buildFunnel, withWords } from '../../engine/run/build-funnel.ts';

const steps = Array.from({ length: 8 }, (_, at) => ({ id: `s${at}`, type: 'info' }) as const);
const built = buildFunnel({ steps: [{ id: 'welcome', type: 'intro' }, ...steps] });
const funnel = { ...built, steps: built.steps.map((step, at) => (at > 0 ? { ...step, block: 'all' } : step)) };
const data = withWords(funnel);
const entry: FunnelEntry = {
  id: 'test',
  path: '/test',
  storageKey: 'wizardTest',
  data: { en: '/funnel.json' },
  rare: true,
};

const idsOf = ({ funnel: { steps: all } }: FunnelData) => all.map(({ id }) => id);

afterEach(() => {
  clearFunnels();
  vi.unstubAllGlobals();
});

test('a quiz is loaded with its blocks in the order of this browser, and in another one once what it stored is removed', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(data)));
  const first = await loadFunnel(entry, 'en');
  expect(idsOf(first)).toEqual(idsOf({ ...data, funnel: blocksInOrder(funnel, visitorSeed()) }));
  expect(await loadFunnel(entry, 'en')).toBe(first);
  const orders = new Set<string>();
  for (let times = 0; times < 5; times += 1) {
    removeEntry(keys.visitorSeed);
    const other = await loadFunnel(entry, 'en');
    expect(idsOf(other)).toEqual(idsOf({ ...data, funnel: blocksInOrder(funnel, visitorSeed()) }));
    orders.add(idsOf(other).join());
  }
  expect(orders.size).toBeGreaterThan(1);
});
