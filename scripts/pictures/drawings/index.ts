import { breathingDrawings } from './breathing.ts';
import { calmDrawings } from './calm.ts';
import { confidenceDrawings } from './confidence.ts';
import type { Drawing } from './pen.ts';
import { resetDrawings } from './reset.ts';
import { sleepDrawings } from './sleep.ts';

/** What a session's picture shows, by the session's id. A session without a drawing of its own gets its category's sky over its voice's land. */
export const drawings: ReadonlyMap<string, Drawing> = new Map<string, Drawing>(
  Object.entries({
    ...sleepDrawings,
    ...calmDrawings,
    ...breathingDrawings,
    ...confidenceDrawings,
    ...resetDrawings,
  }),
);
