import { expect, test } from 'vitest';
import { exampleOutcomes } from '../../../engine/author/prove/describe-visits.ts';
import type { Answers } from '../../../engine/model.ts';
import { formatProblem } from '../../../engine/problem.ts';
import { toResult } from '../../../engine/run/result.ts';
import { runs } from '../author/runs.ts';
import { buildCase, visitsOf } from './case.ts';

const { funnels, problems, warnings } = buildCase('two-wordings');
const { funnel, words } = funnels[0]!;

/** What a visitor has answered, in whichever wording. */
function saidIn({ work, ...answers }: Answers): { readonly hours: number; readonly trouble: string } {
  const wording = work === 'days' ? 'by_day' : 'on_shifts';
  return { hours: Number(answers[`hours_${wording}`]), trouble: String(answers[`trouble_${wording}`]) };
}

const summaryIn = (locale: string, answers: Answers) => toResult({ funnel, words: words[locale]! }, answers)?.summary;

test('two questions that never meet are one value to conditions and texts, without a problem', () => {
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
  expect([...exampleOutcomes(funnel).keys()].toSorted()).toEqual(['fine', 'short', 'waking']);
});

test('visitors by chance, who go back and change the wording too, get what the model says of either answer', () => {
  const visits = visitsOf(funnels[0]!, runs(200));
  const troubles: Readonly<Record<string, string>> = {
    waking: 'you wake up',
    falling: 'you lie awake',
    none: 'nothing troubles you',
  };
  for (const { answers, outcome, reported, summary } of visits) {
    const { hours, trouble } = saidIn(answers);
    const expected = hours < 5 ? 'short' : trouble === 'waking' ? 'waking' : 'fine';
    expect([outcome, reported]).toEqual([expected, expected]);
    expect(summary).toBe(`You sleep ${hours} hours, and ${troubles[trouble]}.`);
  }
  expect(new Set(visits.map(({ outcome, answers }) => `${outcome} ${String(answers['work'])}`)).size).toBe(6);
});

test('both wordings are recalled by one name in Spanish too', () => {
  const said = [
    { work: 'days', hours_by_day: 7, trouble_by_day: 'falling' },
    { work: 'shifts', hours_on_shifts: 11, trouble_on_shifts: 'none' },
  ].map((answers) => summaryIn('es', answers));
  expect(said).toEqual(['Duermes 7 horas y te cuesta dormirte.', 'Duermes 11 horas y nada te molesta.']);
});
