import { createActor, type Actor } from 'xstate';
import type { Answer, CompiledFunnel, VisitEvent, VisitInput } from '../../engine/model.ts';
import type { ExampleVisit } from '../../engine/problem.ts';
import { createFunnelMachine, type FunnelMachine } from '../../engine/run/machine.ts';
import { resumeVisit } from '../../engine/run/resume-visit.ts';
import { saveVisit } from '../../engine/run/save-visit.ts';

export type FunnelActor = Actor<FunnelMachine>;

/** The machine where the visit stands; one that is finished is finished. Throws if the machine goes another way. */
export function startVisit(funnel: CompiledFunnel, visit: ExampleVisit): FunnelActor {
  const { steps, outcome } = visit;
  const actor = createActor(createFunnelMachine(funnel), { input: exampleInput(visit) }).start();
  const passed = outcome === undefined ? steps.slice(0, -1) : steps;
  for (const { step, answer } of passed) {
    expectAt(actor, step);
    actor.send(answer === undefined ? next : { type: 'ANSWER', value: answer });
  }
  if (outcome === undefined) expectAt(actor, steps.at(-1)!.step);
  return actor;
}

/** The same visit at the same step, with an answer given there before, as after Back. */
export function withAnswer(funnel: CompiledFunnel, visit: ExampleVisit, answer: Answer): FunnelActor {
  const saved = saveVisit(funnel, startVisit(funnel, visit).getSnapshot());
  const step = funnel.steps.find(({ id }) => id === saved.at)!;
  const answers = 'field' in step ? { ...saved.answers, [step.field]: answer } : saved.answers;
  const machine = createFunnelMachine(funnel);
  const input = exampleInput(visit);
  const snapshot = resumeVisit(machine, funnel, { ...saved, answers }, input);
  return createActor(machine, { snapshot, input }).start();
}

/** What the visit is known to be from its start. */
export function exampleInput({ variants, query }: ExampleVisit): VisitInput {
  return { ...(variants && { variants }), ...(query && { query }) };
}

const next: VisitEvent = { type: 'NEXT' };

function expectAt(actor: FunnelActor, step: string): void {
  const at = actor.getSnapshot().value;
  if (at !== step) throw new Error(`The visit should be at ${step}, and is at ${at}.`);
}
