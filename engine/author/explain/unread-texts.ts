import { namesIn } from '../expression-uses.ts';
import type { Finding } from '../finding.ts';
import type { TextBranch } from '../prove/asks.ts';
import { findUnreadTexts } from '../prove/unread-texts.ts';
import type { RecallUse } from '../prove/verdicts.ts';
import { groupsBy, type ProofContext } from './proof-context.ts';

/**
 * Texts of variables that no visitor reads. Of a variable that conditions read, a text may be there for these, and they are
 * what is proved.
 */
export function textsUnread(context: ProofContext, recalls: readonly RecallUse[]): readonly Finding[] {
  const compared = new Set(
    context.expressions
      .flatMap(({ parsed }) => (parsed.syntax ? [...namesIn(parsed.syntax)] : []))
      .map(({ name }) => name),
  );
  const asked = recalls.filter(({ field, isText }) => isText && !compared.has(field));
  if (asked.length === 0) return [];
  const unread = findUnreadTexts(context.funnel, asked);
  if (!unread) return [notDecided(context, asked[0]!.field)];
  return [...groupsBy(unread, ({ variable }) => variable).values()].flatMap((branches) => {
    // Where one branch takes all visitors, none takes those below it; the first of them is reported.
    const { length } = branchesOf(context, branches[0]!.variable);
    const tail = branches.filter(({ branch }, at) => branch === length - branches.length + at);
    return branches.filter((each) => !tail.slice(1).includes(each)).map((each) => textUnread(context, each));
  });
}

function branchesOf({ flow }: ProofContext, variable: string) {
  return flow.value.variables?.[variable]?.text ?? [];
}

function textUnread(context: ProofContext, { variable, branch }: TextBranch): Finding {
  const isLast = branchesOf(context, variable)[branch]?.when === undefined;
  return {
    in: context.flow.document,
    path: ['variables', variable, 'text', branch, isLast ? 'else' : 'when'],
    code: 'branch_unreachable',
    message: isLast
      ? `No visitor reads this text of "${variable}": those above it are for all who read it.`
      : `No visitor reads this text of "${variable}": where it is read, this is never true, or one above it comes first.`,
    hint: isLast
      ? 'Write else in place of the last condition above it, or remove this branch and its words.'
      : 'Correct the condition, put the narrower one first, or remove this branch and its words.',
  };
}

function notDecided({ flow }: ProofContext, variable: string): Finding {
  return {
    in: flow.document,
    path: ['variables', variable],
    target: 'key',
    code: 'not_decided',
    message: `It is not decided whether each text of "${variable}" is read by some visitor: there are too many visits.`,
    hint: 'This stops nothing. Fewer conditions, or fewer answers that they read, could be decided.',
  };
}
