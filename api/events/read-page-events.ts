import type { FieldMistake } from '../platform/http/problem.ts';
import type { PageEvent } from '../../engine/run/page-log.ts';
import { cutSource, sourceOf } from '../../engine/run/query.ts';
import { findMistakeInAnswer, findMistakeInStart, isName } from './page-values.ts';

/** What a page told, or the first of it that no page of ours tells: `events.3.2` is the third part of the fourth event. */
export type ReadEvents =
  { readonly ok: true; readonly events: readonly PageEvent[] } | { readonly ok: false; readonly mistake: FieldMistake };

/**
 * Reads the events of a page's batch with that number. Whether the funnel would have taken them is not asked here. The
 * text of a visitor is refused: what is stored can only be an option's key, a number or a stand-in.
 */
export function readPageEvents(told: readonly (readonly unknown[])[], n: number): ReadEvents {
  for (const [index, event] of told.entries()) {
    const mistake = findMistake(event, n === 0 && index === 0);
    if (mistake) return { ok: false, mistake: { ...mistake, field: `events.${index}${mistake.field}` } };
  }
  return { ok: true, events: (told as readonly PageEvent[]).map(cutSources) };
}

/** A browser that has an older page, or none of ours, may send any text as `utm_source`. */
function cutSources(event: PageEvent): PageEvent {
  if (event[1] !== 'open') return event;
  const [at, kind, { source, query, ...start }] = event;
  const cut = {
    ...start,
    ...(source !== undefined && { source: sourceOf(source) }),
    ...(query && { query: cutSource(query) }),
  };
  return [at, kind, cut];
}

/** Ten years: what counts is that it is a time. */
const mostMilliseconds = 10 * 365 * 24 * 3_600_000;

/** Parts of an event, beside its time and kind. */
const partsOf: Readonly<Record<PageEvent[1], number>> = { open: 1, answer: 2, next: 1, back: 1, hide: 0, show: 0 };

function findMistake(event: readonly unknown[], isFirst: boolean): FieldMistake | undefined {
  const [at, kind, ...parts] = event;
  if (typeof at !== 'number') return { field: '.0', code: 'wrong_type' };
  if (!(at >= 0 && at <= mostMilliseconds)) return { field: '.0', code: 'invalid' };
  if (!isKind(kind) || isFirst !== (kind === 'open')) return { field: '.1', code: 'invalid' };
  if (parts.length !== partsOf[kind])
    return { field: '', code: parts.length < partsOf[kind] ? 'required' : 'too_long' };
  if (kind === 'open') return within('.2', findMistakeInStart(parts[0]));
  if (parts.length > 0 && !isName(parts[0])) return { field: '.2', code: 'invalid' };
  return kind === 'answer' ? within('.3', findMistakeInAnswer(parts[1])) : undefined;
}

function isKind(kind: unknown): kind is PageEvent[1] {
  return typeof kind === 'string' && Object.hasOwn(partsOf, kind);
}

function within(place: string, mistake: FieldMistake | undefined): FieldMistake | undefined {
  return mistake && { ...mistake, field: `${place}${mistake.field}` };
}
