import type { ReplayedVisit } from '../../../api/events/replay-visits.ts';
import { printable } from '../../printable.ts';
import { formatTable } from '../../table.ts';
import { endOf, timeOf } from './describe-visit.ts';

/** The last visits of a funnel, a line each. */
export function listVisits(funnel: string, visits: readonly ReplayedVisit[]): string {
  if (visits.length === 0) return `Nobody has visited ${funnel} yet.`;
  const rows = visits.map((visit) => [
    visit.visit,
    timeOf(visit.startedAt),
    visit.locale,
    printable(visit.source),
    String(new Set(visit.events.flatMap((event) => (event.type === 'step_shown' ? [event.step] : []))).size),
    `${endOf(visit)}${visit.paid ? ', bought' : visit.signedUp ? ', signed up' : ''}`,
  ]);
  const lines = formatTable(columns, rows);
  return `${lines}\n\nStep by step: npm run funnel -- replay <visit>`;
}

const columns = [
  { title: 'visit', align: 'left' },
  { title: 'begun', align: 'left' },
  { title: 'in', align: 'left' },
  { title: 'from', align: 'left' },
  { title: 'steps', align: 'right' },
  { title: 'end', align: 'left' },
] as const;
