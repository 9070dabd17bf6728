import { rankedNames } from '../expression/ranked.ts';
import type { Path } from '../../problem.ts';
import type { Finding } from '../finding.ts';
import type { FormatValue } from '../flow.ts';
import { isBroken } from '../text-variables.ts';
import type { FlowRule } from './rule.ts';

/** A variable is a sum, a value or a text, and its format says one thing that it is. */
export const variables: FlowRule = function* ({ flow }) {
  for (const [name, { sum, value, text, show, format = {} }] of Object.entries(flow.value.variables ?? {})) {
    const path = ['variables', name];
    if (isBroken(flow, name)) continue;
    const place = { in: flow.document, path, target: 'key', code: 'either_or' } as const;
    if (sum === undefined && value === undefined && text === undefined) {
      const hint = `Write ${name}: { value: … }, { sum: … } or { text: … }.`;
      yield { ...place, message: `"${name}" has no sum, no value and no text.`, hint };
    }
    if (show !== undefined && (value !== undefined || text))
      yield {
        ...place,
        path: [...path, 'show'],
        message: 'Only a sum is shown with the result.',
        hint: 'Recall the value in the texts of outcomes: {{' + name + '}}.',
      };
    if (text && Object.keys(format).length > 0) {
      const message = `"${name}" is a text, which has no format.`;
      yield { ...place, path: [...path, 'format'], message, hint: 'Remove format.' };
      continue;
    }
    if (rankedNames(value) !== undefined && Object.keys(format).length > 0) {
      const message = `"${name}" is the name of a dimension, which has no format.`;
      yield { ...place, path: [...path, 'format'], message, hint: 'Remove format: texts say its label.' };
      continue;
    }
    const wrong = [...checkFormat([...path, 'format'], format)];
    for (const finding of wrong) yield { in: flow.document, ...finding };
    if (wrong.length === 0 && format.date !== undefined && sum !== undefined) {
      const message = `"${name}" is a sum of points, which is no date.`;
      yield { ...place, path: [...path, 'format'], message };
    }
  }
};

/** A format says one thing that a value is. */
export function* checkFormat(path: Path, { unit, money, date, decimals }: FormatValue): Iterable<Omit<Finding, 'in'>> {
  const place = { path, target: 'key', code: 'either_or' } as const;
  const kinds = Object.entries({ unit, money, date }).filter(([, given]) => given !== undefined);
  const [one, other] = kinds.map(([key]) => key);
  if (one !== undefined && other !== undefined)
    yield { ...place, message: `A format has ${one} or ${other}, not both.` };
  else if (date !== undefined && decimals !== undefined) yield { ...place, message: 'A date has no decimals.' };
  if (money !== undefined && !currencies.has(money)) {
    const message = `${money} is not a currency.`;
    const hint = 'Write USD, EUR or GBP, for example.';
    yield { ...place, path: [...path, 'money'], target: 'value', code: 'unknown_value', message, hint };
  }
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
