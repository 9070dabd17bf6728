import { languageTag } from '../../model.ts';
import type { Scope } from '../expression/types.ts';
import type { Flow } from '../flow.ts';
import { answerFormat, formatWithoutUnit, formsOf } from '../formats.ts';
import type { Finding } from '../finding.ts';
import { parseMarkup } from '../words/markup.ts';
import type { PlacedRecall, Words } from '../words/words.ts';
import { checkRecall } from './recall-targets.ts';
import type { WordsContext, WordsRule } from './rule.ts';

/** What has plural forms is a number, and its text has each form that the number can have in its language. */
export const pluralForms: WordsRule = function* (context) {
  for (const words of context.words) {
    for (const use of words.texts) {
      if (!use.allowsRecalls) continue;
      for (const recall of use.parsed.recalls) {
        if (!formsOf(recall) || checkRecall(context, words, use, recall)) continue;
        const { start, end } = recall;
        for (const mistake of mistakesIn(context, words, recall))
          yield { in: words.document, path: use.path, within: { start, end }, ...mistake };
      }
    }
  }
};

type Mistake = Pick<Finding, 'code' | 'message' | 'hint'>;

function* mistakesIn(
  { writtenOut: flow, scope }: WordsContext,
  { locale }: Words,
  recall: PlacedRecall,
): Iterable<Mistake> {
  const name = recall.recall;
  const type = scope.answers.get(name) ?? scope.variables.get(name);
  if (!type || type.kind === 'unknown') return;
  if (type.kind !== 'number') {
    const hint =
      type.kind === 'keys'
        ? `Count what was chosen, variables: { chosen: { value: count(${name}) } }, and recall {{chosen, plural, …}}.`
        : `Write {{${name}}}.`;
    yield { code: 'plural_of_no_number', message: `"${name}" is not a number, so it has no plural forms.`, hint };
    return;
  }
  const forms = formsOf(recall) ?? {};
  const { pluralCategories } = new Intl.PluralRules(languageTag(locale)).resolvedOptions();
  const ownForms = [...pluralCategories].sort((one, other) => order.indexOf(one) - order.indexOf(other));
  for (const [form, text] of Object.entries(forms)) {
    if (!ownForms.some((each) => each === form) && !/^=(?:0|[1-9]\d*)$/.test(form)) {
      const hint = `Its forms are ${ownForms.join(', ')}. A text for a single number is written =0 {…}.`;
      yield { code: 'plural_forms', message: `"${form}" is no plural form in ${locale}.`, hint };
    }
    const { marks, problems } = parseMarkup(text.replaceAll('#', '0')); // at the start of a text # is a heading
    if (marks.length + problems.length > 0)
      yield {
        code: 'markup_not_here',
        message: "Plural forms can't have emphasis or links.",
        hint: 'Put them around the whole recall.',
      };
  }
  const needed = neededForms(numbersOf(flow, scope, name), forms, locale);
  for (const form of ownForms) {
    const example = needed.get(form);
    if (Object.hasOwn(forms, form) || (example === undefined && form !== 'other')) continue;
    const message = `The plural form "${form}" is missing in ${locale}${example === undefined ? '' : `: ${example} has it`}.`;
    yield { code: 'plural_forms', message, hint: `Add ${form} {…}.` };
  }
}

const order: readonly string[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

interface Numbers {
  readonly format: Intl.NumberFormatOptions;
  readonly values: Iterable<number>;
}

/** Numbers of each kind that an answer or a variable can be, and how they are written. */
function numbersOf(flow: Flow, scope: Scope, name: string): Numbers {
  if (!scope.answers.has(name)) {
    const format = formatWithoutUnit(flow.value.variables?.[name]?.format);
    return { format, values: [...countUp(0, 1000, 1), ...countUp(0, 10, 0.01)] };
  }
  const { min, max, step = 1 } = flow.stepsByField.get(name)?.value ?? {};
  const least = typeof min === 'number' ? min : 0;
  const most = typeof max === 'number' ? max : least + 1000;
  const millions = [1e6, 2e6, 1e7, 1e8, 1e9].filter(
    (value) => least <= value && value <= most && Number.isInteger((value - least) / step),
  );
  return { format: answerFormat, values: [...countUp(least, most, step), ...millions] };
}

/** The first two thousand. */
function* countUp(min: number, max: number, step: number): Iterable<number> {
  for (let at = 0; at < 2000 && min + at * step <= max; at++) yield Number((min + at * step).toPrecision(12));
}

/** The plural forms of these numbers, each with one of them as it is written. */
function neededForms({ format, values }: Numbers, forms: object, locale: string): ReadonlyMap<string, string> {
  const numbers = new Intl.NumberFormat(languageTag(locale), format);
  const { minimumFractionDigits = 0, maximumFractionDigits = 0 } = numbers.resolvedOptions();
  const rules = new Intl.PluralRules(languageTag(locale), { minimumFractionDigits, maximumFractionDigits });
  const needed = new Map<string, string>();
  for (const value of values) {
    const form = rules.select(value);
    if (!needed.has(form) && !Object.hasOwn(forms, `=${value}`)) needed.set(form, numbers.format(value));
  }
  return needed;
}
