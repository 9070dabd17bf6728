import type { ReplayedVisit, Stretch, VisitStory } from '../../../api/events/replay-visits.ts';
import { printable } from '../../printable.ts';
import { storyIdOf } from '../../storybook/story-id.ts';
import { formatMoments } from './format-moments.ts';

/** A visit that is stored, for a terminal: where it came from, what happened, and where it can be looked at. */
export function describeVisit(visit: ReplayedVisit, storybook: string): string {
  const { locale, source, startedAt, signedUp, paid } = visit;
  const origin = [`in ${locale || 'an unknown language'}`, ...(source ? [`from ${printable(source)}`] : [])].join(', ');
  const later = [...(signedUp ? ['signed up'] : []), ...(paid ? ['bought'] : [])].join(' and ');
  const head = `Visit ${visit.visit} of ${visit.funnel}, begun ${timeOf(startedAt)}, ${origin}`;
  return [head, ...parts(visit, storybook), ...(later ? [`After it the visitor ${later}.`] : [])].join('\n\n');
}

/** A visit out of a link. */
export function describeStory(story: VisitStory, storybook: string): string {
  return [`A visit of ${story.funnel}`, ...parts(story, storybook)].join('\n\n');
}

/** `2026-11-20 14:03 UTC` */
export function timeOf(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** How a visit ended, in a few words. */
export function endOf({ outcome, at }: VisitStory): string {
  if (outcome !== null) return `finished: ${outcome}`;
  return at === null ? 'nothing can be replayed' : `left at ${at}`;
}

function parts(story: VisitStory, storybook: string): readonly string[] {
  const variants = Object.entries(story.variants).map(([experiment, variant]) => `${experiment}: ${variant}`);
  const end = endOf(story);
  return [
    ...(variants.length > 0 ? [`Variants: ${variants.join(', ')}`] : []),
    formatMoments(story.events),
    `${end.charAt(0).toUpperCase()}${end.slice(1)}.`,
    ...(story.readable ? [] : [unreadable]),
    linksOf(story, storybook),
  ];
}

const unreadable =
  'Not everything could be replayed: a version of the funnel is not known here, or does not take what was told.';

/** Where Storybook shows it. What ran on several versions, or was not told without gaps, plays in several stretches. */
function linksOf({ funnel, stretches }: VisitStory, storybook: string): string {
  const links = stretches.map(({ version, code }) => [`On version ${version}:`, linkTo(storybook, funnel, code)]);
  return ['To look at it in Storybook:', ...links.flat().map((line) => `  ${line}`)].join('\n');
}

function linkTo(storybook: string, funnel: string, code: Stretch['code']): string {
  return `${storybook.replace(/\/*$/, '/')}?path=/story/${storyIdOf(funnel, 'player')}&args=visit:${code}`;
}
