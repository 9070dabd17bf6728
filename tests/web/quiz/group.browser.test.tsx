import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answer, Answers, AskedField, Screen } from '../../../engine/model.ts';
import '../../../engine/run/steps/all.ts';
import { loadFields } from '../../../web/quiz/fields/index.ts';
import { ScreenView } from '../../../web/quiz/ScreenView.tsx';
import { show } from '../ui/show.tsx';

const step = { body: [], progress: { current: 2, final: 4, percent: 50 }, canGoBack: true } as const;
const options = ['early', 'late'].map((key) => ({ key, label: `The ${key} ones`, exclusive: false }));
const questions: readonly Screen[] = [
  { ...step, stepId: 'name', title: 'Your name', type: 'text', required: true, maxLength: 60 },
  { ...step, stepId: 'work', title: 'Your shifts', type: 'single_choice', options },
  { ...step, stepId: 'call', title: 'A call', type: 'consent', required: false, consent: 'Call me.' },
  { ...step, stepId: 'hours', title: 'Your hours', type: 'number', input: 'field', min: 0, max: 14, step: 1 },
];

/** The call is only for late workers; nobody works more than 9 hours with the early shift. */
function ask(answers: Answers): readonly AskedField[] {
  const shown = questions.filter(({ stepId }) => stepId !== 'call' || answers['work'] === 'late');
  return shown.map((screen) => {
    const field = screen.stepId;
    const answer = answers[field];
    const isTooLong = field === 'hours' && answers['work'] === 'early' && Number(answer) > 9;
    const isMissing = answer === undefined && field !== 'call';
    return {
      field,
      screen: {
        ...screen,
        ...(field === 'hours' && { check: 'That is too long.' }),
        ...(answer !== undefined && { answer }),
      } as Screen,
      answer: answer ?? 'no',
      problem: isMissing ? 'required' : isTooLong ? 'check' : null,
    };
  });
}

const group: Screen = { ...step, stepId: 'seat', title: 'Your seat', type: 'group', given: {}, ask };
await loadFields([group, ...questions, { type: 'number', check: 'any' }]);

const nothing = () => undefined;

/** Shows a group; gives what is sent of it: `next`, and then the answers. */
function showGroup(screen: Screen = group): readonly Answer[] {
  const sent: Answer[] = [];
  const onNext = () => sent.push('next');
  show(
    <ScreenView screen={screen} locale="en" onAnswer={(value) => sent.push(value)} onNext={onNext} onBack={nothing} />,
  );
  return sent;
}

const nameField = () => page.getByRole('textbox', { name: 'Your name' });
const hoursField = () => page.getByRole('textbox', { name: 'Your hours' });
const goOn = () => page.getByRole('button', { name: 'Continue' });

test('there is one button, and no answer is sent before all of them are right', async () => {
  const sent = showGroup();
  await expect.element(nameField()).toBeVisible();
  expect(document.querySelectorAll('h1, h2')).toHaveLength(4);
  await expect.element(goOn()).toBeVisible();
  await nameField().fill('Ana');
  await page.getByRole('radio', { name: 'The early ones' }).click();
  await goOn().click();
  await expect.element(hoursField()).toHaveFocus();
  expect(sent).toEqual([]);
  await hoursField().fill('8');
  await goOn().click();
  await expect.poll(() => sent).toEqual(['next', 'Ana', 'early', 8]);
});

test('the first mistake has the focus, whichever question it is, and each is said', async () => {
  const sent = showGroup();
  await goOn().click();
  await expect.element(nameField()).toHaveFocus();
  await expect.element(page.getByText('You must select at least one option.')).toBeVisible();
  expect(document.querySelectorAll('[role="alert"]:not(:empty)')).toHaveLength(3);
  await nameField().fill('Ana');
  await goOn().click();
  await expect.element(page.getByRole('radio', { name: 'The early ones' })).toHaveFocus();
  await page.getByRole('radio', { name: 'The early ones' }).click();
  await expect.element(page.getByText('You must select at least one option.')).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});

test('Enter in a field is Continue for all, and an answer that was right and is emptied is asked for again', async () => {
  const sent = showGroup({ ...group, given: { name: 'Ana', work: 'early', hours: 7 } });
  await userEvent.clear(nameField());
  await userEvent.type(hoursField(), '{Enter}');
  await expect.element(nameField()).toHaveFocus();
  expect(sent).toEqual([]);
  await userEvent.type(nameField(), 'Eva{Enter}');
  await expect.poll(() => sent).toEqual(['next', 'Eva', 'early', 7]);
});

test('a check says what is wrong in its field, until the answers go together', async () => {
  const sent = showGroup({ ...group, given: { name: 'Ana', work: 'early', hours: 12 } });
  await goOn().click();
  await expect.element(page.getByText('That is too long.')).toBeVisible();
  await expect.element(hoursField()).toHaveFocus();
  await page.getByRole('radio', { name: 'The late ones' }).click();
  await goOn().click();
  await expect.poll(() => sent).toEqual(['next', 'Ana', 'late', 'no', 12]);
});

test('what is asked only of some comes up with the tap that says so, and is not sent of others', async () => {
  const sent = showGroup({ ...group, given: { name: 'Ana', work: 'early', call: 'yes', hours: 7 } });
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  await page.getByRole('radio', { name: 'The late ones' }).click();
  await expect.element(page.getByRole('checkbox')).toBeVisible();
  await page.getByRole('radio', { name: 'The early ones' }).click();
  await goOn().click();
  await expect.poll(() => sent).toEqual(['next', 'Ana', 'early', 7]);
});

test('a rating that another question depends on brings it up with its tap, and takes it away again', async () => {
  const rated: Screen = {
    ...step,
    stepId: 'seen',
    title: 'Who has seen it?',
    type: 'matrix',
    required: false,
    rows: ['doctor', 'friend'].map((key) => ({ key, label: `A ${key}`, exclusive: false })),
    columns: ['yes', 'no'].map((key) => ({ key, label: key, exclusive: false })),
  };
  await loadFields([rated]);
  const asked = (answers: Answers): readonly AskedField[] => {
    const seen = (answers['seen'] ?? []) as readonly string[];
    const fields: readonly AskedField[] = [
      { field: 'seen', screen: { ...rated, answer: seen }, answer: seen, problem: null },
      { field: 'call', screen: questions[2]!, answer: 'no', problem: null },
    ];
    return fields.filter(({ field }) => field === 'seen' || seen.includes('doctor.yes'));
  };
  showGroup({ ...group, ask: asked });
  await page.getByRole('radiogroup', { name: 'A doctor' }).getByRole('radio').first().click();
  await expect.element(page.getByRole('checkbox')).toBeVisible();
  await page.getByRole('radiogroup', { name: 'A doctor' }).getByRole('radio').last().click();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
});

test('digits choose nothing', async () => {
  const sent = showGroup();
  document.querySelector('h1')!.focus();
  await userEvent.keyboard('2');
  await expect.element(page.getByRole('radio', { name: 'The late ones' })).not.toBeChecked();
  await nameField().fill('2');
  await userEvent.type(nameField(), '3');
  await expect.element(nameField()).toHaveValue('23');
  expect(sent).toEqual([]);
});
