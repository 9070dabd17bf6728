import { describe, expect, expectTypeOf, test } from 'vitest';
import type {
  AnswersOf,
  FieldOf,
  FunnelId,
  GoalOf,
  LocaleOf,
  OptionOf,
  OutcomeOf,
  StepOf,
  VariableOf,
  VariantsOf,
} from '../../../engine/typed-answers.ts';
import { checkAnswers } from '../../../engine/run/answers.ts';
import { realFunnel } from './real-funnels.ts';

/** Each line under an `@ts-expect-error` must fail to compile: otherwise `tsc` says that the comment is for nothing. */
describe('the types of the funnels', () => {
  test('know the answers of each field', () => {
    expectTypeOf<AnswersOf<'sleep-issues'>['hours']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<OptionOf<'sleep-issues', 'awakeFor'>>().toEqualTypeOf<
      'under_20' | 'under_45' | 'about_an_hour' | 'longer'
    >();
    const answers: AnswersOf<'sleep-issues'> = { trouble: 'shift_work', hours: 6.5, eveningHabits: ['nightcap'] };
    const wrong: AnswersOf<'sleep-issues'>[] = [
      // @ts-expect-error -- no such field
      { troubles: 'shift_work' },
      // @ts-expect-error -- no such option
      { trouble: 'shift_works' },
      // @ts-expect-error -- a number is no option
      { hours: 'many' },
      // @ts-expect-error -- several are chosen
      { eveningHabits: 'nightcap' },
      // @ts-expect-error -- an option of another field
      { eveningHabits: ['shift_work'] },
    ];
    const codes = [answers, ...wrong].map((each) => {
      const checked = checkAnswers(realFunnel('sleep-issues').funnel, each);
      return checked.ok ? 'ok' : checked.problems.map(({ code }) => code).join();
    });
    expect(codes).toEqual(['required', 'unknown_field', 'unknown_option', 'required', 'required', 'required']);
  });

  test('know every other name', () => {
    const step: StepOf<'sleep-issues'> = 'lights_out';
    const outcome: OutcomeOf<'sleep-issues'> = 'busy_nights';
    const variable: VariableOf<'sleep-issues'> = 'strain';
    const goal: GoalOf<'sleep-issues'> = 'wizard_start_sleep';
    const locale: LocaleOf<'sleep-issues'> = 'es';
    const variants: VariantsOf<'sleep-issues'> = { night_fact: 'effort' };
    const { funnel } = realFunnel('sleep-issues');
    expect(funnel.steps.map(({ id }) => id)).toContain(step);
    expect(funnel.outcomes.map(({ id }) => id)).toContain(outcome);
    expect(funnel.variables.map(({ name }) => name)).toContain(variable);
    expect(Object.values(funnel.goals)).toContain(goal);
    expect(funnel.locales).toContain(locale);
    expect(funnel.experiments[0]?.variants.map(({ name }) => name)).toContain(variants.night_fact);
  });

  test('know no other name', () => {
    // @ts-expect-error -- no such funnel
    const id: FunnelId = 'sleep-tissues';
    // @ts-expect-error -- a field, not a step
    const step: StepOf<'sleep-issues'> = 'lightsOut';
    // @ts-expect-error -- a step, not a field
    const field: FieldOf<'sleep-issues'> = 'lights_out';
    // @ts-expect-error -- an outcome of another funnel
    const outcome: OutcomeOf<'sleep-issues'> = 'harsh_voice';
    // @ts-expect-error -- no such variable
    const variable: VariableOf<'sleep-issues'> = 'strains';
    // @ts-expect-error -- no such goal
    const goal: GoalOf<'sleep-issues'> = 'wizard_start';
    // @ts-expect-error -- no such language
    const locale: LocaleOf<'sleep-issues'> = 'de';
    // @ts-expect-error -- no such variant
    const variants: VariantsOf<'sleep-issues'> = { night_fact: 'none' };
    expect([id, step, field, outcome, variable, goal, locale, variants]).toHaveLength(8);
  });
});
