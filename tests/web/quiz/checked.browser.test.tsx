import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answer, Screen } from '../../../engine/model.ts';
import { loadFields } from '../../../web/quiz/fields/index.ts';
import { ScreenView } from '../../../web/quiz/ScreenView.tsx';
import { show } from '../ui/show.tsx';

const wrong = "You can't sleep longer than you are in bed.";
const step = {
  stepId: 'slept',
  title: 'How long do you sleep?',
  body: [],
  progress: { current: 2, final: 4, percent: 50 },
  canGoBack: true,
  check: wrong,
} as const;
const typed: Screen = { ...step, type: 'number', input: 'field', min: 0, max: 14, step: 1 };
const tapped: Screen = {
  ...step,
  type: 'single_choice',
  options: [
    { key: 'little', label: 'Little', exclusive: false },
    { key: 'much', label: 'Much', exclusive: false },
  ],
};

await loadFields([typed, tapped, { type: 'number' }]);

const nothing = () => undefined;

/** Shows a step of a visit that takes these answers; gives those that were sent. */
function showVisit(screen: Screen, takes: (answer: Answer) => boolean): readonly Answer[] {
  const sent: Answer[] = [];
  const onAnswer = (answer: Answer) => {
    sent.push(answer);
    return takes(answer);
  };
  show(<ScreenView screen={screen} locale="en" onAnswer={onAnswer} onNext={nothing} onBack={nothing} />);
  return sent;
}

const alert = () => page.getByRole('alert').filter({ hasText: wrong });

test('what is wrong with an answer that the visit refuses is said with its field in focus, until it is changed', async () => {
  const sent = showVisit(typed, (answer) => Number(answer) <= 8);
  await page.getByRole('textbox').fill('9');
  await expect.element(alert()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(alert()).toBeVisible();
  await expect.element(page.getByRole('textbox')).toHaveFocus();
  await expect.element(page.getByRole('group', { name: step.title })).toHaveAccessibleDescription(wrong);
  await userEvent.fill(page.getByRole('textbox'), '8');
  await expect.element(alert()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(alert()).not.toBeInTheDocument();
  expect(sent).toEqual([9, 8]);
});

test('where a tap answers, the step stays and says it too; what the type itself refuses is said by the type', async () => {
  const sent = showVisit(tapped, () => false);
  await page.getByRole('radio', { name: 'Much' }).click();
  await expect.element(alert()).toBeVisible();
  expect(sent).toEqual(['much']);
});
