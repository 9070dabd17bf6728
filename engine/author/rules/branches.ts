import type { Path } from '../../problem.ts';
import type { Finding } from '../finding.ts';
import type { BranchValue, Flow } from '../flow.ts';
import type { FlowRule } from './rule.ts';

/** A `next` that is a list has `{ when, to }` branches and ends in one `{ else }`. */
export const branches: FlowRule = function* ({ flow }) {
  for (const { next, nextPath, sound } of flow.steps) {
    if (!sound || !Array.isArray(next)) continue;
    const list = next as readonly BranchValue[];
    const malformed = [...findMalformed(flow, nextPath, list)];
    yield* malformed;
    if (malformed.length === 0) yield* findMisplacedElse(flow, nextPath, list);
  }
};

function* findMalformed({ document }: Flow, path: Path, list: readonly BranchValue[]): Iterable<Finding> {
  for (const [index, branch] of list.entries()) {
    const place = { in: document, path: [...path, index], code: 'either_or' } as const;
    if (branch.else !== undefined) {
      if (branch.when === undefined && branch.to === undefined) continue;
      yield { ...place, message: 'A branch is { when, to } or { else }, not both.' };
    } else if (branch.to === undefined) {
      yield { ...place, message: 'This branch leads nowhere.', hint: 'Write { when: …, to: step_id }.' };
    } else if (branch.when === undefined) {
      yield {
        ...place,
        message: 'This branch has no condition.',
        hint: `Write { when: …, to: ${branch.to} }, or { else: ${branch.to} } as the last one.`,
      };
    }
  }
}

function* findMisplacedElse({ document }: Flow, path: Path, list: readonly BranchValue[]): Iterable<Finding> {
  const at = list.findIndex((branch) => branch.else !== undefined);
  if (at === -1) {
    const message = 'This list has no else: some visitors would have nowhere to go.';
    yield { in: document, path, target: 'key', code: 'else_missing', message, hint: 'End it with - else: step_id' };
  } else if (at < list.length - 1) {
    const message = 'What stands after else is never reached.';
    yield {
      in: document,
      path: [...path, at, 'else'],
      target: 'key',
      code: 'else_not_last',
      message,
      hint: 'Move else to the end.',
    };
  }
}
