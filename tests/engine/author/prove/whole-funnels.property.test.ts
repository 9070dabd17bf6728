import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CompiledFunnel } from '../../../../engine/model.ts';
import { countVisits } from '../explore/every-visit.ts';
import { build, compileUnproved, readOneFlow } from '../harness.ts';
import { funnelFiles, random } from '../random-funnels.ts';
import { walkEveryVerdict } from './every-verdict.ts';
import { expectShown } from './shown-by.ts';
import { runs } from '../runs.ts';

type IsWritten = (step: string, edge: number) => boolean;

/** The codes of what is wrong with a funnel by every visit on the real machine, as far as its author has written it. */
function codesOf(funnel: CompiledFunnel, { isWay, isCondition }: Record<'isWay' | 'isCondition', IsWritten>) {
  const codes = Object.keys(walkEveryVerdict(funnel)).map((verdict) => {
    if (verdict.endsWith('is always true')) return undefined; // why others are unreachable
    const [, edge, step = '', what] = /^edge (\d+) of (\w+) (is|misses)/.exec(verdict) ?? [];
    if (what === 'is') return isWay(step, Number(edge)) ? 'branch_unreachable' : undefined;
    if (what === 'misses' && !isCondition(step, Number(edge))) return undefined;
    if (verdict.includes(' misses ')) return verdict.includes(' misses {') ? 'division_by_zero' : 'answer_missing';
    if (verdict.includes("can't recall")) return undefined;
    if (verdict.includes("can't draw")) return 'recall_missing';
    return verdict.startsWith('step ') ? 'step_unreachable' : 'outcome_unreachable';
  });
  return new Set(codes.filter((code) => code !== undefined));
}

test('a funnel in YAML has a problem if, and only if, some visit on the real machine shows one of its kind', () => {
  fc.assert(
    fc.property(random.smallFunnel, (description) => {
      const files = funnelFiles(description);
      const funnel = compileUnproved(files);
      fc.pre(countVisits(funnel) <= 500);
      const { steps } = readOneFlow(files).flow;
      const written = (id: string) => {
        const step = steps.find((each) => each.id === id)!;
        const options = step.options.filter(({ value }) => value.next !== undefined).length;
        return { options, next: step.value.next };
      };
      const isCondition: IsWritten = (id, edge) => edge >= written(id).options;
      const isWay: IsWritten = (id, edge) => !isCondition(id, edge) || written(id).next !== undefined;
      const codes = codesOf(funnel, { isWay, isCondition });
      const { problems } = build(files);
      expect(problems.length > 0).toBe(codes.size > 0);
      for (const problem of problems) {
        const kind = problem.path[0] === 'outcomes' ? 'outcome_unreachable' : 'branch_unreachable';
        expect([...codes]).toContain(problem.code === 'always_true' ? kind : problem.code);
        if (problem.counterexample) expectShown(funnel, problem);
      }
    }),
    { numRuns: runs(25) },
  );
});
