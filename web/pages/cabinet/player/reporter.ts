import { content, type ContentItem } from '../content.ts';
import { storeReports, readReports, type PendingReport, reportsKey, sameReport } from './stored-reports.ts';
import type { PlaybackState } from './listening.ts';
import { ApiProblem } from '../../../session/api-client.ts';

interface ReporterDependencies {
  /** Of the user on the page; null where there is none. */
  readonly outbox: () => Outbox | null;
  /** Milliseconds of the clock on the wall. */
  readonly now: () => number;
  /** Calls back after so many milliseconds. */
  readonly later: (work: () => void, milliseconds: number) => void;
}

/** Reports of listening: each is stored at once and sent when possible. */
interface Reporter {
  readonly report: (kind: 'start' | 'finish', moment: PlaybackState) => void;
  /** Sends what earlier pages could not. */
  readonly send: () => Promise<void>;
  /** The server has said where the listener is. */
  readonly notePosition: (id: string, position: number) => void;
  /** Where the listener is as far as this device knows, in seconds. */
  readonly positionIn: (item: ContentItem) => number;
}

/** However often a listener jumps, the server gets reports no more often than this. */
const minGapMilliseconds = 2_000;
const tryAgainAfter = 30_000;
/** Starting within the last words makes no sense. */
const nearEndSeconds = 10;

export function createReporter({ outbox, now, later }: ReporterDependencies): Reporter {
  const known = new Map<string, number>();
  let last: PendingReport | null = null;
  let sentAt = -Infinity;
  let isWaiting = false;

  const send = async (): Promise<void> => {
    const box = outbox();
    if (!box || box.isEmpty()) return;
    sentAt = now();
    await box.send();
    if (!box.isEmpty()) sendLater(tryAgainAfter);
  };
  const sendLater = (milliseconds: number) => {
    if (isWaiting) return;
    isWaiting = true;
    later(() => {
      isWaiting = false;
      void send();
    }, milliseconds);
  };

  return {
    report: (kind, { item, position, listening }) => {
      const { id } = item;
      const { play, day } = listening;
      const heard = Math.floor(listening.heardSeconds);
      const knownPosition = known.get(id) ?? item.positionSeconds;
      const report = { kind, id, play, day, heard, position: Math.floor(position), knownPosition, at: now() };
      if (last && isRepeated(report, last)) return;
      last = report;
      outbox()?.put(report);
      const wait = sentAt + minGapMilliseconds - now();
      if (wait > 0) sendLater(wait);
      else void send();
    },
    send,
    notePosition: (id, position) => known.set(id, position),
    positionIn: (item) => {
      const report = outbox()?.pending(item.id);
      const pending = report?.kind === 'finish' ? 0 : report?.position;
      const position = pending ?? item.positionSeconds;
      return position > item.durationSeconds - nearEndSeconds ? 0 : position;
    },
  };
}

function isRepeated(report: PendingReport, last: PendingReport): boolean {
  const { kind, play, position, heard } = report;
  return kind === last.kind && play === last.play && position === last.position && heard === last.heard;
}

/** The calls that reports are made of. */
export interface ReportCalls {
  /** Where the server thinks the listener is, in seconds. */
  readonly positionOf: (id: string) => Promise<number>;
  readonly start: (report: PendingReport, position: number | undefined) => Promise<unknown>;
  readonly finish: (report: PendingReport) => Promise<unknown>;
}

interface OutboxDependencies {
  readonly userId: string;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly calls: ReportCalls;
  /** Milliseconds of the clock on the wall: reports outlive the page. */
  readonly now: () => number;
  /** Whether this user is still the one on the page. */
  readonly isCurrent: () => boolean;
  /** The server says that the user may not listen to this session. */
  readonly onRefused: (id: string) => void;
}

/**
 * The reports that the server has not got yet: stored in this browser, the newest of each time of listening, and
 * sent in order. Nothing here rejects.
 */
export interface Outbox {
  readonly put: (report: PendingReport) => void;
  /** Sends what can be sent. Resolves when there is nothing left or nothing more can be done now. */
  readonly send: () => Promise<void>;
  /** The last unsent report of this session; null where the server has them all. */
  readonly pending: (id: string) => PendingReport | null;
  readonly isEmpty: () => boolean;
}

/** A report older than this may say less than another device has said since. */
const freshMilliseconds = 60_000;

export function createOutbox({ userId, storage, calls, now, isCurrent, onRefused }: OutboxDependencies): Outbox {
  const key = reportsKey(userId);
  const read = () => readReports(storage, key, now());
  const store = (reports: readonly PendingReport[]) => storeReports(storage, key, reports);
  const remove = (sent: PendingReport) =>
    store(read().filter((each) => !(sameReport(each, sent) && each.at === sent.at)));

  const sendOne = async (report: PendingReport, later: readonly PendingReport[]): Promise<void> => {
    if (report.kind === 'finish') return void (await calls.finish(report));
    if (later.some(({ id }) => id === report.id)) return void (await calls.start(report, undefined));
    const isFresh = now() - report.at < freshMilliseconds;
    const isFirst = isFresh || (await calls.positionOf(report.id)) === report.knownPosition;
    await calls.start(report, isFirst ? report.position : undefined);
  };

  const sendAll = async (): Promise<void> => {
    for (let [report, ...later] = read(); report && isCurrent(); [report, ...later] = read()) {
      try {
        await sendOne(report, later);
        remove(report);
      } catch (error) {
        if (!(error instanceof ApiProblem)) return;
        if (error.code === 'no_access') onRefused(report.id);
        if (!isHopeless(error)) return;
        remove(report);
      }
    }
  };

  let sending: Promise<void> | null = null;
  return {
    put: (report) => store([...read().filter((each) => !sameReport(each, report)), report]),
    send: () => {
      sending ??= sendAll().finally(() => {
        sending = null;
      });
      return sending;
    },
    pending: (id) => read().findLast((each) => each.id === id) ?? null,
    isEmpty: () => read().length === 0,
  };
}

/** Whether it would be refused again: there is no such session, or the server doesn't understand it. */
const isHopeless = ({ status }: ApiProblem) => [400, 404, 422].includes(status);

/** Reports go to the server as calls about sessions. */
export const reportCalls: ReportCalls = {
  positionOf: async (id) => (await content.one(id)).positionSeconds,
  start: (report, position) =>
    content.start(report.id, { ...toListeningReport(report), ...(position !== undefined && { position }) }),
  finish: (report) => content.finish(report.id, toListeningReport(report)),
};

const toListeningReport = ({ play, heard, day }: PendingReport) => ({ play, heard, day });
