/** What the pages of the result and the plan show. */

import type { CompiledOutcome, FunnelData, Result, ResultBar, VisitInput } from '../model.ts';
import { checkAnswers } from './answers.ts';
import { indexOf } from './funnel-index.ts';
import type { Totals } from './journey.ts';
import { formatValue, rareFormats, recallFrom } from './recall.ts';

/** The outcome of these answers in the words of one locale; null if no visitor can have given them. */
export function toResult(given: FunnelData, answers: unknown, input: VisitInput = {}): Result | null {
  const data = rareFormats.read(given, input);
  const { funnel, words } = data;
  const check = checkAnswers(funnel, answers, input);
  const said = check.ok && words.outcomes[check.outcome];
  if (!said) return null;
  const fields = new Map([...indexOf(funnel).fields].map(([field, at]) => [at, field]));
  const fill = recallFrom(data, (at) => check.answers[fields.get(at) ?? ''], check.scope);
  const outcome = funnel.outcomes.find(({ id }) => id === check.outcome)!;
  const { topics, hides = [] } = outcome;
  const site = Object.entries(said.site ?? {}).map(([name, text]) => [name, fill(text)] as const);
  return {
    outcomeId: check.outcome,
    title: fill(said.title),
    summary: fill(said.summary),
    meaning: (said.meaning ?? []).map(fill),
    points: (said.points ?? []).map(fill),
    ...(said.goal !== undefined && { goal: fill(said.goal) }),
    site: Object.fromEntries(site),
    ending: said.ending ?? endingOf(outcome),
    hides,
    bars: Object.entries(words.dimensions).map(([name, label]) => barOf(data, check.totals, { name, label })),
    topics: topics.flatMap((id) => (words.topics[id] ? [{ id, ...words.topics[id] }] : [])),
  };
}

/** What follows the result: the plan where there are topics, else nothing, unless the outcome says. */
export function endingOf({ ending, topics }: Pick<CompiledOutcome, 'ending' | 'topics'>): string {
  return ending ?? (topics.length > 0 ? 'plan' : 'message');
}

function barOf(data: FunnelData, totals: Totals, { name, label }: { name: string; label: string }): ResultBar {
  const { least, most } = data.funnel.dimensions.find((each) => each.name === name) ?? { least: 0, most: 0 };
  const total = totals[name] ?? 0;
  // Divided last: 100 * (23 / 40) is a little less than 57.5.
  const percent = most > least ? (100 * (total - least)) / (most - least) : 0;
  const bar = { dimension: name, label, percent: Math.round(Math.min(100, Math.max(0, percent))) };
  const format = data.words.points?.[name];
  if (!format) return bar;
  const write = (points: number) => formatValue(points, format, data.words.locale)!;
  return { ...bar, points: { total: write(total), ...(least !== 0 && { least: write(least) }), most: write(most) } };
}
