import type { RenderedReport, ReportedFunnel } from '../../../../schemas/api/reports.ts';
import type { ReplyOf } from '../../../../schemas/api/call.ts';
import type { listReports } from '../../../../schemas/api/reports.ts';
import { session } from '../../../session/page-session.ts';
import { readReply } from '../../../session/api-client.ts';

export type { RenderedReport, ReportedFunnel };

/** What the report is asked for; what is missing has no bound, and is not compared. */
export interface ReportRequest {
  readonly funnel: string;
  readonly from?: string;
  readonly to?: string;
  readonly by?: string;
}

/**
 * The calls about reports. Each rejects with an `ApiProblem` where the server refuses and with a `UserFacingError` where it
 * can't be loaded.
 */
export const reports = {
  /** The quizzes that there are reports of. */
  list: async (): Promise<readonly ReportedFunnel[]> => {
    const response = await session().api.send({ method: 'GET', path: '/v1/reports/' });
    return ((await readReply(response)) as ReplyOf<typeof listReports>).funnels;
  },

  /** A report of now, in the language on the screen. */
  read: async ({ funnel, ...query }: ReportRequest): Promise<RenderedReport> => {
    const parameters = String(new URLSearchParams(query));
    const path = `/v1/reports/{funnel}/${parameters && `?${parameters}`}`;
    const response = await session().api.send({ method: 'GET', path, params: { funnel } });
    return (await readReply(response)) as RenderedReport;
  },
} as const;
