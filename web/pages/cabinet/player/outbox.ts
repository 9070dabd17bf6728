import { ApiProblem } from '../../../session/api-problem.ts';
import { keepReports, readReports, reportsKey, sameReport, type Report } from './kept-reports.ts';

/** The calls that reports are made of. */
export interface ReportCalls {
  /** Where the server thinks the listener is, in seconds. */
  readonly positionOf: (id: string) => Promise<number>;
  readonly start: (report: Report, position: number | undefined) => Promise<unknown>;
  readonly finish: (report: Report) => Promise<unknown>;
}

interface Dependencies {
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
 * What is to be told to the server, and has not been: kept in this browser, the newest of each time of listening, and
 * sent in order. Nothing here rejects.
 */
export interface Outbox {
  readonly put: (report: Report) => void;
  /** Sends what can be sent. Resolves when there is nothing left or nothing more can be done now. */
  readonly send: () => Promise<void>;
  /** What has not been told of this session; null where the server knows it all. */
  readonly pending: (id: string) => Report | null;
  readonly isEmpty: () => boolean;
}

/** A report older than this may say less than another device has said since. */
const freshMilliseconds = 60_000;

export function createOutbox({ userId, storage, calls, now, isCurrent, onRefused }: Dependencies): Outbox {
  const key = reportsKey(userId);
  const read = () => readReports(storage, key, now());
  const keep = (reports: readonly Report[]) => keepReports(storage, key, reports);
  const remove = (sent: Report) => keep(read().filter((each) => !(sameReport(each, sent) && each.at === sent.at)));

  const tell = async (report: Report, later: readonly Report[]): Promise<void> => {
    if (report.kind === 'finish') return void (await calls.finish(report));
    if (later.some(({ id }) => id === report.id)) return void (await calls.start(report, undefined));
    const isFresh = now() - report.at < freshMilliseconds;
    const isFirst = isFresh || (await calls.positionOf(report.id)) === report.knownPosition;
    await calls.start(report, isFirst ? report.position : undefined);
  };

  const sendAll = async (): Promise<void> => {
    for (let [report, ...later] = read(); report && isCurrent(); [report, ...later] = read()) {
      try {
        await tell(report, later);
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
    put: (report) => keep([...read().filter((each) => !sameReport(each, report)), report]),
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
