import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Result, ResultBar } from '../../../engine/model.ts';
import { createI18n, loadWords } from '../../../web/i18n.ts';
import { ResultsView } from '../../../web/pages/results/ResultsView.tsx';
import { show } from '../ui/show.tsx';

const i18n = createI18n('en');
for (const namespace of ['site', 'results'] as const)
  i18n.addResourceBundle('en', namespace, await loadWords('en', namespace));
const share: ResultBar = { dimension: 'calm', label: 'Calm', percent: 40 };
const counted: ResultBar = { ...share, points: { total: '24', most: '40' } };

function showResult(...bars: readonly ResultBar[]) {
  const result = { title: 'A', summary: 'B', meaning: [], points: [], site: {}, ending: 'message', hides: [], bars };
  show(
    <I18nextProvider i18n={i18n}>
      <ResultsView result={result as unknown as Result} locale="en" onContinue={() => undefined} />
    </I18nextProvider>,
  );
}

const attributes = (selector: string, name: string) =>
  [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name));

test('bars that say low, medium or high are explained by the shares from which they do', async () => {
  showResult(share);
  await expect.element(page.getByText(/low up to a quarter of what is possible/)).toBeVisible();
});

test('bars that count points are not explained by shares', async () => {
  showResult(counted);
  await expect.element(page.getByText('24 of 40')).toBeVisible();
  await expect.element(page.getByText(/They aren’t a diagnosis/)).toBeVisible();
  expect(page.getByText(/a quarter/).elements()).toEqual([]);
});

test('a bar is as long as its share, with a mark where it becomes medium and where high', async () => {
  showResult(share);
  await expect.element(page.getByText('Calm')).toBeVisible();
  expect(attributes('li svg rect', 'width')).toEqual(['100%', '40%']);
  expect(attributes('li svg line', 'x1')).toEqual(['25%', '50%']);
});
