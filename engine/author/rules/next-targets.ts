import type { Path } from '../../problem.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { Finding } from '../finding.ts';
import type { Flow, FlowStep } from '../flow.ts';
import { questionOf } from '../steps/index.ts';
import type { FlowContext, FlowRule } from './rule.ts';

const endWords = new Set(['end', 'ends', 'exit', 'done', 'stop', 'result', 'results', 'outcome', 'outcomes']);

/** Every `next` leads to a later step of the file, or to `finish`: so every visit ends. */
export const nextTargets: FlowRule = function* ({ flow, writtenOut, misspelt }) {
  for (const step of flow.steps) {
    for (const { target, path } of targetsOf(step)) {
      const finding =
        target === 'finish' || misspelt.steps.has(target)
          ? undefined
          : checkTarget({ flow, writtenOut }, step, target, path);
      if (finding) yield finding;
    }
  }
};

/** The steps that a step leads to by what is written, and where. */
export function* targetsOf({ next, nextPath, options }: FlowStep): Iterable<{ target: string; path: Path }> {
  for (const option of options) {
    if (option.value.next !== undefined) yield { target: option.value.next, path: [...option.path, 'next'] };
  }
  if (typeof next === 'string') yield { target: next, path: nextPath };
  if (typeof next !== 'object') return;
  for (const [index, branch] of next.entries()) {
    for (const key of ['to', 'else'] as const) {
      const target = branch?.[key];
      if (target !== undefined) yield { target, path: [...nextPath, index, key] };
    }
  }
}

function checkTarget(
  { flow, writtenOut }: Pick<FlowContext, 'flow' | 'writtenOut'>,
  step: FlowStep,
  target: string,
  path: Path,
): Finding | undefined {
  const place = { in: flow.document, path };
  const to = flow.stepsById.get(target);
  if (!to) {
    if (!flow.complete.steps) return undefined;
    const from = writtenOut.stepsById.get(target)?.writtenOut?.from;
    const guess = from
      ? { hint: `Write ${from.id}: it leads to the first option that the visitor chose.` }
      : didYouMean(target, [...flow.stepsById.keys(), 'finish']);
    const end = endWords.has(target.toLowerCase()) ? { hint: 'To end the quiz, write finish.' } : {};
    return { ...place, code: 'next_unknown', message: `There is no step "${target}".`, ...end, ...guess };
  }
  if (to.index > step.index) return undefined;
  const round = to === step ? [] : shortestPath(flow, to, step);
  return {
    ...place,
    code: 'next_backward',
    message:
      to === step ? "A step can't lead to itself." : `A step can only lead forward, and "${target}" comes earlier.`,
    ...(round.length > 0 && { hint: `Visitors could go round for ever: ${arrowText([...round, to])}.` }),
    related: [{ in: flow.document, path: [...to.path, 'id'], note: `"${target}" is here.` }],
  };
}

/** The steps by the shortest way from one to a later one, whatever the conditions say; none if no way leads there. */
function shortestPath({ steps, stepsById }: Flow, from: FlowStep, to: FlowStep): readonly FlowStep[] {
  const cameFrom = new Map<FlowStep, FlowStep | undefined>([[from, undefined]]);
  for (const step of cameFrom.keys()) {
    if (step === to) break;
    for (const next of followersOf(step, steps[step.index + 1])) {
      const follower = typeof next === 'string' ? stepsById.get(next) : next;
      if (follower && follower.index > step.index && !cameFrom.has(follower)) cameFrom.set(follower, step);
    }
  }
  if (!cameFrom.has(to)) return [];
  const path: FlowStep[] = [];
  for (let step: FlowStep | undefined = to; step; step = cameFrom.get(step)) path.unshift(step);
  return path;
}

/** Where a step leads, and the step below, if it may lead or be passed over to that. */
function followersOf(step: FlowStep, below: FlowStep | undefined): readonly (string | FlowStep)[] {
  const { value, next, options } = step;
  const isChosen = options.length > 0 && questionOf(value.type)?.chooses === 'one';
  const leadsAway = next !== undefined || (isChosen && options.every((option) => option.value.next !== undefined));
  const goesOn = below && (!leadsAway || value.show_if !== undefined) ? [below] : [];
  return [...[...targetsOf(step)].map(({ target }) => target), ...goesOn];
}

const maxReported = 8;

function arrowText(round: readonly FlowStep[]): string {
  const names = round.map(({ id }) => id ?? '…');
  if (names.length > maxReported) names.splice(maxReported / 2, names.length - maxReported + 1, '…');
  return names.join(' → ');
}
