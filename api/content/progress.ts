import type { QueryOf } from '../../schemas/api/call.ts';
import type { finishContent, ListeningProgress, startContent } from '../../schemas/api/content.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Handler } from '../platform/http/handler.ts';
import type { ContentDependencies } from './dependencies.ts';
import { finishText, startText } from './progress-sql.ts';
import { readReport } from './report.ts';
import { requireAccess } from './require-access.ts';

/** Begins a session, or says where the listener is in it. Whichever of several devices comes first, the rest agrees. */
export function createStart(services: ContentDependencies): Handler<typeof startContent> {
  return async ({ user: { user }, params, query }) => {
    requireAccess(user, services.now());
    const position = query.position ?? null;
    const values = [user.id, params.id, ...reportOf(query, services.now()), position];
    return write(services, { name: 'start-content', text: startText, values });
  };
}

/** Ends a session, for good. Asked again it changes nothing but where the listener is: at the beginning. */
export function createFinish(services: ContentDependencies): Handler<typeof finishContent> {
  return async ({ user: { user }, params, query }) => {
    requireAccess(user, services.now());
    const values = [user.id, params.id, ...reportOf(query, services.now())];
    return write(services, { name: 'finish-content', text: finishText, values });
  };
}

function reportOf(query: QueryOf<typeof finishContent>, now: Date): unknown[] {
  const report = readReport(query, now);
  return [report?.play ?? null, report?.heard ?? null, report?.day ?? null];
}

async function write(
  { database }: ContentDependencies,
  statement: { readonly name: string; readonly text: string; readonly values: readonly unknown[] },
): Promise<ListeningProgress> {
  const [row] = await database.query<ProgressRow>(statement);
  if (!row) throw new ApiError('not_found');
  return {
    id: row.content_id,
    status: row.status,
    positionSeconds: row.position_seconds,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

interface ProgressRow {
  readonly content_id: string;
  readonly status: 'in_progress' | 'finished';
  readonly position_seconds: number;
  readonly started_at: Date;
  readonly finished_at: Date | null;
}
