import { languageTag, type AnswerProblem } from '../../model.ts';
import {
  asItIs,
  phrasesOf,
  optionsOnScreen,
  pick,
  type ScreenOf,
  type CompiledStepOf,
  type StepRules,
} from './rules.ts';

/** Several statements on one scale: a cell of each row that is answered, as `row.column`, in the order of the rows. */
export const matrix: StepRules<'matrix'> = {
  screen({ rows, columns, ...step }, { words }) {
    const shown = (keys: readonly string[]) =>
      optionsOnScreen(
        keys.map((key) => ({ key })),
        words,
      );
    return { rows: shown(rows), columns: shown(columns), ...pick(step, 'required') };
  },
  question: {
    ...asItIs,
    check,
    isOptional: ({ required }) => required === false,
    nothing: [],
    tidy({ options }, answer) {
      const cells = options.map(({ key }) => key).filter((key) => (answer as string[]).includes(key));
      return cells.length > 0 ? cells : undefined;
    },
    inWords(_step, answer, words, locale) {
      const lines = (answer as readonly string[]).map((cell) => phrasesOf(cell.split('.'), words).join(': '));
      return new Intl.ListFormat(languageTag(locale)).format(lines);
    },
  },
};

function check(asked: CompiledStepOf<'matrix'> | ScreenOf<'matrix'>, value: unknown): AnswerProblem | null {
  if (!Array.isArray(value) || !value.every((cell) => typeof cell === 'string')) return 'wrong_type';
  const [rows, columns] = [asked.rows, asked.columns].map((list) => new Set(list.map(keyOf)));
  if (value.length > rows!.size) return 'too_many';
  const answered = new Set<string>();
  for (const cell of value) {
    const [row = '', column = '', more] = cell.split('.');
    if (!rows!.has(row) || !columns!.has(column) || more !== undefined) return 'unknown_option';
    if (answered.has(row)) return 'too_many';
    answered.add(row);
  }
  return asked.required !== false && answered.size < rows!.size ? 'required' : null;
}

function keyOf(one: string | { readonly key: string }): string {
  return typeof one === 'string' ? one : one.key;
}
