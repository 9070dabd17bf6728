import type { Answer, CompiledFunnel } from '../../../engine/model.ts';
import { indexOf } from '../../../engine/run/funnel-index.ts';
import type { FunnelEvent } from '../../../engine/run/page-log.ts';
import { rulesOf } from '../../../engine/run/steps/index.ts';
import { bucketOf, keyOfNumber, nameOfCount, type CountName } from './counts.ts';
import type { VisitRead } from './read-visit.ts';

/** Numbers by the names of `counts.ts`. */
export type VisitCounts = ReadonlyMap<string, number>;

/** What one visit adds to the counts; `first`: it is its browser's first visit of the funnel. */
export function countVisit(visit: VisitRead, first: boolean): VisitCounts {
  const { funnel, events, readable, at } = visit.pages;
  const tally = new Tally();
  tally.once(['visits']);
  if (first) tally.once(['visitors']);
  if (!readable) tally.once(['unreadable']);
  if (visit.signedUpAt) tally.once(['sign_ups']);
  if (visit.paidAt) tally.once(['purchases']);
  const outcome = lastOutcome(events);
  if (outcome !== null) tally.once(['finished']);
  if (outcome !== null) tally.once(['outcome', outcome]);
  else if (at !== null) tally.once(['left', at]);
  const answers = new Map<string, Answer>();
  for (const event of events) {
    switch (event.type) {
      case 'step_shown':
        tally.once(['shown', event.step]);
        break;
      case 'step_answered':
        answers.set(event.step, event.answer);
        break;
      case 'step_left':
        if (event.by === 'next') tally.once(['way', event.step, event.to ?? '']);
        if (event.seconds !== undefined) tally.add(['time', event.step, bucketOf(event.seconds)]);
        break;
      case 'goal_reached':
        tally.once(['goal', event.goal]);
        break;
      case 'variant_met':
        if (!first) break;
        tally.once(['met', event.experiment, event.variant]);
        if (outcome !== null) tally.once(['met_finished', event.experiment, event.variant]);
        break;
      case 'page_left':
      case 'visit_finished':
    }
  }
  if (funnel) {
    for (const [step, answer] of answers)
      for (const key of keysOf(funnel, step, answer)) tally.once(['answer', step, key]);
  }
  return tally.counts;
}

/** The last one that the visit came to; null: it was not finished. */
export function lastOutcome(events: readonly FunnelEvent[]): string | null {
  return events.findLast((event) => event.type === 'visit_finished')?.outcome ?? null;
}

function keysOf(funnel: CompiledFunnel, id: string, answer: Answer): readonly string[] {
  const step = funnel.steps[indexOf(funnel).steps.get(id) ?? -1];
  if (step && 'step' in step) return typeof answer === 'number' ? [keyOfNumber(step, answer)] : [];
  if (!step || !('options' in step) || typeof answer === 'number' || answer === '') return [];
  return [rulesOf(step).question!.valueOf(answer) as string | readonly string[]].flat();
}

class Tally {
  readonly counts = new Map<string, number>();

  once(name: CountName): void {
    this.counts.set(nameOfCount(name), 1);
  }

  add(name: CountName): void {
    const key = nameOfCount(name);
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }
}
