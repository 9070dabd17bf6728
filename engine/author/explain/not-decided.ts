import type { Finding, RelatedFinding } from '../finding.ts';
import { questionOf } from '../steps/index.ts';
import { edgePlaces, type ProofContext } from './proof-context.ts';
import type { OpenQuestion, Undecided } from '../prove/verdicts.ts';

/** What could be neither proved nor refuted: one warning for a funnel, where the first of it is written. */
export function notDecided(context: ProofContext, { open, tried, step, tracked }: Undecided): readonly Finding[] {
  const { document } = context.flow;
  const [first, ...others] = open
    .filter((question) => isWritten(context, question))
    .map((question) => placeOf(context, question));
  if (!first) return [];
  const more = others.length > 0 ? `, nor ${others.length} more` : '';
  const why =
    tracked.length === 1
      ? `too many values of ${tracked[0]} make a difference here`
      : `here ${listOf(tracked)} have to be remembered together`;
  const hard = {
    in: document,
    path: [...context.step(step).path, 'id'],
    note: `"${step}" makes it hard: ${why}.`,
  };
  const finding: Finding = {
    in: document,
    path: first.path,
    code: 'not_decided',
    message: `It is not decided ${first.asks}${more}. ${tried} visits were tried, and there are too many for all of them.`,
    hint: `This stops nothing. ${helpFor(context, { step, tracked })}`,
    related: [...others.slice(0, maxRelated).map((each) => related(context, each)), hard],
  };
  return [finding];
}

/** The way to the step below need not be written: then nothing is wrong where no visitor takes it. */
function isWritten(context: ProofContext, question: OpenQuestion): boolean {
  return question.kind !== 'edge' || edgePlaces(context.step(question.step))[question.edge]!.kind !== 'below';
}

/** What would be decided, by what makes it hard: a number with many values, options that all differ, sums, answers. */
function helpFor({ funnel }: ProofContext, { step: id, tracked }: Pick<Undecided, 'step' | 'tracked'>): string {
  for (const step of funnel.steps) {
    const values = 1 + (questionOf(step.type)?.grid?.(step).last ?? 0);
    if (values >= manyValues && 'field' in step && tracked.includes(step.field))
      return `A question with fewer values than the ${values} of "${step.id}" could be decided: larger steps, or a smaller range.`;
  }
  const step = funnel.steps.find((each) => each.id === id)!;
  const question = questionOf(step.type);
  if (question?.countCandidates && 'options' in step && step.options.length >= manyOptions)
    return `Fewer options in "${id}" could be decided, or a lower choose: { max }, or the same points for more of them.`;
  const sums = tracked.filter((name) => funnel.dimensions.some((dimension) => dimension.name === name));
  return sums.length > 1
    ? `Points on fewer dimensions could be decided, or conditions that ask for ${listOf(sums)} each by itself.`
    : `Conditions that depend on fewer of ${listOf(tracked)} at a time could be decided.`;
}

/** So many values or options are worth speaking of. */
const manyValues = 1000;
const manyOptions = 10;

function listOf(names: readonly string[]): string {
  const rest = names.length > maxNamed ? [`${names.length - maxNamed} more`] : [];
  return inEnglish.format([...names.slice(0, maxNamed), ...rest]);
}

const inEnglish = new Intl.ListFormat('en');
const maxNamed = 8;
const maxRelated = 6;

interface OpenPlace {
  readonly path: Finding['path'];
  /** What isn't known, as it follows "It is not decided". */
  readonly asks: string;
}

function related({ flow }: ProofContext, { path, asks }: OpenPlace): RelatedFinding {
  return { in: flow.document, path, note: `Not decided either: ${asks}.` };
}

function placeOf(context: ProofContext, open: OpenQuestion): OpenPlace {
  switch (open.kind) {
    case 'step':
      return { path: idOf(context, open.step), asks: `whether any visitor is shown "${open.step}"` };
    case 'edge': {
      const { path } = edgePlaces(context.step(open.step))[open.edge]!;
      return { path, asks: `whether any visitor takes this branch of "${open.step}"` };
    }
    case 'outcome':
      return {
        path: outcomePath(context, open.outcome),
        asks: `whether any visitor gets the outcome "${open.outcome}"`,
      };
    case 'stuck':
      return {
        path: context.pathOf({ kind: 'check', step: open.step }),
        asks: 'whether every visitor has an answer that passes this check',
      };
    case 'bare':
      return {
        path: [...context.step(open.step).path, 'options'],
        asks: 'whether every visitor who comes here is offered options enough',
      };
    case 'answer':
      return { path: context.pathOf(open.asked), asks: `whether all who come here have answered "${open.field}"` };
    case 'computation':
      return { path: context.pathOf(open.asked), asks: 'whether this divides by 0 for any visitor' };
    case 'recall': {
      const { at, field } = open;
      const path = at.kind === 'step' ? idOf(context, at.step) : outcomePath(context, at.outcome);
      return {
        path,
        asks: `whether ${open.value ? `"${field}"` : `{{${field}}}`} has a value for all who read it here`,
      };
    }
    case 'goal':
      return {
        path: [...context.step(open.steps[1]).path, 'goal'],
        asks: `whether a visit can come to the goal "${open.goal}" twice`,
      };
  }
}

function idOf(context: ProofContext, step: string): Finding['path'] {
  return [...context.step(step).path, 'id'];
}

function outcomePath({ funnel }: ProofContext, id: string): Finding['path'] {
  const { when } = funnel.outcomes.find((outcome) => outcome.id === id)!;
  return ['outcomes', id, when === undefined ? 'else' : 'when'];
}
