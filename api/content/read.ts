import type { readContent } from '../../schemas/api/content.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Handler } from '../platform/http/handler.ts';
import type { ContentDependencies } from './dependencies.ts';
import { createToItem, type ItemRow } from './item.ts';
import { itemAsJson, joinProgress, quiz } from './item-sql.ts';
import { requireAccess } from './require-access.ts';

/** One session, also one that is not listed any more: whoever began it can go on. */
export function createRead(services: ContentDependencies): Handler<typeof readContent> {
  return async ({ user, locale, params }) => {
    requireAccess(user.user, services.now());
    const values = [user.user.id, locale, params.id];
    const [row] = await services.database.query<{ item: ItemRow }>({
      name: 'read-content',
      text: readContentText,
      values,
    });
    if (!row) throw new ApiError('not_found');
    return createToItem(services, { user, locale })(row.item);
  };
}

const readContentText = `
  WITH ${quiz}
  SELECT ${itemAsJson} AS item FROM content c CROSS JOIN quiz ${joinProgress} WHERE c.id = $3`;
