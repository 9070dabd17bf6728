import { formatJson } from '../print.ts';
import {
  type ReplayedVisit,
  replayLastVisits,
  replayStoredVisit,
  type VisitStory,
} from '../../api/events/replay-visits.ts';
import type { CompiledFunnel } from '../../engine/model.ts';
import { isQuestion, redactAnswer } from '../../engine/run/answer.ts';
import { blocksInOrder } from '../../engine/run/blocks.ts';
import { lastAnswer } from '../../engine/run/journey.ts';
import type { FunnelSnapshot } from '../../engine/run/machine.ts';
import type { FunnelEvent } from '../../engine/run/page-log.ts';
import { decodeVisit, encodeVisit, replayVisit, type VisitLog } from '../../engine/replay/visit-log.ts';
import { variablesAt } from '../../engine/run/walk.ts';
import { fromEvents } from './from-database.ts';
import { CommandError, type ExitCode, type Io } from './write-files.ts';
import { loadOne } from './load-one.ts';
import { describeStory, formatVisit, listVisits } from './replay-text.ts';

interface ReplayOptions {
  readonly dir: string;
  readonly last: number;
  readonly json?: true;
  /** Address of a Storybook, to which links lead. */
  readonly storybook: string;
}

/**
 * Prints step by step what happened in a visit: one that is stored, or one out of a link. Of a funnel, its last visits.
 */
export async function replay(what: string, options: ReplayOptions, io: Io): Promise<ExitCode> {
  const { dir, json, storybook } = options;
  const print = <Value>(value: Value, describe: (value: Value) => string) =>
    io.out(json ? formatJson(value) : `${describe(value)}\n`);
  if (isUuid(what)) print(await readStored(what.toLowerCase()), (visit) => formatVisit(visit, storybook));
  else if (/^v\d+-/.test(what)) print(readCode(what, dir), (story) => describeStory(story, storybook));
  else print(await readLast(what, options), (visits) => listVisits(what, visits));
  return 0;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

async function readStored(id: string): Promise<ReplayedVisit> {
  const visit = await fromEvents((sources) => replayStoredVisit(sources, id));
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

/** A funnel without visits may still be one that is there. */
async function readLast(funnel: string, { dir, last: count }: ReplayOptions): Promise<readonly ReplayedVisit[]> {
  const visits = await fromEvents((sources) => replayLastVisits(sources, { funnel, count }));
  if (visits.length === 0) loadOne(funnel, dir);
  return visits;
}

/** The story of a visit out of a link, on the funnel as it is in the folder, as far as it fits. */
function replayCode(written: CompiledFunnel, log: VisitLog): VisitStory {
  const funnel = blocksInOrder(written, log.input.seed);
  const snapshots = replayVisit(funnel, log);
  const last = snapshots.at(-1)!;
  return {
    funnel: funnel.id,
    variants: log.input.variants ?? {},
    events: [
      ...arrival(snapshots[0]!, 0),
      ...snapshots.slice(1).flatMap((_, index) => move(funnel, log, { snapshots, index })),
    ],
    variables: variablesAt(funnel, last.context.journey),
    outcome: last.output?.outcome ?? null,
    at: last.status === 'done' ? null : last.value,
    readable: snapshots.length > log.events.length,
    stretches: [{ version: log.version, code: encodeVisit(log) }],
  };
}

interface EventPosition {
  readonly snapshots: readonly FunnelSnapshot[];
  /** Of the event. */
  readonly index: number;
}

/** What an event made happen. Where the log has no times, all is at 0. */
function move(
  funnel: CompiledFunnel,
  { events, times = [] }: VisitLog,
  { snapshots, index }: EventPosition,
): FunnelEvent[] {
  const [from, to] = [snapshots[index]!, snapshots[index + 1]!];
  const at = times[index] ?? 0;
  const left = {
    type: 'step_left',
    step: from.value,
    to: to.status === 'done' ? null : to.value,
    by: events[index]!.type === 'BACK' ? 'back' : 'next',
    ...(times[index] !== undefined && { seconds: (at - (times[index - 1] ?? 0)) / 1_000 }),
  } as const;
  const goals = to.context.reported.slice(from.context.reported.length);
  return [
    ...(left.by === 'next' ? answerTo(funnel, from, to) : []).map((answer) => ({ at, ...answer })),
    { at, ...left },
    ...goals.map((goal) => ({ at, type: 'goal_reached', goal }) as const),
    ...arrival(to, at),
  ];
}

function arrival({ output, value }: FunnelSnapshot, at: number): FunnelEvent[] {
  return [output ? { at, type: 'visit_finished', outcome: output.outcome } : { at, type: 'step_shown', step: value }];
}

/** What was answered on a question that has just been passed. */
function answerTo(funnel: CompiledFunnel, { context }: FunnelSnapshot, passed: FunnelSnapshot) {
  const { at } = context.journey;
  const step = funnel.steps[at]!;
  if (!isQuestion(step)) return [];
  const answer = redactAnswer(step, lastAnswer(passed.context.journey, at) ?? '', context.journey.input.today);
  return [{ type: 'step_answered', step: step.id, answer } as const];
}
