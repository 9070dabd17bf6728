import { afterAll, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Result, Screen } from '../../../engine/model.ts';
import { createI18n, loadWords } from '../../../web/i18n.ts';
import { ResultsView } from '../../../web/pages/results/ResultsView.tsx';
import { I18nextProvider } from 'react-i18next';
import { showStep } from './quiz.tsx';
import { country, ease, evening, habits, hours, terms, week } from './screens.ts';
import { show } from './show.tsx';

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const address = `https://example.org/${long.toLowerCase()}?anticonstitucionalmente=otorrinolaringologicamente`;

/** A screen all of whose texts are long words, so that none of them is forgotten. */
function withLongWords<Shown>(screen: Shown): Shown {
  const kept = ['stepId', 'type', 'key', 'input', 'unit', 'tag', 'href', 'answer'];
  return JSON.parse(JSON.stringify(screen), (key, value: unknown) =>
    typeof value === 'string' && !kept.includes(key) ? long : value,
  ) as Shown;
}

const more = { subtitle: address, body: [long, address], button: long };
const rank = { ...evening, type: 'rank' } as unknown as Screen;
const noted = evening.options.map((option) => ({ ...option, note: long }));
const ends = { lowest: long, highest: long };
const screens: Readonly<Record<string, Screen>> = {
  single_choice: { ...evening, options: noted },
  multiple_choice: { ...habits, options: noted },
  rank,
  matrix: week,
  select: { ...country, options: country.options.slice(0, 3) },
  consent: terms,
  'a row of five': { ...ease, ...ends },
  'a row of eleven': { ...ease, min: 0, max: 10, ...ends },
  slider: { ...hours, ...ends },
};

/** What reaches beyond the page: nothing else makes it wider than the screen. */
function tooWide(): readonly string[] {
  const wide = [...document.querySelectorAll('body *')].filter(
    (each) => each.getBoundingClientRect().right > innerWidth + 0.5 && !each.closest('.unseen, svg'),
  );
  return wide.map((each) => `${each.tagName}.${each.className}`);
}

const [width, height] = [innerWidth, innerHeight];
beforeAll(async () => {
  await page.viewport(320, 640);
});
afterAll(() => page.viewport(width, height));

test.each(Object.entries(screens))('long words fit on a small phone: %s', async (_, screen) => {
  showStep(withLongWords({ ...screen, ...more }));
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(tooWide()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(innerWidth);
});

test('long words and addresses that a result recalls fit on a small phone', async () => {
  const result: Result = {
    outcomeId: 'only',
    title: long,
    summary: `You said ${address} and ${long}`,
    meaning: [long],
    points: [`${long} ${address}`],
    goal: long,
    site: {},
    ending: 'plan',
    hides: [],
    bars: [{ dimension: 'calm', label: long, percent: 40 }],
    topics: [],
  };
  const i18n = createI18n('en');
  for (const namespace of ['site', 'results'] as const)
    i18n.addResourceBundle('en', namespace, await loadWords('en', namespace));
  show(
    <I18nextProvider i18n={i18n}>
      <ResultsView result={result} locale="en" onContinue={() => undefined} />
    </I18nextProvider>,
  );
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(tooWide()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(innerWidth);
});
