import * as content from '../../schemas/api/content.ts';
import { dashboard } from '../../schemas/api/dashboard.ts';
import { endpoint, type Endpoint } from '../platform/http/handler.ts';
import { createDashboard } from './dashboard/dashboard.ts';
import type { ContentDependencies } from './dependencies.ts';
import { createList } from './list.ts';
import { createFinish, createStart } from './progress.ts';
import { createRead } from './read.ts';

/** Every call about sessions (specification, section 7) with its handler. */
export function createContentEndpoints(services: ContentDependencies): readonly Endpoint[] {
  return [
    endpoint(content.listContent, createList(services)),
    endpoint(content.readContent, createRead(services)),
    endpoint(content.startContent, createStart(services)),
    endpoint(content.finishContent, createFinish(services)),
    endpoint(dashboard, createDashboard(services)),
  ];
}
