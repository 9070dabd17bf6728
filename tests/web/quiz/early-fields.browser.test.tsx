import { createRoot, hydrateRoot } from 'react-dom/client';
import { prerender } from 'react-dom/static.browser';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answer, CompiledStep, FunnelData, QuestionType } from '../../../engine/model.ts';
import { endEarlyVisit, takeOver } from '../../../web/quiz/take-over.ts';
import { loadFields } from '../../../web/quiz/fields/index.ts';
import { newVisit, prerenderedVisit, type Visit } from '../../../web/quiz/visit.ts';
import { QuizPage } from '../../../web/quiz/QuizPage.tsx';
import { startEarlyVisit } from '../../../web/starter/early-visit.ts';
import { buildFunnel, type StepDraft, withWords } from '../../engine/run/build-funnel.ts';
import { createWords } from '../ui/show.tsx';

/** What a visitor does on a step, and the answer that it makes; `change` alters what an author can't leave out. */
interface Deed {
  readonly step?: Partial<StepDraft> & { readonly type?: QuestionType };
  readonly change?: object;
  readonly act: () => Promise<void>;
  readonly answer: Answer;
  /** A tap is an answer already. */
  readonly isTap?: true;
}

const box = (nth: number) => page.getByRole('checkbox').nth(nth).click();
const write = (text: string) => page.getByRole('textbox').fill(text);
const number = { min: 0, max: 10, step: 1 };

const deeds: Readonly<Record<QuestionType, Deed>> = {
  single_choice: { act: () => page.getByRole('radio').nth(1).click(), answer: 'no', isTap: true },
  select: { act: () => page.getByRole('option').nth(1).click(), answer: 'no', isTap: true },
  multiple_choice: {
    step: { options: ['a', 'b', { key: 'none', exclusive: true }] },
    act: async () => {
      await box(2);
      await box(1);
      await box(0);
    },
    answer: ['a', 'b'],
  },
  rank: {
    step: { options: ['a', 'b', 'c'] },
    act: async () => {
      await box(2);
      await box(0);
    },
    answer: ['c', 'a', 'b'],
  },
  matrix: {
    act: async () => {
      await page.getByRole('radio').nth(1).click();
      await page.getByRole('radio').nth(2).click();
    },
    answer: ['r0.no', 'r1.yes'],
  },
  number: {
    act: async () => {
      page.getByRole('slider').element().focus();
      await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    },
    answer: 9,
  },
  text: { act: () => write('Ana'), answer: 'Ana' },
  email: { act: () => write('ana@example.org'), answer: 'ana@example.org' },
  phone: { act: () => write('+34 600 123 456'), answer: '+34600123456' },
  consent: { act: () => box(0), answer: 'yes' },
  date: {
    act: () => page.elementLocator(document.querySelector('input')!).fill('2026-11-21'),
    answer: '2026-11-21',
  },
  time: { act: () => page.elementLocator(document.querySelector('input')!).fill('23:59'), answer: '23:59' },
};

const others: Readonly<Record<string, Deed>> = {
  'a number that is typed': {
    step: { type: 'number', ...number },
    change: { input: 'field' },
    act: () => write('7'),
    answer: 7,
  },
  'a number on a scale': {
    step: { type: 'number', ...number, max: 5 },
    change: { input: 'scale' },
    act: () => page.getByRole('radio').nth(2).click(),
    answer: 2,
    isTap: true,
  },
  'a number on a scale, by its digit': {
    step: { type: 'number', ...number, max: 5 },
    change: { input: 'scale' },
    act: () => userEvent.keyboard('4'),
    answer: 4,
    isTap: true,
  },
  'a number in another unit': {
    step: { type: 'number', min: 40, max: 200, step: 1 },
    change: { input: 'field', unit: 'kilograms', units: ['kilograms', 'pounds'], firstUnit: 'kilograms' },
    act: async () => {
      await page.getByRole('radio').nth(1).click({ force: true });
      await write('220');
    },
    answer: 100,
  },
  'more than a line': { step: { type: 'text', maxLength: 500 }, act: () => write('A\nB'), answer: 'A\nB' },
};

