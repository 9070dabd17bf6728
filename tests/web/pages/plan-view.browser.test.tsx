import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Result } from '../../../engine/model.ts';
import { createI18n, loadWords } from '../../../web/i18n.ts';
import type { PlanContent } from '../../../web/pages/plan/plan-content.ts';
import { PlanView } from '../../../web/pages/plan/PlanView.tsx';
import { SiteContext } from '../../../web/site.ts';
import { I18nextProvider } from 'react-i18next';
import { site } from '../cabinet/show-cabinet.tsx';
import { show } from '../ui/show.tsx';

const i18ns = { en: await speaking('en'), es: await speaking('es') };
const topic = (id: string, title: string) => ({ id, title, focus: 'What it is about.', practice: 'What to do.' });
const result = {
  site: {},
  hides: [],
  topics: [topic('deep-sleep', 'Deep sleep'), topic('quiet-mind', 'Quiet mind')],
} as unknown as Result;

function showPlan(content: Partial<PlanContent>, locale: 'en' | 'es' = 'en') {
  const done: string[] = [];
  show(
    <I18nextProvider i18n={i18ns[locale]}>
      <SiteContext value={site}>
        <PlanView
          result={result}
          content={{ sessions: {}, ...content }}
          plans={site.plans}
          locale={locale}
          chosenPlan="basic"
          onChoosePlan={() => undefined}
          onContinue={() => done.push('goes on')}
        />
      </SiteContext>
    </I18nextProvider>,
  );
  return done;
}

const wayOn = page.getByRole('button', { name: 'Get my plan · $14.99' }).first();
const week = (name: RegExp) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

test('a week names its sessions with their length and what leads them; those after the first unfold', async () => {
  showPlan({
    sessions: {
      'deep-sleep': [
        { title: 'Sinking slowly', minutes: 22, voice: 'Waves' },
        { title: 'Rain on the roof', minutes: 25, voice: 'Rain' },
      ],
      'quiet-mind': [{ title: 'Passing clouds', minutes: 20, voice: 'Wind' }],
    },
  });
  const sessions = week(/Week 1/)
    .getByRole('list', { name: 'Listen to' })
    .getByRole('listitem');
  await expect.element(sessions.nth(0)).toHaveTextContent(/^Sinking slowly 22 min · Waves$/);
  await expect.element(sessions.nth(1)).toHaveTextContent(/^Rain on the roof 25 min · Rain$/);
  expect(sessions.elements()).toHaveLength(2);
  const second = week(/Week 2/)
    .getByRole('list')
    .getByRole('listitem');
  expect(second.elements()).toEqual([]);
  await page.getByRole('heading', { name: /Week 2/ }).click();
  await expect.element(second).toHaveTextContent(/^Passing clouds 20 min · Wind$/);
});

test('the sessions are named in the language of the page', async () => {
  showPlan({ sessions: { 'deep-sleep': [{ title: 'Cada vez más hondo', minutes: 22, voice: 'Olas' }] } }, 'es');
  const sessions = week(/Semana 1/).getByRole('list', { name: 'Escucha' });
  await expect.element(sessions).toHaveTextContent(/^Cada vez más hondo 22 min · Olas$/);
});

test('a plan is whole without sessions: its weeks say what to do, and promise no list', async () => {
  showPlan({});
  await expect.element(week(/Week 4/)).toHaveTextContent('What to do.');
  expect(page.getByText('Listen to').elements()).toEqual([]);
  expect(page.getByRole('heading', { name: 'What members say' }).elements()).toEqual([]);
});

test('the way on is on the screen at once, with its price: on a phone, also on its side, and beside the plan', async () => {
  for (const [width, height] of [
    [360, 640],
    [640, 360],
    [1366, 625],
  ] as const) {
    await page.viewport(width, height);
    showPlan({});
    await expect.element(wayOn).toBeInViewport({ ratio: 1 });
  }
});

test('where no plan has been seen yet, the way on leads to the plans first', async () => {
  await page.viewport(360, 400);
  const done = showPlan({});
  const price = page.getByRole('radio').first();
  await expect.element(price).not.toBeInViewport();
  await wayOn.click();
  await expect.element(price).toBeInViewport();
  await expect.element(page.getByRole('radio', { checked: true })).toHaveFocus();
  expect(done).toEqual([]);
  await wayOn.click();
  expect(done).toEqual(['goes on']);
});

test('where the plans stand beside the rest, the way on is one tap', async () => {
  await page.viewport(1366, 625);
  const done = showPlan({});
  await wayOn.click();
  expect(done).toEqual(['goes on']);
});

test('what is promised of every plan stands in three cells', async () => {
  showPlan({});
  await expect.element(page.getByText('98% satisfaction')).toBeVisible();
  const facts = page.getByRole('list').first().getByRole('listitem').elements();
  expect(facts.map(({ textContent }) => textContent)).toEqual([
    'About 20 minutes a session',
    '5 stars 98% satisfaction',
    '14-day refund guarantee on every plan',
  ]);
});

test('how a session is made stands below its sample, where the content says it', async () => {
  const session = { title: 'Slow tide', minutes: 20, voice: 'Waves', sample: '/api/v1/content/slow-tide/sample/' };
  const makers = { title: 'Who makes them', text: ['We do.'], made: 'Layer by layer.' };
  showPlan({ sessions: { 'deep-sleep': [session] }, makers });
  const sample = page.getByRole('region', { name: 'Hear how it sounds' }).element();
  expect(sample.nextElementSibling).toHaveTextContent('Layer by layer.');
});

test('who makes the sessions and what members say are shown where the content has them', async () => {
  showPlan({
    makers: { title: 'Who makes them', text: ['We do.'] },
    testimonials: [{ name: 'María G.', text: 'I sleep.', about: 'Nurse, 42' }],
  });
  await expect.element(page.getByRole('region', { name: 'Who makes them' })).toHaveTextContent('We do.');
  const said = page.getByRole('region', { name: 'What members say' });
  await expect.element(said).toHaveTextContent(/I sleep\..*María G\..*Nurse, 42/);
});

async function speaking(locale: 'en' | 'es') {
  const i18n = createI18n(locale);
  for (const namespace of ['site', 'plan', 'results'] as const)
    i18n.addResourceBundle(locale, namespace, await loadWords(locale, namespace));
  return i18n;
}
