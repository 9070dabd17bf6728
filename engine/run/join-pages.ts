/** What the pages of a visit told, as logs that can be played again. */

import type { CompiledFunnel, VisitEvent, VisitInput } from '../model.ts';
import { inputOf, visitEventOf } from './page-input.ts';
import type { PageEvent, PageLog, PageStart } from './page-log.ts';
import { saveVisit } from './save-visit.ts';
import { replayVisit, type VisitLog } from './visit-log.ts';

/** A log, and when it began: milliseconds since 1970. */
export interface VisitPart {
  readonly log: VisitLog;
  readonly begunAt: number;
}

interface OpenPart extends VisitPart {
  readonly log: VisitLog & { readonly events: VisitEvent[]; readonly times: number[] };
}

/**
 * The logs that a visit consists of: one, where each page goes on where the page before it stopped. A new one begins
 * with a page on another version or with other query parameters, after the finish, and where something in between was
 * never told. `funnelOf` has the funnel by its version; pages on one that is unknown stand each for themselves.
 */
export function joinPages(
  funnelId: string,
  funnelOf: (version: string) => CompiledFunnel | undefined,
  pages: readonly PageLog[],
): readonly VisitPart[] {
  const parts: OpenPart[] = [];
  for (const { page, events } of pages.toSorted((one, other) => one.page - other.page)) {
    for (const event of events) {
      if (event[1] === 'open') {
        const [at, , start] = event;
        const funnel = funnelOf(start.version);
        const next = begin(funnelId, { start, input: inputOf(funnel, start), begunAt: page + at });
        if (!goesOn(funnel, parts.at(-1), next)) parts.push(next);
      } else note(parts.at(-1), page, event);
    }
  }
  return parts;
}

function begin(
  funnel: string,
  { start, input, begunAt }: { start: PageStart; input: VisitInput; begunAt: number },
): OpenPart {
  const { version, saved } = start;
  return { log: { funnel, version, input, ...(saved && { saved }), events: [], times: [] }, begunAt };
}

/** Whether a part begins right where the part before it ended. */
function goesOn(funnel: CompiledFunnel | undefined, last: OpenPart | undefined, next: OpenPart): boolean {
  if (!funnel || !last || last.log.version !== next.log.version) return false;
  if (JSON.stringify(last.log.input) !== JSON.stringify(next.log.input)) return false;
  const snapshots = replayVisit(funnel, last.log);
  const end = snapshots.at(-1)!;
  if (end.status !== 'active' || snapshots.length <= last.log.events.length) return false;
  const [start] = replayVisit(funnel, next.log);
  return JSON.stringify(saveVisit(funnel, end)) === JSON.stringify(saveVisit(funnel, start!));
}

function note(part: OpenPart | undefined, page: number, event: PageEvent): void {
  switch (event[1]) {
    case 'open':
    case 'hide':
    case 'show':
      return;
    default:
      part?.log.times.push(page + event[0] - part.begunAt);
      part?.log.events.push(visitEventOf(event));
  }
}
