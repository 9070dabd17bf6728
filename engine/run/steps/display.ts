import type { CompiledChart, DisplayStep, ScreenChart, ScreenTimer } from '../../model.ts';
import { evaluate } from '../expression.ts';
import type { Journey } from '../journey.ts';
import { formatValue } from '../recall.ts';
import { scopeOf } from '../walk.ts';
import type { ScreenWords, StepRules } from './rules.ts';

/** A screen between questions that shows more than its words. */
export const display: StepRules<'display'> = {
  screen: (step, input) => {
    const { chart } = step;
    const { picture: src, alt, testimonials } = input.words;
    const picture = src !== undefined && {
      src,
      alt: alt === undefined ? '' : input.fill(alt),
      loading: 'lazy' as const,
    };
    return {
      ...(chart && chartOf(chart, input)),
      ...(picture && { picture }),
      ...(testimonials && { testimonials }),
      ...timerOf(step, input),
    };
  },
  question: null,
};

/** The chart with its values in the reader's language; none where one of them is missing. */
function chartOf(
  { kind, values, format, scale }: CompiledChart,
  { words, fill, data, journey }: ScreenWords,
): { readonly chart?: ScreenChart } {
  const scope = scopeOf(data.funnel, journey as Journey);
  const shown = values.flatMap((value) => {
    const number = evaluate(value, scope);
    const text = formatValue(number, format, data.words.locale);
    return typeof number === 'number' && text !== undefined ? [{ number, text }] : [];
  });
  if (shown.length < values.length) return {};
  const chart = {
    kind,
    title: fill(words.chart ?? ''),
    labels: (words.labels ?? []).map(fill),
    values: shown,
    ...(scale && { scale }),
    ...(words.alt !== undefined && { alt: fill(words.alt) }),
  };
  return { chart };
}

function timerOf(
  { id, renamedFrom = [], timer: seconds }: DisplayStep,
  { words, fill, data }: ScreenWords,
): { readonly timer?: ScreenTimer } {
  if (seconds === undefined) return {};
  const ids = [id, ...renamedFrom].map((each) => `${data.funnel.id}:${each}`);
  return { timer: { seconds, ended: fill(words.ended ?? ''), ids } };
}
