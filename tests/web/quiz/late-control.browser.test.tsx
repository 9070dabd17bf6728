import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Screen } from '../../../engine/model.ts';
import { isBundled, loadFields } from '../../../web/quiz/fields/index.ts';
import { ScreenView } from '../../../web/quiz/ScreenView.tsx';
import { show } from '../ui/show.tsx';

const screen: Screen = {
  stepId: 'name',
  type: 'text',
  title: 'Your name?',
  body: [],
  progress: { current: 2, final: 4, percent: 50 },
  canGoBack: true,
  required: true,
  maxLength: 40,
};

const nothing = () => undefined;
const view = (title: string) => (
  <ScreenView screen={{ ...screen, title }} locale="en" onAnswer={nothing} onNext={nothing} onBack={nothing} />
);

test('what is typed in a control that had to be waited for stays when its type has been loaded', async () => {
  expect(isBundled('text')).toBe(false);
  const place = show(view('Your name?'));
  await page.getByRole('textbox').fill('Ana');
  await loadFields([{ type: 'text' }]);
  place.show(view('¿Tu nombre?'));
  await expect.element(page.getByRole('textbox', { name: '¿Tu nombre?' })).toHaveValue('Ana');
});
