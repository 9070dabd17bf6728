import express from 'express';
import type { RequestListener } from 'node:http';
import { createVisitsForCommand } from './events/replay-visits.ts';
import { createLeadsForCommand } from './leads/for-command.ts';
import type { Database } from './platform/db/database.ts';
import { handleApiErrors } from './platform/http/errors.ts';
import type { Log } from './platform/log.ts';
import { createReportsForCommand } from './reports/calls.ts';

/** Replies to the funnel command, which can't open the embedded database while this process has it. */
export function answerCommands(database: Database, log: Log): RequestListener {
  return express()
    .use(
      createReportsForCommand({ database }),
      createVisitsForCommand({ database }),
      createLeadsForCommand({ database }),
    )
    .use(handleApiErrors(log));
}
