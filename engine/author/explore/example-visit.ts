import type { Answer, CompiledFunnel } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';
import type { Visit } from './visit.ts';

/** The steps that a visit has passed, and those variants and query parameters that mattered on its way. */
export function exampleUpTo(steps: CompiledFunnel['steps'], visit: Visit): ExampleVisit {
  const variants: Record<string, string> = {};
  const query: Record<string, string> = {};
  const passed: { step: string; answer?: Answer }[] = [];
  for (let { reached } = visit; reached; { reached } = reached.from) {
    const { from, by } = reached;
    if (by.kind === 'variant') variants[by.experiment] = by.variant;
    if (by.kind === 'query' && by.value !== undefined) query[by.name] = by.value;
    if (by.kind !== 'passed') continue;
    passed.push({ step: steps[from.at]!.id, ...(by.answer !== undefined && { answer: by.answer }) });
  }
  return {
    ...(Object.keys(variants).length > 0 && { variants }),
    ...(Object.keys(query).length > 0 && { query }),
    steps: passed.reverse(),
  };
}
