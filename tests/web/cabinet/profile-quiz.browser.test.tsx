import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { QuizSection } from '../../../web/pages/cabinet/profile/QuizSection.tsx';
import { loadQuizResults, type QuizResult } from '../../../web/pages/cabinet/profile/quiz-results.ts';
import { removeStoredVisits } from '../../../web/pages/cabinet/profile/stored-visits.ts';
import { ana, outage } from './fake-account.ts';
import { showCabinet } from './show-cabinet.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));
vi.mock('../../../web/pages/cabinet/profile/quiz-results.ts', () => ({ loadQuizResults: vi.fn() }));
vi.mock('../../../web/pages/cabinet/profile/stored-visits.ts', () => ({ removeStoredVisits: vi.fn() }));

const section = page.getByRole('region', { name: 'Your quiz' });
const result = { outcomeId: 'on', title: 'A mind that is rarely off', summary: 'You told us “a lot”.' };
const stored: QuizResult = { funnel: 'sleep', quiz: 'Sleep', result, storedAt: '2026-11-21T12:00:00Z' };

function showQuizzes(...results: readonly QuizResult[]) {
  vi.mocked(loadQuizResults).mockResolvedValue(results);
  showCabinet(<QuizSection user={ana} />, { path: '/cabinet/profile' });
}

test('a result says of which quiz it is, and since when it is in the account', async () => {
  showQuizzes(stored, { ...stored, funnel: 'calm', quiz: 'Calm', storedAt: null });
  await expect.element(section).toHaveTextContent('A mind that is rarely offYou told us “a lot”.');
  await expect.element(section).toHaveTextContent('Sleep, November 21, 2026');
  await expect.element(section).toHaveTextContent('Calm, as saved on this device');
});

test('results are removed once it was said what that does, and the focus is on the words that say it is done', async () => {
  showQuizzes(stored);
  await page.getByRole('button', { name: 'Remove my quiz results' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove your quiz results?' });
  await expect.element(dialog).toHaveTextContent('your four weeks leave the dashboard');
  vi.mocked(removeStoredVisits).mockRejectedValueOnce(outage);
  await dialog.getByRole('button', { name: 'Remove them' }).click();
  await expect.element(dialog).toHaveTextContent('We are back in a minute.');
  await dialog.getByRole('button', { name: 'Remove them' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(section.getByText('Your quiz results have been removed.')).toHaveFocus();
  await expect.element(section).not.toHaveTextContent('A mind');
});
