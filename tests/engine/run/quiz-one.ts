import { buildFunnel } from './build-funnel.ts';

/** Section 9: the steps of quiz 1 that do not count, by their number. */
export const notCounting = [1, 5, 8, 10, 12, 16];

/** Quiz 1 in its shape (specification, sections 2 and 3): an intro, ten questions, five texts. */
export const quizOne = buildFunnel({
  id: 'daily-emotional-reset',
  path: '/daily-emotional-reset',
  storageKey: 'wizardEmotionalReset',
  goals: { start: 'wizard_start_reset', finish: 'wizard_finish_reset' },
  steps: Array.from({ length: 16 }, (_, index) => {
    const number = index + 1;
    const id = `step_${number}`;
    if (number === 1) return { id, type: 'intro' };
    if (notCounting.includes(number)) return { id, type: 'info' };
    return {
      id,
      type: 'single_choice',
      options: ['first', 'second', 'third'],
      ...(number === 2 && { goal: 'wizard_second_step_passed' }),
    };
  }),
});
