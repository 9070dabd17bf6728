import { palette } from '../../../../content/brand.ts';
import { describe, expect, test } from 'vitest';
import { buildFunnels } from '../../../../engine/author/build.ts';
import { proveFunnel } from '../../../../engine/author/prove/prove-funnel.ts';
import { parseTopics } from '../../../../engine/author/topics.ts';
import type { CompiledFunnel } from '../../../../engine/model.ts';
import { readFunnelFiles, readTopics } from '../../../../scripts/build/load-site.ts';
import { buildFunnel } from '../../run/build-funnel.ts';

const { funnels } = buildFunnels({
  colours: palette,
  files: readFunnelFiles('funnels'),
  topics: parseTopics(readTopics()).topics,
});

/** Goals of steps that some way from the first step to the finish gets around. */
function avoidable(funnel: CompiledFunnel): string[] {
  const { steps } = funnel;
  const goals = new Set(steps.flatMap(({ goal }) => goal ?? []));
  const ends = (goal: string) => {
    const open = [0];
    for (const at of open) {
      const step = steps[at];
      if (!step) return true;
      const ways =
        step.goal === goal ? [] : step.next.map(({ to }) => (to === null ? steps.length : indexIn(funnel, to)));
      if (step.showIf !== undefined) ways.push(at + 1);
      open.push(...ways.filter((way) => !open.includes(way)));
    }
    return false;
  };
  return [...goals].filter(ends);
}

const indexIn = ({ steps }: CompiledFunnel, id: string) => steps.findIndex((step) => step.id === id);

describe.each(funnels.map(({ funnel }) => [funnel.id, funnel] as const))('on every way through %s', (_, funnel) => {
  test('each goal is reached, and none twice', () => {
    const { start, finish } = funnel.goals;
    const names = [start, ...funnel.steps.map(({ goal }) => goal), finish].filter((goal) => goal !== undefined);
    expect(names).toEqual([start, expect.any(String), finish]);
    expect(new Set(names).size).toBe(names.length);
    expect(proveFunnel(funnel)).toMatchObject({ kind: 'proved', goalsTwice: [], unreachableSteps: [] });
    expect(avoidable(funnel)).toEqual([]);
  });
});

test('a goal that some visits get around, or come to twice, would be found', () => {
  const choice = { type: 'single_choice', field: 'a', options: ['x', 'y'] } as const;
  const next = [{ when: 'x', to: 'end' }, { to: 'middle' }];
  const conditions = {
    x: {
      kind: 'binary',
      operator: '==',
      left: { kind: 'answer', field: 'a' },
      right: { kind: 'literal', value: 'x' },
    },
  } as const;
  const middle = { id: 'middle', type: 'info', goal: 'seen' } as const;
  const first = { id: 'first', ...choice, next };
  expect(avoidable(buildFunnel({ steps: [first, middle, { id: 'end', type: 'info' }], conditions }))).toEqual(['seen']);
  const twice = buildFunnel({ steps: [first, middle, { id: 'end', type: 'info', goal: 'seen' }], conditions });
  expect(avoidable(twice)).toEqual([]);
  expect(proveFunnel(twice).goalsTwice).toMatchObject([{ goal: 'seen', steps: ['middle', 'end'] }]);
});
