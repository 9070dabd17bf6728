import type { Answer, Screen, StepType } from '../../../engine/model.ts';
import { allRules } from '../../../engine/run/steps/all.ts';
import { loadFields } from '../../../web/quiz/fields/index.ts';
import { ScreenView } from '../../../web/quiz/ScreenView.tsx';
import { show } from './show.tsx';

await loadFields((Object.keys(allRules) as StepType[]).flatMap((type) => [{ type }, { type, check: 'any' }]));

/** Shows a step of a quiz and writes down what the visitor does on it. */
export function showStep(screen: Screen, { pending = false } = {}) {
  const done: (readonly ['answer', Answer] | readonly ['next'] | readonly ['back'])[] = [];
  const view = (shown: Screen) => (
    <ScreenView
      screen={shown}
      locale="en"
      pending={pending}
      onAnswer={(value) => done.push(['answer', value])}
      onNext={() => done.push(['next'])}
      onBack={() => done.push(['back'])}
    />
  );
  const place = show(view(screen));
  return { done, moveTo: (next: Screen) => place.show(view(next)) };
}
