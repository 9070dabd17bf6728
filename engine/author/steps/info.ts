import type { StepValue, TimerValue } from '../flow.ts';
import { printExpression } from '../expression/print.ts';
import type { Schema, StepAuthoring } from './authoring.ts';
import { chartFact, chartKey, chartWord, checkChart, compileChart } from './chart.ts';

/** What an info step can show beside its words. */
const shows = (value: StepValue) =>
  (['chart', 'picture', 'testimonials', 'timer'] as const).filter((key) => value[key] !== undefined);

const secondsIn = { hours: 3600, minutes: 60, seconds: 1 } as const;

const units = Object.keys(secondsIn) as (keyof TimerValue)[];

const secondsOf = (timer: TimerValue) => units.reduce((sum, unit) => sum + (timer[unit] ?? 0) * secondsIn[unit], 0);

/** In the largest unit that it is a whole number of. */
function timerFact(seconds: number): string {
  const unit = units.find((each) => seconds % secondsIn[each] === 0)!;
  return `${seconds / secondsIn[unit]} ${unit}`;
}

const count = (unit: keyof TimerValue, maximum: number): Schema => ({
  title: unit,
  description: `How many ${unit} it runs. At most ${maximum}.`,
  type: 'integer',
  minimum: 1,
  maximum,
});

export const info: StepAuthoring<'info' | 'display'> = {
  description:
    'A screen between questions: words, maybe a chart, a picture, what members say or a timer, and a button.',
  keys: {
    chart: chartKey,
    picture: { $ref: '#/definitions/picture' },
    testimonials: {
      title: 'the testimonials',
      description: 'What members have said, by their ids in `content/testimonials.yaml`, in this order.',
      type: 'array',
      minItems: 1,
      maxItems: 6,
      uniqueItems: true,
      items: {
        title: 'a testimonial id',
        type: 'string',
        pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
        examples: ['maria'],
      },
      examples: [['maria', 'jon']],
    },
    timer: {
      title: 'a timer',
      description:
        'Counts down on the screen: `{ minutes: 10 }`. Its end is fixed when a visitor first sees it, and it never runs again. It changes nothing by itself, so count down only to what really ends then: false limits of time are against the law. Its words are `ended`.',
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      properties: { seconds: count('seconds', 3600), minutes: count('minutes', 600), hours: count('hours', 72) },
      examples: [{ minutes: 10 }, { seconds: 60 }],
    },
  },
  required: [],
  words: {
    button: true,
    chart: chartWord,
    labels: chartWord,
    alt: { where: 'a chart or a picture', fits: ({ chart, picture }) => (chart ?? picture) !== undefined },
    ended: { where: 'a timer', fits: ({ timer }) => timer !== undefined, isNeeded: true },
  },
  compile: (basis, { value }, _builtOn, values) => {
    if (shows(value).length === 0) return { ...basis, type: 'info' };
    return {
      ...basis,
      type: 'display',
      ...(value.chart && { chart: compileChart(value.chart, values) }),
      ...(value.timer && { timer: secondsOf(value.timer) }),
    };
  },
  *check(step) {
    yield* checkChart(step);
    const [one, other] = shows(step.value);
    if (!step.sound || other === undefined) return;
    const message = `An info step has ${one} or ${other}, not both.`;
    const hint = 'Put one of them on a step of its own.';
    yield { path: [...step.path, other], target: 'key', code: 'either_or', message, hint };
  },
  facts: (step) =>
    step.type === 'info'
      ? {}
      : {
          chart: chartFact(step, printExpression),
          timer: step.timer === undefined ? undefined : timerFact(step.timer),
        },
  question: null,
};
