import { assign, createActor, createMachine } from 'xstate';
import type { CompiledFunnel } from '../../engine/model.ts';
import { createFunnelMachine } from '../../engine/run/machine.ts';

/** A visit that always takes the second option. */
interface Run {
  /** Does what the visitor does on their next step; false when there is none. */
  step(): boolean;
}
/** A way to play a funnel: what is timed as loading, and then runs. */
export type Engine = (funnel: CompiledFunnel) => () => Run;

const answer = 'option_2';

/** This project's engine: rules, path, counter, drafts, goals and all. */
const funnelMachine: Engine = (funnel) => {
  const machine = createFunnelMachine(funnel);
  const events = { single_choice: { type: 'ANSWER', value: answer }, info: { type: 'NEXT' } } as const;
  return () => {
    const actor = createActor(machine, { input: {} }).start();
    return {
      step() {
        const { status, context } = actor.getSnapshot();
        if (status === 'done') return false;
        actor.send(events[funnel.steps[context.journey.at]!.type as 'single_choice' | 'info']);
        return true;
      },
    };
  };
};

type Choice = { type: 'ANSWER'; step: string; option: string } | { type: 'NEXT' } | { type: 'BACK' };

function choices(funnel: CompiledFunnel): Choice[] {
  return funnel.steps.map((step) =>
    step.type === 'info' ? { type: 'NEXT' } : { type: 'ANSWER', step: step.id, option: answer },
  );
}

/** The least that XState can do: one state for each step, answers copied, Back to the step above; no rules. */
const bareActor: Engine = (funnel) => {
  const saveAnswer = assign(({ context, event }: { context: { answers: object }; event: Choice }) =>
    event.type === 'ANSWER' ? { answers: { ...context.answers, [event.step]: event.option } } : {},
  );
  const states: Record<string, object> = { done: { type: 'final' } };
  funnel.steps.forEach((step, at) => {
    const target = funnel.steps[at + 1]?.id ?? 'done';
    const on: Record<string, object> =
      step.type === 'info' ? { NEXT: { target } } : { ANSWER: { target, actions: saveAnswer } };
    if (at) on['BACK'] = { target: funnel.steps[at - 1]!.id };
    states[step.id] = { on };
  });
  const machine = createMachine({
    id: funnel.id,
    initial: funnel.steps[0]!.id,
    context: { answers: {} },
    states,
  } as object);
  const events = choices(funnel);
  return () => {
    const actor = createActor(machine).start();
    let at = 0;
    return { step: () => at < events.length && (actor.send(events[at++]!), true) };
  };
};

/** A quiz by hand: an index and copied answers; no rules, no listeners. */
const plainReducer: Engine = (funnel) => {
  interface State {
    readonly at: number;
    readonly answers: Readonly<Record<string, string>>;
  }
  const reduce = ({ at, answers }: State, event: Choice): State => {
    if (event.type === 'BACK') return { at: Math.max(0, at - 1), answers };
    return { at: at + 1, answers: event.type === 'ANSWER' ? { ...answers, [event.step]: event.option } : answers };
  };
  const events = choices(funnel);
  return () => {
    let state: State = { at: 0, answers: {} };
    return { step: () => state.at < events.length && ((state = reduce(state, events[state.at]!)), true) };
  };
};

export const engines = {
  'plain reducer': plainReducer,
  'bare XState actor': bareActor,
  'funnel machine': funnelMachine,
} satisfies Record<string, Engine>;
export type EngineName = keyof typeof engines;
