import type { CompiledFunnel, CompiledStep } from '../../../../engine/model.ts';
import type { ExampleVisit, Path, Problem, ProblemCode } from '../../../../engine/problem.ts';
import { sightingsIn } from './every-verdict.ts';
import type { VisitEnd } from './replay.ts';
import { writeVisit } from './visit-line.ts';

/** What has to be seen at the end of a problem's counter-example. */
interface Expected {
  readonly end: VisitEnd;
  readonly sighting: RegExp;
}

type Reader = (problem: Problem, funnel: CompiledFunnel, visit: ExampleVisit) => Expected;

const readers: Partial<Record<ProblemCode, Reader>> = {
  step_unreachable: ({ path }, _funnel, visit) => ({
    end: endOf(visit),
    sighting: exactly(`${path[2] === 'show_if' ? 'hidden' : 'past'} ${path[1]}`),
  }),
  branch_unreachable: ({ path }, funnel, visit) => {
    const { step, edge } = edgeAt(funnel, path);
    return { end: endOf(visit), sighting: exactly(`(instead of|shadowed) ${step.id} ${edge}`) };
  },
  answer_missing: (problem, funnel, visit) => {
    const { path } = problem;
    if (path[0] === 'variables')
      return {
        end: visit.outcome === undefined ? 'left' : 'finished',
        sighting: new RegExp(` misses ${underlined(problem)}$`),
      };
    const end = path[0] === 'outcomes' ? 'finished' : 'left';
    return { end, sighting: new RegExp(`^${askedAt(funnel, path)} misses `) };
  },
  division_by_zero: (_problem, _funnel, visit) => ({
    end: visit.outcome === undefined ? 'left' : 'finished',
    sighting: / misses \{/,
  }),
  recall_missing: (problem, funnel) => {
    const { path } = problem;
    if (path[2] === 'chart')
      return { end: 'standing', sighting: exactly(`step ${stepAt(funnel, path).id} can't draw its chart`) };
    const field = /^\{\{(\w+)/.exec(underlined(problem))?.[1];
    const isStep = path[0] === 'steps';
    const sighting = exactly(`${isStep ? 'step' : 'outcome'} ${path[1]} can't recall ${field}`);
    return { end: isStep ? 'standing' : 'finished', sighting };
  },
  outcome_unreachable: () => ({ end: 'finished', sighting: exactly('shadowed \\w+') }),
  always_true: ({ path }, funnel, visit) => {
    if (path[0] === 'outcomes') return { end: 'finished', sighting: exactly('shadowed \\w+') };
    return { end: endOf(visit), sighting: exactly(`shadowed ${stepAt(funnel, path).id} \\d+`) };
  },
  check_refuses_all: ({ path }, funnel) => ({
    end: 'standing',
    sighting: exactly(`stuck ${stepAt(funnel, path).id}`),
  }),
  nothing_to_choose: ({ path }, funnel) => ({
    end: 'standing',
    sighting: exactly(`bare ${stepAt(funnel, path).id}`),
  }),
  goal_twice: ({ path }, funnel) => {
    const { goal, id } = stepAt(funnel, path);
    return { end: 'left', sighting: exactly(`twice ${goal}: \\w+ and ${id}`) };
  },
  else_missing: () => ({ end: 'finished', sighting: /^got $/ }),
};

/** Plays the counter-example of a problem on the real machine; throws if it doesn't show what the problem says. */
export function expectShown(funnel: CompiledFunnel, problem: Problem): void {
  const { code, counterexample: visit } = problem;
  const read = readers[code];
  if (!visit || !read) throw new Error(`Nothing is known of counter-examples to ${code}.`);
  const { end, sighting } = read(problem, funnel, visit);
  const shown = [...sightingsIn(funnel, visit, end)].some(
    ([what, length]) => sighting.test(what) && length === visit.steps.length,
  );
  if (!shown) throw new Error(`${sighting.source} is not shown by ${writeVisit(visit)}.`);
}

/** The text at the place of a problem. */
function underlined({ frame, column, endColumn }: Problem): string {
  const line = /^> *\d+ \| (.*)$/m.exec(frame)?.[1] ?? '';
  return line.slice(column - 1, endColumn - 1);
}

function exactly(sighting: string): RegExp {
  return new RegExp(`^${sighting}$`);
}

function endOf({ outcome }: ExampleVisit): VisitEnd {
  return outcome === undefined ? 'standing' : 'finished';
}

function stepAt(funnel: CompiledFunnel, path: Path): CompiledStep {
  const step = funnel.steps[Number(path[1])];
  if (!step) throw new Error(`There is no step at ${path.join('/')}.`);
  return step;
}

/** Options with ways of their own come first among the edges, then the entries of the step's `next`. */
function edgeAt(funnel: CompiledFunnel, path: Path): { step: CompiledStep; edge: number } {
  const step = stepAt(funnel, path);
  const [, , section, key] = path;
  if (section === 'options') return { step, edge: step.next.findIndex(({ when }) => when?.includes(`"${key}"`)) };
  if (key === undefined) return { step, edge: step.next.length - 1 };
  const options = optionEdges(step);
  return { step, edge: options + Number(key) };
}

function optionEdges(step: CompiledStep): number {
  if (!('options' in step)) return 0;
  const own = new Set(step.options.flatMap(({ key }) => [`${step.field} == "${key}"`, `${step.field} has "${key}"`]));
  const other = step.next.findIndex(({ when }) => when === undefined || !own.has(when));
  return other === -1 ? step.next.length : other;
}

function askedAt(funnel: CompiledFunnel, path: Path): string {
  if (path[0] === 'outcomes') return `outcome ${path[1]}`;
  if (path[2] === 'show_if') return `show_if of ${stepAt(funnel, path).id}`;
  const { step, edge } = edgeAt(funnel, path);
  return `edge ${edge} of ${step.id}`;
}
