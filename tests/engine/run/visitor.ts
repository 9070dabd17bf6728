import { createActor } from 'xstate';
import type { Answer, CompiledFunnel, Screen, VisitInput } from '../../../engine/model.ts';
import { answersOnPath } from '../../../engine/run/journey.ts';
import { createFunnelMachine } from '../../../engine/run/machine.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import { withWords } from './build-funnel.ts';

/** A visitor on a funnel's machine, who can be told what to do and asked what they see. */
export function visit(funnel: CompiledFunnel, input: VisitInput = {}) {
  const actor = createActor(createFunnelMachine(funnel), { input });
  const goals: string[] = [];
  actor.on('goal', ({ goal }) => goals.push(goal));
  actor.start();
  const data = withWords(funnel);
  const journey = () => actor.getSnapshot().context.journey;
  const visitor = {
    actor,
    data,
    goals,
    next: () => (actor.send({ type: 'NEXT' }), visitor),
    back: () => (actor.send({ type: 'BACK' }), visitor),
    answer: (value: Answer) => (actor.send({ type: 'ANSWER', value }), visitor),
    /** Goes on until this step is shown, always giving the first answer. */
    walkTo(id: string) {
      while (actor.getSnapshot().status === 'active' && visitor.step !== id) visitor.goOn();
      return visitor;
    },
    walkToEnd: () => visitor.walkTo('finished'),
    goOn() {
      const { screen } = visitor;
      const asks = screen.type === 'single_choice' || screen.type === 'multiple_choice';
      if (!asks) return visitor.next();
      const first = screen.options[0]!.key;
      return visitor.answer(screen.type === 'single_choice' ? first : [first]);
    },
    get step() {
      return actor.getSnapshot().value;
    },
    get screen(): Screen {
      return toScreen(data, actor.getSnapshot())!;
    },
    get counter() {
      return journey().counter;
    },
    get answers() {
      return answersOnPath(funnel, journey());
    },
    get finished() {
      return actor.getSnapshot().status === 'done';
    },
    get output() {
      return actor.getSnapshot().output;
    },
  };
  return visitor;
}
