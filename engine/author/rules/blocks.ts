import { type ExpressionUse, namesIn, readBy } from '../expression-uses.ts';
import type { Finding } from '../finding.ts';
import type { Flow, FlowStep } from '../flow.ts';
import { addUpAlike } from '../steps/candidate.ts';
import { scoresOf } from '../steps/authoring.ts';
import { questionOf } from '../steps/index.ts';
import { targetsOf } from './next-targets.ts';
import type { FlowRule, WordsRule } from './rule.ts';

/**
 * A block is the same in whatever order its steps come: none is a visit's first step, none leads on or is led to by
 * itself, and none reads what another one was answered.
 */
export const blocks: FlowRule = function* ({ flow, expressions }) {
  const place = { in: flow.document, code: 'block_order' } as const;
  for (const finding of [...namedTwice(flow), ...atStart(flow), ...ownWays(flow), ...addedInOrder(flow)])
    yield { ...place, ...finding };
  for (const step of flow.steps) {
    if (!step.block) continue;
    for (const use of expressions.filter(({ path }) => step.path.every((part, at) => path[at] === part)))
      for (const { name, start, end } of use.parsed.syntax ? namesIn(use.parsed.syntax) : [])
        if (readsBlock({ flow, expressions }, step, name))
          yield { ...place, path: use.path, within: { start, end }, ...readingOf(name) };
    const { lead } = step.value;
    for (const [at, field] of (typeof lead === 'object' ? (lead.with ?? []) : []).entries())
      if (field !== undefined && isAskedAbove(flow, step, field) && readsBlock({ flow, expressions }, step, field))
        yield { ...place, path: [...step.path, 'lead', 'with', at], ...readingOf(field) };
  }
};

/** What the texts of a step in a block say was answered elsewhere. */
export const blockTexts: WordsRule = function* ({ flow, expressions, words }) {
  for (const { document, texts } of words) {
    for (const { path, owner, parsed } of texts) {
      const step = owner?.section === 'steps' ? flow.stepsById.get(owner.id) : undefined;
      if (!step?.block) continue;
      for (const { recall, start, end } of parsed.recalls)
        if (isAskedAbove(flow, step, recall) && readsBlock({ flow, expressions }, step, recall))
          yield { in: document, code: 'block_order', path, within: { start, end }, ...readingOf(recall) };
    }
  }
};

type Found = Omit<Finding, 'in' | 'code'>;

const readingOf = (name: string) => ({
  message: `"${name}" may be asked only later: the steps of this block come in an order by chance.`,
  hint: 'Ask it above the block, or take this step out of it.',
});

/** As the file has it, or not an answer at all: what is asked only below is said by other rules. */
const isAskedAbove = ({ stepsByField }: Flow, step: FlowStep, name: string): boolean =>
  (stepsByField.get(name)?.index ?? -1) < step.index;

interface Read {
  readonly flow: Flow;
  readonly expressions: readonly ExpressionUse[];
}

/** Whether a name stands for what another step of a step's block is answered, or for points that it gives. */
function readsBlock({ flow, expressions }: Read, own: FlowStep, name: string): boolean {
  const others = flow.steps.filter((step) => step.block?.path === own.block?.path && unitOf(step) !== unitOf(own));
  const read = new Set(readBy(name, flow, expressions));
  return others.some(
    (step) =>
      (step.field !== undefined && read.has(step.field)) ||
      dimensionsOn(step).some((dimension) => read.has(dimension) && !flow.stepsByField.has(dimension)),
  );
}

/** What comes together: a step, or a group with its fields. */
const unitOf = ({ id, group }: FlowStep) => group?.id ?? id;

const scoredOptions = (step: FlowStep) => questionOf(step.value.type)?.groups?.(step).flat() ?? step.options;
const dimensionsOn = (step: FlowStep) => scoredOptions(step).flatMap((option) => Object.keys(scoresOf(option)));

function* namedTwice({ value: { steps = [] } }: Flow): Iterable<Found> {
  const names = new Set<string>();
  for (const [at, entry] of steps.entries()) {
    const name = entry?.block;
    if (name === undefined) continue;
    const message = `There are two blocks "${name}".`;
    if (names.has(name)) yield { path: ['steps', at, 'block'], message, hint: 'Give one of them another name.' };
    names.add(name);
  }
}

/** A page is made with its first step in it, which is the same for all. */
function* atStart({ steps }: Flow): Iterable<Found> {
  const at = steps.findIndex(({ block }) => block !== undefined);
  const block = steps[at]?.block;
  if (!block || steps.slice(0, at).some(({ value }) => value.show_if === undefined)) return;
  const message = 'Some visitors would begin with a step of this block, and the first step has to be the same for all.';
  yield { path: [...block.path, 'block'], message, hint: 'Put a step without show_if above it, such as an intro.' };
}

function* ownWays({ document, steps, stepsById }: Flow): Iterable<Found> {
  const leadsNowhere = 'A step of a block leads nowhere by itself: all of its steps come, then the step below it.';
  for (const step of steps) {
    if (step.block && step.value.next !== undefined)
      yield { path: [...step.path, 'next'], target: 'key', message: leadsNowhere, hint: 'Remove it.' };
    if (step.block && step.value.for_each !== undefined)
      yield {
        path: [...step.path, 'for_each'],
        target: 'key',
        message: 'The steps for each option come one after the other: none of them stands in a block.',
        hint: 'Take this step out of the block.',
      };
    for (const { path, value } of step.block ? step.options : [])
      if (value.next !== undefined)
        yield { path: [...path, 'next'], target: 'key', message: leadsNowhere, hint: 'Remove it.' };
    for (const { target, path } of step.block ? [] : targetsOf(step)) {
      const to = stepsById.get(target);
      if (!to?.block || to.index <= step.index) continue;
      yield {
        path,
        message: `"${target}" stands in a block, whose steps come all together, in an order by chance.`,
        hint: 'Lead to a step above the block or below it.',
        related: [{ in: document, path: [...to.path, 'id'], note: `"${target}" is here.` }],
      };
    }
  }
}

/** Points such as 1000.3 and -1000.2 come to another sum in another order. */
function* addedInOrder({ steps }: Flow): Iterable<Found> {
  for (const [at, { block }] of steps.entries()) {
    if (!block || block.path === steps[at - 1]?.block?.path) continue;
    const own = steps.filter((step) => step.block?.path === block.path);
    const all = steps.flatMap(scoredOptions).map(scoresOf);
    const name = own.flatMap(dimensionsOn).find((each) => !addUpAlike(all.map((scores) => scores[each] ?? 0)));
    if (name === undefined) continue;
    const message = `Points on "${name}" have decimals and are also taken away, so their sum may depend on the order.`;
    const hint = 'Write points without decimals, or take this question out of the block.';
    yield { path: [...block.path, 'block'], message, hint };
  }
}
