import type { ProblemCode } from '../../problem.ts';
import type { SchemaPart } from './validate.ts';

/** What is told of a value, but for where it is. */
export type Told = { readonly code: ProblemCode; readonly message: string; readonly hint?: string };

/** A number is no name, but shows what could be one. `section` is where the name is a key. */
export function explainName(name: string, parentSchema: SchemaPart, section?: string | number): Told {
  const worded =
    /^\d+$/.test(name) && parentSchema.pattern === patternOfIds
      ? `${wordsForIds[section ?? ''] ?? 'step'}_${name}`
      : undefined;
  const hint = worded ?? exampleOf(parentSchema.examples);
  return {
    code: 'bad_name',
    message: `"${name}" can't be ${parentSchema.title ?? 'a name here'}${rulesOf(parentSchema.pattern)}.`,
    ...(hint !== undefined && { hint: `Such as ${hint}.` }),
  };
}

const wordsForIds: Readonly<Record<string, string>> = { options: 'option', outcomes: 'outcome' };
const patternOfIds = '^[a-z][a-z0-9]*(_[a-z0-9]+)*$';
const patternRules: Readonly<Record<string, string>> = {
  [patternOfIds]: ': small letters and digits, words joined by _, a letter first',
  '^[a-z][a-z0-9]*(-[a-z0-9]+)*$': ': small letters and digits, words joined by -, a letter first',
  '^(?!.{61})[a-z][a-z0-9]*(-[a-z0-9]+)*$':
    ': small letters and digits, words joined by -, a letter first, 60 characters at most',
  '^[A-Za-z][A-Za-z0-9_]*$': ': letters, digits and _, a letter first',
};

function rulesOf(pattern: string | undefined): string {
  return patternRules[pattern ?? ''] ?? '';
}

/** The first example of a schema, as it would be written. */
export function exampleOf(examples: readonly unknown[] | undefined): string | undefined {
  const [first] = examples ?? [];
  if (first === undefined) return undefined;
  return typeof first === 'string'
    ? first
    : JSON.stringify(first)
        .replaceAll(/"([A-Za-z_]\w*)"/g, '$1')
        .replaceAll(/[:,](?=\S)/g, '$& ');
}
