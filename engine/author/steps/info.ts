import type { StepValue } from '../flow.ts';
import { printExpression } from '../expression/print.ts';
import type { StepAuthoring } from './authoring.ts';
import { chartFact, chartKey, chartWord, checkChart, compileChart } from './chart.ts';

/** What an info step can show beside its words. */
const shows = (value: StepValue) =>
  (['chart', 'picture', 'testimonials'] as const).filter((key) => value[key] !== undefined);

export const info: StepAuthoring<'info' | 'display'> = {
  description: 'A screen between questions: words, maybe a chart, a picture or what members say, and a button.',
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
  },
  required: [],
  words: {
    button: true,
    chart: chartWord,
    labels: chartWord,
    alt: { where: 'a chart or a picture', fits: ({ chart, picture }) => (chart ?? picture) !== undefined },
  },
  compile: (basis, { value }, _builtOn, values) => {
    if (shows(value).length === 0) return { ...basis, type: 'info' };
    return { ...basis, type: 'display', ...(value.chart && { chart: compileChart(value.chart, values) }) };
  },
  *check(step) {
    yield* checkChart(step);
    const [one, other] = shows(step.value);
    if (!step.sound || other === undefined) return;
    const message = `An info step has ${one} or ${other}, not both.`;
    const hint = 'Put one of them on a step of its own.';
    yield { path: [...step.path, other], target: 'key', code: 'either_or', message, hint };
  },
  facts: (step) => ({ chart: step.type === 'display' ? chartFact(step, printExpression) : undefined }),
  question: null,
};
