import { beforeEach, expect, test, vi } from 'vitest';
import { toResult } from '../../../engine/run/result.ts';
import { loadFinishedVisit, type FinishedVisit } from '../../../web/quiz/finished-visit.ts';
import { addFunnelData } from '../../../web/quiz/load-funnel.ts';
import { loadQuizResults } from '../../../web/pages/cabinet/profile/quiz-results.ts';
import { listStoredVisits } from '../../../web/pages/cabinet/profile/stored-visits.ts';
import type { Site } from '../../../web/site.ts';
import { buildFunnel, withWords } from '../../engine/run/build-funnel.ts';

vi.mock('../../../web/quiz/finished-visit.ts', () => ({ loadFinishedVisit: vi.fn() }));
vi.mock('../../../web/pages/cabinet/profile/stored-visits.ts', () => ({ listStoredVisits: vi.fn() }));

const data = withWords(buildFunnel({ id: 'sleep', steps: [{ id: 'tired', type: 'single_choice' }] }));
const entry = {
  id: 'sleep',
  path: '/sleep',
  storageKey: 'sleep',
  data: { en: '/sleep.en.json', es: '/sleep.es.json' },
};
addFunnelData(entry.data.en, data);

const answers = { tired: 'yes' };
const visit = { funnel: 'sleep', answers, input: {}, outcome: 'only', createdAt: '2026-11-21T12:00:00.000Z' };
const here: FinishedVisit = { data, result: toResult(data, answers)!, answers, input: {} };
const load = () => loadQuizResults({ site: { funnels: [entry] } as unknown as Site, locale: 'en', userId: 'ana' });

beforeEach(() => {
  vi.mocked(loadFinishedVisit).mockResolvedValue(null);
  vi.mocked(listStoredVisits).mockResolvedValue([]);
});

test('what the account has is shown on every device, in words', async () => {
  vi.mocked(listStoredVisits).mockResolvedValue([visit, { ...visit, funnel: 'gone' }]);
  const result = { title: 'Outcome only', summary: 'Summary' };
  expect(await load()).toMatchObject([{ funnel: 'sleep', quiz: 'Test', result, storedAt: visit.createdAt }]);
});

test('answers that fit the quiz no more leave its name', async () => {
  vi.mocked(listStoredVisits).mockResolvedValue([{ ...visit, answers: { tired: 'maybe' } }]);
  expect(await load()).toMatchObject([{ quiz: 'Test', result: { title: 'Test', summary: '' } }]);
});

test('what account and browser both have is shown once', async () => {
  vi.mocked(loadFinishedVisit).mockResolvedValue(here);
  vi.mocked(listStoredVisits).mockResolvedValue([visit]);
  expect((await load()).map(({ storedAt }) => storedAt)).toEqual([visit.createdAt]);
});

test('what only the browser has is shown, also where the account can not be asked', async () => {
  vi.mocked(loadFinishedVisit).mockResolvedValue(here);
  vi.mocked(listStoredVisits).mockRejectedValue(new Error('offline'));
  expect(await load()).toMatchObject([{ result: { title: 'Outcome only' }, storedAt: null }]);
});
