import type { FunnelEvent } from '../../../engine/run/page-log.ts';
import { eventWords, timeWords } from '../../../stories/player/facts.ts';
import { formatTable, type Column } from '../../table.ts';

/** A step on the screen, and what was done on it. */
interface Moment {
  readonly at: number;
  readonly step: string;
  did: string;
  seconds?: number;
  readonly notes: string[];
}

/** What happened in a visit, a line for each time that a step was on the screen. */
export function formatMoments(events: readonly FunnelEvent[]): string {
  const moments = momentsOf(events);
  const isTimed = events.some(({ at }) => at > 0);
  const columns = [...(isTimed ? [time] : []), ...others];
  const rows = moments.map(({ at, step, did, seconds, notes }) => [
    ...(isTimed ? [timeWords(at)] : []),
    step,
    did,
    seconds === undefined ? '' : seconds.toFixed(1),
    notes.join('; '),
  ]);
  return formatTable(columns, rows);
}

const time: Column = { title: 'time', align: 'right' };
const others: readonly Column[] = [
  { title: 'step', align: 'left' },
  { title: 'visitor', align: 'left' },
  { title: 'seconds', align: 'right' },
  { title: '', align: 'left' },
];

function momentsOf(events: readonly FunnelEvent[]): readonly Moment[] {
  const moments: Moment[] = [];
  const early: string[] = [];
  const note = (text: string) => (moments.at(-1)?.notes ?? early).push(text);
  for (const event of events) {
    const moment = moments.at(-1);
    switch (event.type) {
      case 'step_shown':
        moments.push({ at: event.at, step: event.step, did: '', notes: early.splice(0) });
        break;
      case 'step_answered':
        if (moment) moment.did = eventWords({ type: 'ANSWER', value: event.answer });
        break;
      case 'step_left':
        if (!moment) break;
        moment.did ||= eventWords({ type: event.by === 'back' ? 'BACK' : 'NEXT' });
        if (event.seconds !== undefined) moment.seconds = event.seconds;
        break;
      case 'page_left':
        note('left the page');
        break;
      case 'variant_met':
        note(`${event.experiment}: ${event.variant}`);
        break;
      case 'goal_reached':
        note(`goal ${event.goal}`);
        break;
      case 'visit_finished':
        note('finished');
    }
  }
  return moments;
}
