import { expect, it } from 'vitest';
import { hasRules, rulesOf } from '../../../engine/run/steps/index.ts';
import type { CompiledStep, FunnelData } from '../../../engine/model.ts';
import { addFunnelData, loadFunnel } from '../../../web/quiz/load-funnel.ts';

const entryOf = (id: string) => ({ id, path: `/${id}`, storageKey: id, data: { en: `/${id}.json` } }) as const;
const dataOf = (steps: readonly Partial<CompiledStep>[], more = {}) =>
  ({ funnel: { steps, ...more }, words: {} }) as unknown as FunnelData;
const plain = dataOf([{ type: 'intro' }, { type: 'number' }]);
const dated = dataOf([{ type: 'intro' }, { type: 'date' }]);
const ofToday = dataOf([{ type: 'intro' }], { builtOn: '2026-11-22' });

it('a browser loads the rules of rare types with the first funnel that needs them', async () => {
  addFunnelData('/plain.json', plain);
  await loadFunnel(entryOf('plain'), 'en');
  expect([plain, dated, ofToday].map(({ funnel }) => hasRules(funnel))).toEqual([true, false, false]);
  expect(rulesOf({ type: 'date' })).toBeUndefined();
  addFunnelData('/of-today.json', ofToday);
  await loadFunnel(entryOf('of-today'), 'en');
  expect([dated, ofToday].map(({ funnel }) => hasRules(funnel))).toEqual([true, true]);
  expect(rulesOf({ type: 'date' }).question!.valueOf('1970-01-02')).toBe(1);
});
