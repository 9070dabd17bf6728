import { MemoryRouter } from 'react-router';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { saveVisit } from '../../../engine/run/save-visit.ts';
import { newVisit, openVisit } from '../../../web/quiz/visit.ts';
import { QuizPage } from '../../../web/quiz/QuizPage.tsx';
import { readVisit, type StoredVisit } from '../../../web/storage.ts';
import { buildFunnel, withWords } from '../../engine/run/build-funnel.ts';
import { show } from '../ui/show.tsx';

const options = ['calm', 'joy'];
const fields = ['one', 'two', 'three', 'four'];
const data = withWords(
  buildFunnel({ steps: fields.map((field) => ({ id: field, type: 'single_choice', field, options })) }),
);
const key = `visit:${data.funnel.id}`;
const stored = () => readVisit(data.funnel.id) as StoredVisit;
const progress = (step: number) => page.getByText(`${step}/4`, { exact: true });
const choose = (nth: number) => page.getByRole('radio').nth(nth).click();

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '');
});

/** Shows the quiz as a tab that is opened now does. */
async function openTab(): Promise<void> {
  const visit = await openVisit(data, '');
  show(
    <MemoryRouter>
      <QuizPage data={data} visit={visit} />
    </MemoryRouter>,
  );
}

/** The storage as another tab writes to it: this one gets the browser's own events. */
function otherTab(): Storage {
  const frame = document.body.appendChild(document.createElement('iframe'));
  onTestFinished(() => frame.remove());
  return frame.contentWindow!.localStorage;
}

/** What a tab saves that has gone on with the stored visit, or begun one, up to these answers. */
function savedWith(...answers: readonly string[]): string {
  const { actor, send } = newVisit(data, {});
  for (const value of answers) send({ type: 'ANSWER', value });
  const visit: StoredVisit = { ...saveVisit(data.funnel, actor.getSnapshot()), finished: false, id: 'the-visit' };
  return JSON.stringify(visit);
}

function see(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  onTestFinished(() => void vi.restoreAllMocks());
}

test('a tab shows what was answered in another one, and its next answer takes none of that away', async () => {
  await openTab();
  await choose(0);
  await expect.element(progress(2)).toBeVisible();
  await expect.poll(() => stored()?.answers).toEqual({ one: 'calm' });
  otherTab().setItem(key, savedWith('calm', 'joy', 'joy'));
  await expect.element(progress(4)).toBeVisible();
  history.back();
  await expect.element(progress(3)).toBeVisible();
  await expect.element(page.getByRole('radio').nth(1)).toBeChecked();
  await choose(0);
  await expect.poll(() => stored().answers).toEqual({ one: 'calm', two: 'joy', three: 'calm' });
  expect(stored().id).toBe('the-visit');
});

test('a tab that has not begun goes on with what another one has begun', async () => {
  await openTab();
  otherTab().setItem(key, savedWith('joy'));
  await expect.element(progress(2)).toBeVisible();
  await choose(0);
  await expect.poll(() => stored().answers).toEqual({ one: 'joy', two: 'calm' });
});

test('a tab in the background follows once it is seen', async () => {
  await openTab();
  see(true);
  otherTab().setItem(key, savedWith('joy'));
  otherTab().setItem(key, savedWith('joy', 'calm'));
  await new Promise((resolve) => addEventListener('storage', resolve, { once: true }));
  await expect.element(progress(1)).toBeVisible();
  see(false);
  await expect.element(progress(3)).toBeVisible();
});

test('a page that Back brings from the browser’s memory shows nothing of a visit that was removed meanwhile', async () => {
  localStorage.setItem(key, savedWith('joy', 'calm'));
  await openTab();
  await expect.element(progress(3)).toBeVisible();
  localStorage.removeItem(key);
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.element(progress(1)).toBeVisible();
  await expect.element(page.getByRole('radio', { checked: true })).not.toBeInTheDocument();
});
