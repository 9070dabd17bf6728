import type { ReplayedVisit, Stretch, VisitStory } from '../../api/events/replay-visits.ts';
import type { FunnelEvent } from '../../engine/run/page-log.ts';
import { formatTable, inLine, numberColumn, textColumn } from '../print.ts';
import { storyIdOf } from '../storybook/story-id.ts';
import { eventWords, timeWords } from '../../stories/player/facts.ts';

/** A visit that is stored, for a terminal: where it came from, what happened, and where it can be looked at. */
export function formatVisit(visit: ReplayedVisit, storybook: string): string {
  const { locale, source, startedAt, signedUp, paid } = visit;
  const origin = [`in ${locale || 'an unknown language'}`, ...(source ? [`from ${inLine(source)}`] : [])].join(', ');
  const later = [...(signedUp ? ['signed up'] : []), ...(paid ? ['bought'] : [])].join(' and ');
  const head = `Visit ${visit.visit} of ${visit.funnel}, begun ${timeOf(startedAt)}, ${origin}`;
  return [head, ...parts(visit, storybook), ...(later ? [`After it the visitor ${later}.`] : [])].join('\n\n');
}

/** A visit out of a link. */
export function describeStory(story: VisitStory, storybook: string): string {
  return [`A visit of ${story.funnel}`, ...parts(story, storybook)].join('\n\n');
}

/** `2026-11-20 14:03 UTC` */
function timeOf(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** How a visit ended, in a few words. */
function endOf({ outcome, at }: VisitStory): string {
  if (outcome !== null) return `finished: ${outcome}`;
  return at === null ? 'nothing can be replayed' : `left at ${at}`;
}

function parts(story: VisitStory, storybook: string): readonly string[] {
  const variants = Object.entries(story.variants).map(([experiment, variant]) => `${experiment}: ${variant}`);
  const variables = Object.entries(story.variables).map(([name, value]) => `${name}: ${String(value)}`);
  const end = endOf(story);
  return [
    ...(variants.length > 0 ? [`Variants: ${variants.join(', ')}`] : []),
    formatMoments(story.events),
    ...(variables.length > 0 ? [`Variables: ${variables.join(', ')}`] : []),
    `${end.charAt(0).toUpperCase()}${end.slice(1)}.`,
    ...(story.readable ? [] : [unreadable]),
    linksOf(story, storybook),
  ];
}

const unreadable = `Not everything could be replayed. Either a version of the funnel is not known here, or it does not take what was
reported, or its conditions depend on answers that never leave the browser: texts, addresses, two dates compared.`;

/** Where Storybook shows it. What ran on several versions, or has gaps, plays in several stretches. */
function linksOf({ funnel, stretches }: VisitStory, storybook: string): string {
  const links = stretches.map(({ version, code }) => [`On version ${version}:`, linkTo(storybook, funnel, code)]);
  return ['To look at it in Storybook:', ...links.flat().map((line) => `  ${line}`)].join('\n');
}

function linkTo(storybook: string, funnel: string, code: Stretch['code']): string {
  return `${storybook.replace(/\/*$/, '/')}?path=/story/${storyIdOf(funnel, 'player')}&args=visit:${code}`;
}

/** The last visits of a funnel, a line each. */
export function listVisits(funnel: string, visits: readonly ReplayedVisit[]): string {
  if (visits.length === 0) return `${funnel} has no visits yet.`;
  const rows = visits.map((visit) => [
    visit.visit,
    timeOf(visit.startedAt),
    visit.locale,
    visit.source,
    String(new Set(visit.events.flatMap((event) => (event.type === 'step_shown' ? [event.step] : []))).size),
    `${endOf(visit)}${visit.paid ? ', bought' : visit.signedUp ? ', signed up' : ''}`,
  ]);
  const lines = formatTable(columns, rows);
  return `${lines}\n\nStep by step: npm run funnel -- replay <visit>`;
}

const columns = [
  textColumn('visit'),
  textColumn('begun'),
  textColumn('in'),
  textColumn('from'),
  numberColumn('steps'),
  textColumn('end'),
];

/** A step on the screen, and what was done on it. */
interface ShownStep {
  readonly at: number;
  readonly step: string;
  did: string;
  seconds?: number;
  readonly notes: string[];
}

/** What happened in a visit, a line for each time that a step was on the screen. */
function formatMoments(events: readonly FunnelEvent[]): string {
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

const time = numberColumn('time');
const others = [textColumn('step'), textColumn('visitor'), numberColumn('seconds'), textColumn('')];

function momentsOf(events: readonly FunnelEvent[]): readonly ShownStep[] {
  const moments: ShownStep[] = [];
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
