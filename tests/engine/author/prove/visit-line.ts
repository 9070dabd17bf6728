import type { Answer, CompiledFunnel } from '../../../../engine/model.ts';
import type { ExampleVisit } from '../../../../engine/problem.ts';

/**
 * A visit in one line: `?utm_source=ad > proof=doctors > welcome > habits: coffee_late+neither > hours: 3 > finish urgent`.
 * Query parameters and variants come first.
 */
export function writeVisit({ query = {}, variants = {}, steps, outcome }: ExampleVisit): string {
  const given = [
    ...Object.entries(query).map(([name, value]) => `?${name}=${value}`),
    ...Object.entries(variants).map(([name, variant]) => `${name}=${variant}`),
    ...steps.map(({ step, answer }) => (answer === undefined ? step : `${step}: ${[answer].flat().join('+')}`)),
  ];
  return [...given, ...(outcome === undefined ? [] : [`finish ${outcome}`])].join(' > ');
}

/** The visit of such a line; only `finish` at its end is a visit without an outcome. */
export function readVisit({ steps }: CompiledFunnel, line: string): ExampleVisit {
  const parts = line.split(' > ').map((part) => /^(\?)?(\w+)(=|: | )?(.*)$/.exec(part) ?? []);
  const pairs = (isQuery: boolean) =>
    parts.flatMap(([, mark, name, sign, value]) =>
      sign === '=' && (mark !== undefined) === isQuery ? [[name, value]] : [],
    );
  const shown = parts.filter(([, , name, sign]) => sign !== '=' && name !== 'finish');
  const outcome = parts.find(([, , name]) => name === 'finish')?.[4];
  return {
    query: Object.fromEntries(pairs(true)) as Record<string, string>,
    variants: Object.fromEntries(pairs(false)) as Record<string, string>,
    steps: shown.map(([, , step = '', sign, said = '']) => {
      const type = steps.find(({ id }) => id === step)?.type;
      const answer: Answer = type === 'number' ? Number(said) : type === 'multiple_choice' ? said.split('+') : said;
      return sign === undefined ? { step } : { step, answer };
    }),
    ...(outcome && { outcome }),
  };
}
