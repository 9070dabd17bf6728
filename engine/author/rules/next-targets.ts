import type { Path } from '../../problem.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { Finding } from '../finding.ts';
import type { Flow, FlowStep } from '../flow.ts';
import type { FlowRule } from './rule.ts';

const endWords = new Set(['end', 'ends', 'exit', 'done', 'stop', 'result', 'results', 'outcome', 'outcomes']);

/** Every `next` leads to a later step of the file, or to `finish`: so every visit ends. */
export const nextTargets: FlowRule = function* ({ flow, misspelt }) {
  for (const step of flow.steps) {
    for (const { target, path } of targetsOf(step)) {
      const finding =
        target === 'finish' || misspelt.steps.has(target) ? undefined : checkTarget(flow, step, target, path);
      if (finding) yield finding;
    }
  }
};

function* targetsOf({ path, value, options }: FlowStep): Iterable<{ target: string; path: Path }> {
  for (const option of options) {
    if (option.value.next !== undefined) yield { target: option.value.next, path: [...option.path, 'next'] };
  }
  if (typeof value.next === 'string') yield { target: value.next, path: [...path, 'next'] };
  if (!Array.isArray(value.next)) return;
  for (const [index, branch] of value.next.entries()) {
    for (const key of ['to', 'else'] as const) {
      const target = branch?.[key];
      if (target !== undefined) yield { target, path: [...path, 'next', index, key] };
    }
  }
}

function checkTarget(flow: Flow, step: FlowStep, target: string, path: Path): Finding | undefined {
  const place = { in: flow.document, path };
  const to = flow.stepsById.get(target);
  if (!to) {
    if (!flow.complete.steps) return undefined;
    const guess = didYouMean(target, [...flow.stepsById.keys(), 'finish']);
    const end = endWords.has(target.toLowerCase()) ? { hint: 'To end the quiz, write finish.' } : {};
    return { ...place, code: 'next_unknown', message: `There is no step "${target}".`, ...end, ...guess };
  }
  if (to.index > step.index) return undefined;
  const message =
    to === step ? "A step can't lead to itself." : `A step can only lead forward, and "${target}" comes earlier.`;
  return {
    ...place,
    code: 'next_backward',
    message,
    related: [{ in: flow.document, path: [...to.path, 'id'], note: `"${target}" is here.` }],
  };
}
