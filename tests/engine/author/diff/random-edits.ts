import fc from 'fast-check';
import type { CompiledFunnel } from '../../../../engine/model.ts';
import { buildFunnel, is, type StepDraft } from '../../run/build-funnel.ts';

/** A step with a number that stays when it gets another name. */
interface RandomStep {
  readonly number: number;
  readonly name: string;
  readonly renamedFrom?: readonly string[];
  readonly kind: 'info' | 'single_choice' | 'multiple_choice' | 'number' | 'text';
  readonly options: readonly { readonly key: string; readonly renamedFrom?: readonly string[] }[];
  /** Shown only to those who chose this option on a single choice above. */
  readonly only?: { readonly step: number; readonly option: number };
}
type Steps = readonly RandomStep[];

const kind = fc.constantFrom('info', 'single_choice', 'single_choice', 'multiple_choice', 'number', 'text');
const draft = fc.record({
  kind: kind,
  options: fc.integer({ min: 1, max: 3 }),
  only: fc.option(fc.record({ step: fc.nat({ max: 6 }), option: fc.nat({ max: 2 }) }), { nil: undefined }),
});

function stepsOf(drafts: readonly { kind: RandomStep['kind']; options: number; only?: RandomStep['only'] }[]): Steps {
  return drafts.map(({ kind, options, only }, number) => ({
    number,
    name: `step_${number}`,
    kind,
    options: Array.from({ length: options }, (_, at) => ({ key: `option_${at}` })),
    ...(only && { only }),
  }));
}

const place = fc.nat({ max: 100 });
const change = fc.oneof(
  fc.record({
    what: fc.constantFrom('rename', 'remove', 'merge', 'rename option', 'remove option', 'merge options', 'move'),
    at: place,
    to: place,
  }),
  fc.record({ what: fc.constant('add'), at: place, to: place, draft }),
);
type Change = { what: string; at: number; to: number; draft?: { kind: RandomStep['kind']; options: number } };

/** One change of the steps, as an author would make it. */
function apply(steps: Steps, { what, at, to, draft: added }: Change, nth: number): Steps {
  const index = at % steps.length;
  const step = steps[index]!;
  const replaced = (changed: RandomStep): Steps => steps.map((each, other) => (other === index ? changed : each));
  const option = step.options[to % step.options.length]!;
  const others = step.options.filter((each) => each !== option);
  switch (what) {
    case 'rename':
      return replaced({
        ...step,
        name: `new_${nth}_${step.number}`,
        renamedFrom: [...(step.renamedFrom ?? []), step.name],
      });
    case 'rename option': {
      const renamed = { key: `new_${nth}`, renamedFrom: [...(option.renamedFrom ?? []), option.key] };
      return replaced({ ...step, options: [renamed, ...others] });
    }
    case 'merge options': {
      const keys = step.options.flatMap(({ key, renamedFrom = [] }) => [...renamedFrom, key]);
      return replaced({ ...step, options: [{ key: `one_${nth}`, renamedFrom: keys }] });
    }
    case 'remove option':
      return others.length > 0 ? replaced({ ...step, options: others }) : steps;
    case 'remove':
      return steps.length > 1 ? steps.toSpliced(index, 1) : steps;
    case 'merge': {
      const other = steps[to % steps.length]!;
      if (other === step || other.kind !== step.kind) return steps;
      const renamedFrom = [...(step.renamedFrom ?? []), ...(other.renamedFrom ?? []), other.name];
      return replaced({ ...step, renamedFrom }).filter((each) => each !== other);
    }
    case 'move':
      return steps.toSpliced(index, 1).toSpliced(to % steps.length, 0, step);
    default: {
      const [fresh] = stepsOf([added!]);
      const { only: _, ...plain } = fresh!;
      return steps.toSpliced(index, 0, { ...plain, number: 100 + nth, name: `added_${nth}` });
    }
  }
}

/** The funnel of these steps. A condition on a step that isn't above any more is left out. */
function compile(steps: Steps, version: string): CompiledFunnel {
  const conditions: Record<string, CompiledFunnel['conditions'][string]> = {};
  const drafts = steps.map(({ name, kind, options, renamedFrom, only }, at): StepDraft => {
    const asked = steps.slice(0, at).find((step) => step.number === only?.step && step.kind === 'single_choice');
    const key = asked?.options[only!.option % asked.options.length]?.key;
    if (asked && key !== undefined) conditions[`if_${at}`] = is(asked.name, key);
    return {
      id: name,
      type: kind,
      options,
      ...(renamedFrom && { renamedFrom }),
      ...(asked && key !== undefined && { showIf: `if_${at}` }),
    };
  });
  return buildFunnel({ version, steps: drafts, conditions });
}

/** Two versions of a random funnel, some edits apart. */
export const randomEdit = fc
  .tuple(fc.array(draft, { minLength: 1, maxLength: 7 }), fc.array(change, { minLength: 1, maxLength: 3 }))
  .map(([drafts, changes]) => {
    const before = stepsOf(drafts);
    const after = (changes as readonly Change[]).reduce((steps, each, nth) => apply(steps, each, nth), before);
    return { before: compile(before, 'before'), after: compile(after, 'after') };
  });
