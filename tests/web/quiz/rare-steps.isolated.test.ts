import { expect, it } from 'vitest';
import { rulesOf } from '../../../engine/run/steps/index.ts';
import type { CompiledStep, FunnelData } from '../../../engine/model.ts';
import { addFunnelData, loadFunnel } from '../../../web/quiz/load-funnel.ts';

const entryOf = (id: string) => ({ id, path: `/${id}`, storageKey: id, data: { en: `/${id}.json` } }) as const;
const dataOf = (steps: readonly Partial<CompiledStep>[], more = {}) =>
  ({ funnel: { steps, ...more }, words: {} }) as unknown as FunnelData;

async function load(id: string, data: FunnelData): Promise<void> {
  addFunnelData(`/${id}.json`, data);
  await loadFunnel(entryOf(id), 'en');
}

it('a browser loads the rules of rare types with the first funnel that needs them', async () => {
  await load('plain', dataOf([{ type: 'intro' }, { type: 'number' }]));
  expect(rulesOf({ type: 'date' })).toBeUndefined();
  await load('of-today', dataOf([{ type: 'intro' }], { builtOn: '2026-11-22' }));
  expect(rulesOf({ type: 'date' }).question!.valueOf('1970-01-02')).toBe(1);
});
