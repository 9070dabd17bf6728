import type { ReplayedVisit, VisitStory } from '../../api/events/replay-visits.ts';
import { replayLastVisits, replayStoredVisit } from '../../api/events/replay-visits.ts';
import { decodeVisit } from '../../engine/run/visit-text.ts';
import { fromDatabase } from './from-database.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { loadOne } from './load-one.ts';
import { describeStory, describeVisit } from './replay/describe-visit.ts';
import { listVisits } from './replay/list-visits.ts';
import { replayCode } from './replay/replay-code.ts';

export interface ReplayOptions {
  readonly dir: string;
  readonly last: number;
  readonly json?: true;
  /** Address of a Storybook, to which links lead. */
  readonly storybook: string;
}

/** Tells step by step what happened in a visit: one that is stored, or one out of a link. Of a funnel, its last visits. */
export async function replay(what: string, options: ReplayOptions, io: Io): Promise<ExitCode> {
  const { dir, json, storybook } = options;
  const tell = <Told>(told: Told, describe: (told: Told) => string) =>
    io.out(json ? `${JSON.stringify(told, null, 2)}\n` : `${describe(told)}\n`);
  if (isUuid(what)) tell(await readStored(what.toLowerCase()), (visit) => describeVisit(visit, storybook));
  else if (/^v\d+-/.test(what)) tell(readCode(what, dir), (story) => describeStory(story, storybook));
  else tell(await readLast(what, options), (visits) => listVisits(what, visits));
  return 0;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

async function readStored(id: string): Promise<ReplayedVisit> {
  const visit = await fromDatabase({
    path: `/visits/${id}`,
    read: (database) => replayStoredVisit(database, id),
  });
  if (visit) return visit;
  throw new CommandError(`There is no visit ${id} here. To see the last ones: npm run funnel -- replay <funnel>`);
}

function readCode(code: string, dir: string): VisitStory {
  const decoded = decodeVisit(code);
  if (decoded.ok) return replayCode(loadOne(decoded.log.funnel, dir).funnel, decoded.log);
  throw new CommandError(
    decoded.problem === 'other_format'
      ? 'The visit was written by another release, which this one can’t read.'
      : 'That is no visit: it was cut, or changed. Copy the whole of it once more, from "v" on.',
  );
}

/** A funnel that nobody has visited may still be one that is there. */
async function readLast(funnel: string, { dir, last: count }: ReplayOptions): Promise<readonly ReplayedVisit[]> {
  const visits = await fromDatabase({
    path: `/visits?${new URLSearchParams({ funnel, last: String(count) })}`,
    read: (database) => replayLastVisits(database, { funnel, count }),
  });
  if (!visits?.length) loadOne(funnel, dir);
  return visits ?? [];
}
