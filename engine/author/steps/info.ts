import { printExpression } from '../expression/print.ts';
import type { StepAuthoring } from './authoring.ts';
import { chartAlt, chartFact, chartKey, chartWord, checkChart, compileChart } from './chart.ts';

export const info: StepAuthoring<'info' | 'display'> = {
  description: 'A screen between questions: words, maybe a chart, and a button.',
  keys: { chart: chartKey },
  required: [],
  words: { button: true, chart: chartWord, labels: chartWord, alt: chartAlt },
  compile: (basis, { value: { chart } }, _builtOn, values) =>
    chart ? { ...basis, type: 'display', chart: compileChart(chart, values) } : { ...basis, type: 'info' },
  check: checkChart,
  facts: (step) => ({ chart: step.type === 'display' ? chartFact(step, printExpression) : undefined }),
  question: null,
};