const all: Readonly<Record<string, Deed>> = { ...deeds, ...others };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '');
});

/** The page of a quiz that begins with this step, as it is prerendered, with the starter script at work. */
async function openPage(type: string, { step, change }: Deed) {
  const funnel = buildFunnel({
    steps: [
      { id: 'first', type: type as QuestionType, ...step },
      { id: 'end', type: 'info' },
    ],
  });
  const [first, end] = funnel.steps as readonly [CompiledStep, CompiledStep];
  const data = withWords({ ...funnel, steps: [{ ...first, ...change }, end] });
  await loadFields([first]);
  const place = document.body.appendChild(document.createElement('div'));
  const { prelude } = await prerender(contentOf(data, prerenderedVisit(data, {})));
  place.innerHTML = await new Response(prelude).text();
  await prerender(null); // leaves the contexts of what was lazy: else the other renderer finds itself in them
  const listen = vi.spyOn(document, 'addEventListener');
  startEarlyVisit(funnel.id);
  const listeners = listen.mock.calls;
  listen.mockRestore();
  onTestFinished(() => {
    for (const [event, listener] of listeners) document.removeEventListener(event, listener);
    place.remove();
  });
  return { data, place };
}

const contentOf = (data: FunnelData, visit: Visit) => (
  <I18nextProvider i18n={createWords()}>
    <MemoryRouter>
      <QuizPage data={data} visit={visit} />
    </MemoryRouter>
  </I18nextProvider>
);

/** As `web/main.tsx` does it, where the HTML is taken over and where it isn't. */
function startPage({ data, place }: { data: FunnelData; place: HTMLElement }, isAsRendered = true): Visit {
  const visit = newVisit(data, {});
  takeOver(visit, endEarlyVisit()!);
  if (!isAsRendered) place.replaceChildren();
  const content = contentOf(data, visit);
  const root = isAsRendered ? hydrateRoot(place, content) : createRoot(place);
  if (!isAsRendered) root.render(content);
  onTestFinished(() => root.unmount());
  return visit;
}

const submit = () => page.getByRole('button', { name: 'Continue' }).click();

async function isAnswered(visit: Visit, answer: Answer) {
  await expect.poll(() => visit.actor.getSnapshot().value).toBe('end');
  expect(visit.taken.map(({ event }) => event)).toEqual([{ type: 'ANSWER', value: answer }]);
}

describe('before the script has come', () => {
  test.each(Object.entries(all))('%s is answered and sent', async (name, deed) => {
    const opened = await openPage(name, deed);
    const { href } = location;
    await deed.act();
    if (!deed.isTap) await submit();
    expect(location.href).toBe(href);
    await isAnswered(startPage(opened), deed.answer);
  });

  test.each(Object.entries(all).filter(([, { isTap }]) => !isTap))(
    '%s is answered, and sent afterwards',
    async (name, deed) => {
      const opened = await openPage(name, deed);
      await deed.act();
      const visit = startPage(opened);
      await expect.poll(() => globalThis.earlyChanges).toBeUndefined();
      expect(visit.taken).toEqual([]);
      await submit();
      await isAnswered(visit, deed.answer);
    },
  );

  test.each(Object.entries(all))(
    '%s is answered in HTML that React puts something else in the place of',
    async (name, deed) => {
      const opened = await openPage(name, deed);
      await deed.act();
      if (!deed.isTap) await submit();
      await isAnswered(startPage(opened, false), deed.answer);
    },
  );
});

test('a form that is sent empty says what is missing, once the script has come', async () => {
  const opened = await openPage('text', deeds.text);
  await submit();
  const visit = startPage(opened);
  await expect.element(page.getByRole('alert')).toHaveTextContent('You must fill this field.');
  expect(document.querySelector('[data-tapped]')).toBeNull();
  expect(visit.taken).toEqual([]);
});
