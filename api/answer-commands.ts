import express from 'express';
import type { RequestListener } from 'node:http';
import type { EventStore } from './events/event-store.ts';
import { createVisitsForCommand } from './events/replay-visits.ts';
import { createLeadsForCommand } from './leads/for-command.ts';
import type { Database } from './platform/db/database.ts';
import { handleApiErrors } from './platform/http/errors.ts';
import type { Log } from './platform/log.ts';
import { createReportsForCommand } from './reports/calls.ts';

interface CommandDependencies {
  readonly database: Database;
  readonly events: EventStore;
  readonly log: Log;
}

/** Replies to the funnel command, which can't open the embedded database while this process has it. */
export function answerCommands({ database, events, log }: CommandDependencies): RequestListener {
  return express()
    .use(
      createReportsForCommand({ database, events }),
      createVisitsForCommand({ database, events }),
      createLeadsForCommand({ database }),
    )
    .use(handleApiErrors(log));
}
