import { afterEach, expect, it, vi } from 'vitest';
import { isRare, rulesOf } from '../../../engine/run/steps/index.ts';
import type { CompiledStep, FunnelData } from '../../../engine/model.ts';
import { loadFunnel } from '../../../web/quiz/load-funnel.ts';

const dataOf = (steps: readonly Partial<CompiledStep>[], more = {}) =>
  ({ funnel: { steps, ...more }, words: {} }) as unknown as FunnelData;

afterEach(() => vi.unstubAllGlobals());

/** As the build describes the funnel to browsers. */
async function load(id: string, data: FunnelData): Promise<void> {
  const entry = { id, path: `/${id}`, storageKey: id, data: { en: `/${id}.json` } } as const;
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(data)));
  await loadFunnel(isRare(data.funnel) ? { ...entry, rare: true } : entry, 'en');
}

it('a browser loads the rules of rare types with the first funnel that needs them', async () => {
  await load('plain', dataOf([{ type: 'intro' }, { type: 'number' }]));
  expect(rulesOf({ type: 'date' })).toBeUndefined();
  await load('of-today', dataOf([{ type: 'intro' }], { builtOn: '2026-11-22' }));
  expect(rulesOf({ type: 'date' }).question!.valueOf('1970-01-02')).toBe(1);
});
