import type { Path } from '../../problem.ts';
import { dimensionsOf } from '../scope.ts';
import type { Flow } from '../flow.ts';
import type { FlowRule } from './rule.ts';

/** In an expression a bare name is one thing: an answer, a variable or a dimension. */
export const names: FlowRule = function* ({ flow }) {
  const variables = flow.value.variables ?? {};
  const dimensions = dimensionsOf(flow);
  const fieldPaths = fieldPathsOf(flow);
  for (const [name, { sum }] of Object.entries(variables)) {
    const field = fieldPaths.get(name);
    const isOtherSum = dimensions.has(name) && sum !== name;
    if (!field && !isOtherSum) continue;
    const what = field ? 'an answer' : 'the sum of a dimension';
    yield {
      in: flow.document,
      path: ['variables', name],
      target: 'key',
      code: 'name_twice',
      message: `"${name}" is also the name of ${what}.`,
      hint: 'Rename the variable.',
      ...(field && { related: [{ in: flow.document, path: field, note: 'The answer.' }] }),
    };
  }
  for (const name of dimensions) {
    const field = fieldPaths.get(name);
    if (!field || Object.hasOwn(variables, name)) continue;
    yield {
      in: flow.document,
      path: field,
      code: 'name_twice',
      message: `"${name}" is the name of an answer and of a dimension that options score on.`,
      hint: 'Rename one of them.',
    };
  }
};

function fieldPathsOf({ steps }: Flow): ReadonlyMap<string, Path> {
  const paths = new Map<string, Path>();
  for (const { field, value, path } of steps) {
    if (field !== undefined && !paths.has(field))
      paths.set(field, [...path, value.field === undefined ? 'id' : 'field']);
  }
  return paths;
}
