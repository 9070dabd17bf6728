import type { Path } from '../../problem.ts';
import type { Target } from '../document.ts';
import { languageWords } from '../expression/types.ts';
import type { Flow } from '../flow.ts';
import { eachName } from '../for-each.ts';
import { hiddenFieldsOf } from '../hidden-fields.ts';
import { dimensionsOf } from '../scope.ts';
import type { FlowRule } from './rule.ts';

/** Names that every object of JavaScript has already: data stored under them could not be distinguished from those. */
const takenNames = new Set(Object.getOwnPropertyNames(Object.prototype));

interface Named {
  readonly name: string;
  readonly path: Path;
  readonly target: Target;
  /** Whether it stands in expressions as a bare name. */
  readonly bare: boolean;
}

/** No name is a word of the expression language, `finish`, or one that programs need. */
export const reservedNames: FlowRule = function* ({ flow }) {
  const repeats = flow.steps.some(({ value }) => value.for_each !== undefined);
  for (const { name, path, target, bare } of namesOf(flow)) {
    const isEach = bare && name === eachName && repeats;
    const isWord = isEach || (bare && languageWords.has(name));
    if (!isWord && !takenNames.has(name) && !(isEnd(name) && path.at(-1) === 'id')) continue;
    const message = isEach
      ? `"${name}" is an option in the words of a step with for_each.`
      : isWord
        ? `"${name}" is a word of the expression language.`
        : isEnd(name)
          ? `${name} is the end of the quiz: no step can have that name.`
          : `"${name}" is a name that programs need for themselves.`;
    yield { in: flow.document, path, target, code: 'reserved_name', message, hint: 'Choose another name.' };
  }
};

/** The target `finish`, and the state that a finished visit is in. */
function isEnd(name: string): boolean {
  return name === 'finish' || name === 'finished';
}

function* namesOf(flow: Flow): Iterable<Named> {
  const { value, steps } = flow;
  for (const name of Object.keys(value.variables ?? {}))
    yield { name, path: ['variables', name], target: 'key', bare: true };
  for (const [name, { variants }] of Object.entries(value.experiments ?? {})) {
    yield { name, path: ['experiments', name], target: 'key', bare: false };
    for (const variant of Object.keys(variants ?? {})) {
      yield { name: variant, path: ['experiments', name, 'variants', variant], target: 'key', bare: false };
    }
  }
  for (const { name, path, target } of hiddenFieldsOf(flow)) yield { name, path, target, bare: false };
  for (const { id, field, path, value: step, options } of steps) {
    const isField = step.field === undefined && field !== undefined;
    if (id !== undefined) yield { name: id, path: [...path, 'id'], target: 'value', bare: isField };
    if (field !== undefined && !isField) yield { name: field, path: [...path, 'field'], target: 'value', bare: true };
    for (const option of options) yield { name: option.key, path: option.path, target: 'key', bare: false };
  }
  for (const id of Object.keys(value.outcomes ?? {}))
    yield { name: id, path: ['outcomes', id], target: 'key', bare: false };
  yield* dimensionNames(flow);
}

function* dimensionNames(flow: Flow): Iterable<Named> {
  const reserved = [...dimensionsOf(flow)].filter(
    (name) => name === eachName || languageWords.has(name) || takenNames.has(name),
  );
  if (reserved.length === 0) return;
  for (const { options } of flow.steps) {
    for (const { value, path } of options) {
      for (const name of reserved) {
        if (typeof value.score !== 'object' || !Object.hasOwn(value.score, name)) continue;
        yield { name, path: [...path, 'score', name], target: 'key', bare: true };
      }
    }
  }
}
