import type { CompiledStep } from '../../model.ts';
import { termReader } from '../expression/read-term.ts';
import type { Slot, Term, Terms } from '../expression/terms.ts';
import { questionOf } from '../steps/index.ts';
import { slotOf } from './slots.ts';
import type { ExplorableFunnel } from './visit-state.ts';

/** The ways of a step. */
export interface StepWiring {
  readonly showIf: Term | undefined;
  /** What has to be true with an answer for it to be taken: it is of options that are offered, and passes the check. */
  readonly check?: Term | undefined;
  /** By option, whether it is offered, of those that are not to all; and that an answer is only of what is. */
  readonly offeredIf?: ReadonlyMap<string, Term>;
  readonly isOffered?: Term;
  /** `to` is the index of a step, or the number of steps for the finish. */
  readonly edges: readonly { readonly when: Term | undefined; readonly to: number }[];
}

/** The ways of a funnel, with its conditions as terms. */
export function wiringOf(funnel: ExplorableFunnel, terms: Terms): readonly StepWiring[] {
  const read = termReader(terms, funnel);
  const places = new Map<string | null, number>(funnel.steps.map(({ id }, at) => [id, at]));
  const byName = new Map<string, Term>();

  function termOf(name: string | undefined): Term | undefined {
    if (name === undefined) return undefined;
    const expression = funnel.conditions[name];
    const term = byName.get(name) ?? (expression ? read(expression) : terms.false);
    byName.set(name, term);
    return term;
  }

  return funnel.steps.map((step) => {
    const { showIf, check, next, offeredIf = {} } = step;
    const offered = new Map(Object.entries(offeredIf).map(([key, condition]) => [key, termOf(condition)!]));
    const isOffered = ofOffered(step, offered);
    return {
      showIf: termOf(showIf),
      check: both(isOffered, termOf(check)),
      ...(isOffered && { offeredIf: offered, isOffered }),
      edges: next.map(({ when, to }) => ({ when: termOf(when), to: places.get(to) ?? funnel.steps.length })),
    };
  });

  /** That an answer is of options that are offered. */
  function ofOffered(step: CompiledStep, offeredIf: ReadonlyMap<string, Term>): Term | undefined {
    const answer = terms.slot(slotOf(step));
    const chooses = questionOf(step.type)?.chooses === 'several' ? 'in' : '==';
    const each = [...offeredIf].map(([key, term]) => {
      const isChosen = terms.operation(chooses, [terms.known(key), answer]);
      return terms.operation('or', [terms.operation('not', [isChosen]), term]);
    });
    return each.reduce<Term | undefined>(both, undefined);
  }

  function both(one: Term | undefined, other: Term | undefined): Term | undefined {
    return one && other ? terms.operation('and', [one, other]) : (one ?? other);
  }
}

/** Only as much of the ways as matters to what is asked up to a step. */
export function wiringUpTo(
  wiring: readonly StepWiring[],
  points: readonly VisitQuery[],
  until: number,
): readonly StepWiring[] {
  if (until >= wiring.length) return wiring;
  const moments = new Set(points.filter(({ at }) => at === until).map(({ moment }) => moment));
  return wiring.map((step, at) => {
    if (at < until) return step;
    const isShown = at === until && [...moments].some((moment) => moment !== 'arriving');
    return {
      showIf: isShown ? step.showIf : undefined,
      check: moments.has('leaving') ? step.check : undefined,
      edges: [],
    };
  });
}

/** A condition, known by its number, and where it is asked for the last time. */
interface ConditionInUse {
  readonly term: Term;
  /** Index of the last step that asks it, and whether it asks when it is left, not only when it is come to. */
  lastStep: number;
  onLeaving: boolean;
}

export interface StepConditions {
  /** Number of the condition that the step is shown by. */
  readonly showIf: number | undefined;
  /** Number of the condition that an answer to it is taken by. */
  readonly check?: number | undefined;
  /** `to` is the index of a step, or the number of steps for the finish. */
  readonly edges: readonly { readonly when: number | undefined; readonly to: number }[];
}

/** The conditions of a funnel's ways. Those that come to the same have one number. */
export interface ConditionsInUse {
  readonly conditions: readonly Readonly<ConditionInUse>[];
  readonly steps: readonly StepConditions[];
  /** The numbers of the conditions that depend on something. */
  readonly bySlot: ReadonlyMap<Slot, readonly number[]>;
  /** Whether a condition is still asked from a step on. */
  isAskedFrom(condition: number, step: number): boolean;
  /** Whether a condition is still asked when a step is left, or later. */
  isAskedAfter(condition: number, step: number): boolean;
  /** Index of the last step that asks any. */
  readonly lastStep: number;
}

/**
 * When a visit is at a step: before it is known whether the step is shown, while it is, with an answer that is to be
 * checked, or with its answer taken.
 */
export type StepPhase = 'arriving' | 'shown' | 'answering' | 'leaving';

/** Something else that is asked of visits: whether a term holds at a place of theirs. */
export interface VisitQuery {
  /** Index of the step; the number of steps for the finish, which visits only arrive at. */
  readonly at: number;
  readonly moment: StepPhase;
  readonly term: Term;
}

/** The conditions of the ways, and those of the points, which come first: the point of each place has its number. */
export function conditionsInUse(wiring: readonly StepWiring[], points: readonly VisitQuery[] = []): ConditionsInUse {
  const conditions: ConditionInUse[] = points.map(({ term }) => ({ term, lastStep: -1, onLeaving: false }));
  const numbers = new Map<Term, number>();

  function use(term: Term | undefined, at: number, onLeaving: boolean): number | undefined {
    if (term === undefined) return undefined;
    const number = numbers.get(term) ?? conditions.push({ term, lastStep: at, onLeaving }) - 1;
    numbers.set(term, number);
    const condition = conditions[number]!;
    if (at > condition.lastStep) Object.assign(condition, { lastStep: at, onLeaving });
    else if (at === condition.lastStep) condition.onLeaving ||= onLeaving;
    return number;
  }

  for (const [number, { at, moment, term }] of points.entries()) {
    Object.assign(conditions[number]!, { lastStep: at, onLeaving: moment === 'answering' || moment === 'leaving' });
    if (!numbers.has(term)) numbers.set(term, number);
  }
  const steps = wiring.map(({ showIf, check, edges }, at) => ({
    showIf: use(showIf, at, false),
    check: use(check, at, true),
    edges: edges.map(({ when, to }) => ({ when: use(when, at, true), to })),
  }));
  return {
    conditions,
    steps,
    bySlot: slotsOf(conditions),
    isAskedFrom: (condition, step) => conditions[condition]!.lastStep >= step,
    isAskedAfter(condition, step) {
      const { lastStep, onLeaving } = conditions[condition]!;
      return lastStep > step || (lastStep === step && onLeaving);
    },
    lastStep: conditions.reduce((last, { lastStep }) => Math.max(last, lastStep), -1),
  };
}

function slotsOf(conditions: readonly ConditionInUse[]): ReadonlyMap<Slot, number[]> {
  const bySlot = new Map<Slot, number[]>();
  for (const [number, { term }] of conditions.entries()) {
    for (const slot of term.slots) {
      const known = bySlot.get(slot);
      if (known) known.push(number);
      else bySlot.set(slot, [number]);
    }
  }
  return bySlot;
}
