/** Nobody who looks at visits reads what people wrote. */

import type { Answer, CompiledFunnel, CompiledStep } from '../model.ts';
import { standIns, type PageEvent } from './page-log.ts';

/** The answer, or what stands in for a text or an e-mail address; what was left empty is told as it is. */
export function standInFor(step: CompiledStep | undefined, answer: Answer): Answer {
  return (step?.type === 'text' || step?.type === 'email') && answer !== '' ? standIns[step.type] : answer;
}

/**
 * What a page told, with stand-ins for texts and addresses. Browsers send nothing else; whoever writes another browser
 * may not make others read it.
 */
export function holdBack(funnel: CompiledFunnel, events: readonly PageEvent[]): readonly PageEvent[] {
  const steps = new Map(funnel.steps.map((step) => [step.id, step]));
  const asking = new Map(funnel.steps.flatMap((step) => ('field' in step ? [[step.field, step] as const] : [])));
  return events.map((event): PageEvent => {
    const [at, kind, told] = event;
    if (kind === 'answer') return [at, kind, told, standInFor(steps.get(told), event[3])];
    if (kind !== 'open' || !told.saved) return event;
    const answers = Object.entries(told.saved.answers).map(([field, answer]) => [
      field,
      standInFor(asking.get(field), answer),
    ]);
    return [at, kind, { ...told, saved: { ...told.saved, answers: Object.fromEntries(answers) } }];
  });
}
