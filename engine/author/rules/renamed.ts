import type { Path } from '../../problem.ts';
import type { Finding } from '../finding.ts';
import type { FlowRule } from './rule.ts';

interface Renamed {
  readonly key: string | undefined;
  readonly path: Path;
  readonly from: string | readonly string[] | undefined;
}

/** `renamed_from` names ids that are gone, each of them once. */
export const renamed: FlowRule = function* ({ flow }) {
  const steps = flow.steps.map(({ id, path, value }) => ({ key: id, path, from: value.renamed_from }));
  for (const finding of checkRenamed(steps, 'step')) yield { in: flow.document, ...finding };
  for (const { options } of flow.steps) {
    const renamedOptions = options.map(({ key, path, value }) => ({ key, path, from: value.renamed_from }));
    for (const finding of checkRenamed(renamedOptions, 'option')) yield { in: flow.document, ...finding };
  }
};

function* checkRenamed(items: readonly Renamed[], thing: string): Iterable<Omit<Finding, 'in'>> {
  if (items.every(({ from }) => from === undefined)) return;
  const existing = new Set(items.map(({ key }) => key));
  const successors = new Map<string, string | undefined>();
  for (const { key, path, from } of items) {
    const isList = typeof from === 'object';
    for (const [index, old] of (isList ? from : from === undefined ? [] : [from]).entries()) {
      if (typeof old !== 'string') continue;
      const at = [...path, 'renamed_from', ...(isList ? [index] : [])];
      if (existing.has(old)) {
        yield {
          path: at,
          code: 'renamed_exists',
          message: `There still is ${thing === 'step' ? 'a step' : 'an option'} "${old}".`,
          hint: 'Remove it here, or rename the other one.',
        };
      } else if (successors.has(old)) {
        yield { path: at, code: 'renamed_twice', message: `"${successors.get(old)}" is also renamed from "${old}".` };
      }
      successors.set(old, key);
    }
  }
}
