import type { Path } from '../../problem.ts';
import type { Finding } from '../finding.ts';
import type { BranchValue, Flow } from '../flow.ts';
import { isBroken } from '../text-variables.ts';
import type { FlowRule } from './rule.ts';

/** A `next` that is a list, and that of a variable's texts, has `{ when, to }` branches and ends in one `{ else }`. */
export const branches: FlowRule = function* ({ flow }) {
  for (const { next, nextPath, sound } of flow.steps)
    if (sound && Array.isArray(next)) yield* checkBranches(flow, nextPath, next as readonly BranchValue[], ofSteps);
  for (const [name, { text }] of Object.entries(flow.value.variables ?? {}))
    if (text && !isBroken(flow, name))
      yield* checkBranches(flow, ['variables', name, 'text'], text as readonly BranchValue[], ofTexts);
};

/** What branches lead to, in the sentences about them. */
interface Target {
  readonly leadsNowhere: string;
  readonly withoutElse: string;
  readonly example: string;
}

const ofSteps: Target = {
  leadsNowhere: 'This branch leads nowhere.',
  withoutElse: 'some visitors would have nowhere to go',
  example: 'step_id',
};
const ofTexts: Target = {
  leadsNowhere: 'This branch names no text.',
  withoutElse: 'some visitors would read nothing',
  example: 'text_name',
};

function* checkBranches(flow: Flow, path: Path, list: readonly BranchValue[], target: Target): Iterable<Finding> {
  const malformed = [...findMalformed(flow, path, list, target)];
  yield* malformed;
  if (malformed.length === 0) yield* findMisplacedElse(flow, path, list, target);
}

function* findMalformed(
  { document }: Flow,
  path: Path,
  list: readonly BranchValue[],
  { leadsNowhere, example }: Target,
): Iterable<Finding> {
  for (const [index, branch] of list.entries()) {
    const place = { in: document, path: [...path, index], code: 'either_or' } as const;
    if (branch.else !== undefined) {
      if (branch.when === undefined && branch.to === undefined) continue;
      yield { ...place, message: 'A branch is { when, to } or { else }, not both.' };
    } else if (branch.to === undefined) {
      yield { ...place, message: leadsNowhere, hint: `Write { when: …, to: ${example} }.` };
    } else if (branch.when === undefined) {
      yield {
        ...place,
        message: 'This branch has no condition.',
        hint: `Write { when: …, to: ${branch.to} }, or { else: ${branch.to} } as the last one.`,
      };
    }
  }
}

function* findMisplacedElse(
  { document }: Flow,
  path: Path,
  list: readonly BranchValue[],
  { withoutElse, example }: Target,
): Iterable<Finding> {
  const at = list.findIndex((branch) => branch.else !== undefined);
  if (at === -1) {
    const message = `This list has no else: ${withoutElse}.`;
    yield { in: document, path, target: 'key', code: 'else_missing', message, hint: `End it with - else: ${example}` };
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
