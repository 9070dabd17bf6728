import { afterEach, expect, it, vi } from 'vitest';
import { isRare, rulesOf } from '../../../engine/run/steps/index.ts';
import { rareFormats } from '../../../engine/run/recall.ts';
import type { CompiledStep, FunnelData } from '../../../engine/model.ts';
import { loadFunnel } from '../../../web/quiz/load-funnel.ts';

const dataOf = (steps: readonly Partial<CompiledStep>[], more = {}) =>
  ({ funnel: { steps, ...more }, words: {} }) as unknown as FunnelData;

afterEach(() => vi.unstubAllGlobals());

/** As the build describes the funnel to browsers. */
async function load(id: string, data: FunnelData): Promise<void> {
  const entry = { id, path: `/${id}`, storageKey: id, data: { en: `/${id}.json` } } as const;
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(data)));
  await loadFunnel(isRare(data) ? { ...entry, rare: true } : entry, 'en');
}

it('a browser loads the rules of rare types with the first funnel that needs them', async () => {
  await load('plain', dataOf([{ type: 'intro' }, { type: 'number' }]));
  expect(rulesOf({ type: 'date' })).toBeUndefined();
  expect(rareFormats.write).toBeUndefined();
  await load('of-today', dataOf([{ type: 'intro' }], { builtOn: '2026-11-22' }));
  expect(rulesOf({ type: 'date' }).question!.valueOf('1970-01-02')).toBe(1);
});

it('texts with rare formats make a funnel one that needs them', async () => {
  const plain = dataOf([{ type: 'intro' }, { type: 'number' }]);
  expect(isRare(plain)).toBe(false);
  const plural: FunnelData = { ...plain, words: { ...plain.words, rare: true } };
  expect(isRare(plural)).toBe(true);
  await load('plural', plural);
  expect(rareFormats.write).toBeDefined();
});
