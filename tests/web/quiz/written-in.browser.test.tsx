import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answer, Screen } from '../../../engine/model.ts';
import '../../../engine/run/steps/all.ts';
import { loadFields } from '../../../web/quiz/fields/index.ts';
import { ScreenView } from '../../../web/quiz/ScreenView.tsx';
import { show } from '../ui/show.tsx';

const step = {
  stepId: 'source',
  title: 'How did you hear of us?',
  body: [],
  progress: { current: 2, final: 4, percent: 50 },
  canGoBack: true,
  writeIn: { key: 'other', maxLength: 10 },
} as const;
const options = [
  { key: 'friend', label: 'A friend', exclusive: false },
  { key: 'other', label: 'Something else', writeIn: 'What was it?', placeholder: 'A podcast', exclusive: false },
  { key: 'none', label: 'Nothing', exclusive: true },
];
const one: Screen = { ...step, type: 'single_choice', options };
const several: Screen = { ...step, type: 'multiple_choice', options, choose: { min: 1, max: 2 } };
await loadFields([one, several, { type: 'multiple_choice' }]);

const nothing = () => undefined;

/** Shows a step; gives what was answered. */
function showStep(screen: Screen): readonly Answer[] {
  const sent: Answer[] = [];
  show(
    <ScreenView
      screen={screen}
      locale="en"
      onAnswer={(answer) => sent.push(answer)}
      onNext={nothing}
      onBack={nothing}
    />,
  );
  return sent;
}

const row = (name: string) => page.getByRole('radio', { name });
const box = (name: string) => page.getByRole('checkbox', { name });
const words = () => page.getByRole('textbox', { name: 'What was it?' });
const goOn = () => page.getByRole('button', { name: 'Continue' });

test('a tap on the option answers nothing: it opens the field, which has the focus, and Continue', async () => {
  const sent = showStep(one);
  await expect.element(goOn()).not.toBeInTheDocument();
  await row('Something else').click();
  await expect.element(words()).toHaveFocus();
  await expect.element(words()).toHaveAttribute('placeholder', 'A podcast');
  await expect.element(row('Something else')).toBeChecked();
  await userEvent.keyboard(' A film {Enter}');
  expect(sent).toEqual(['other:A film']);
});

test('a tap on any other row answers at once, also while the field is open', async () => {
  const sent = showStep(one);
  await row('Something else').click();
  await row('A friend').click();
  expect(sent).toEqual(['friend']);
  await expect.element(words()).not.toBeInTheDocument();
});

test('what is missing is said at the field, which keeps the focus, until something is written', async () => {
  const sent = showStep(one);
  await row('Something else').click();
  await expect.element(words()).toHaveAttribute('aria-invalid', 'false');
  await goOn().click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'You must fill this field.' })).toBeVisible();
  await expect.element(words()).toHaveFocus();
  await expect.element(words()).toHaveAccessibleDescription('You must fill this field.');
  await userEvent.keyboard('   {Enter}');
  expect(sent).toEqual([]);
  await userEvent.keyboard('A film');
  await expect.element(page.getByText('You must fill this field.')).not.toBeInTheDocument();
});

test('no more can be written than the author allows, and what nobody types is left out', async () => {
  const sent = showStep({ ...one, answer: 'other:A documentary' }); // from before it had to be shorter
  await goOn().click();
  expect(sent).toEqual([]);
  await expect.element(page.getByText('Shorten this to 10 characters or fewer.')).toBeVisible();
  await expect.element(words()).toHaveAttribute('maxlength', '10');
  await words().fill('A\tfilm\u0007');
  await userEvent.keyboard('{Enter}');
  expect(sent).toEqual(['other:A film']);
});

test('what was written before stands there, without taking the focus from the heading', async () => {
  const sent = showStep({ ...one, answer: 'other:A film' });
  await expect.element(words()).toHaveValue('A film');
  await expect.element(words()).not.toHaveFocus();
  await expect.element(row('Something else')).toBeChecked();
  await goOn().click();
  expect(sent).toEqual(['other:A film']);
});

test('by keyboard it is one of the rows: arrows, Enter, Space and digits', async () => {
  const sent = showStep(one);
  (row('A friend').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(row('Something else')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(row('Nothing')).toHaveFocus();
  await userEvent.keyboard('2');
  await expect.element(words()).toHaveFocus();
  await userEvent.keyboard('3 films');
  await expect.element(words()).toHaveValue('3 films');
  (row('Something else').element() as HTMLElement).focus();
  await userEvent.keyboard('1');
  expect(sent).toEqual(['friend']);
});

test('among several the field comes and goes with its box, and its words go along in the list', async () => {
  const sent = showStep(several);
  await box('A friend').click();
  await box('Something else').click();
  await expect.element(words()).toHaveFocus();
  await goOn().click();
  expect(sent).toEqual([]);
  await expect.element(page.getByText('You must fill this field.')).toBeVisible();
  await words().fill('A film');
  await box('Something else').click();
  await expect.element(words()).not.toBeInTheDocument();
  await box('Something else').click();
  await expect.element(words()).toHaveValue('A film');
  await userEvent.keyboard('{Enter}');
  expect(sent).toEqual([['friend', 'other:A film']]);
});

test('an option that is chosen alone clears the words with their box', async () => {
  const sent = showStep({ ...several, answer: ['friend', 'other:A film'] });
  await expect.element(words()).toHaveValue('A film');
  await box('Nothing').click();
  await expect.element(words()).not.toBeInTheDocument();
  await goOn().click();
  expect(sent).toEqual([['none']]);
});
