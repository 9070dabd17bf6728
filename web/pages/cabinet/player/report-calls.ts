import { content } from '../content.ts';
import type { Report } from './kept-reports.ts';
import type { ReportCalls } from './outbox.ts';

/** Reports go to the server as calls about sessions. */
export const reportCalls: ReportCalls = {
  positionOf: async (id) => (await content.one(id)).positionSeconds,
  start: (report, position) =>
    content.start(report.id, { ...heardIn(report), ...(position !== undefined && { position }) }),
  finish: (report) => content.finish(report.id, heardIn(report)),
};

const heardIn = ({ play, heard, day }: Report) => ({ play, heard, day });
