import { type ContentDependencies, requireAccess } from './item.ts';
import { ApiError } from '../platform/http/problem.ts';
import type { Handler } from '../platform/http/endpoint.ts';
import type { addFavourite, removeFavourite } from '../../schemas/api/content.ts';

/** Marks a session as one of the listener's favourites, on all of their devices. */
export function createAddFavourite({ database, now }: ContentDependencies): Handler<typeof addFavourite> {
  return async ({ user: { user }, params }) => {
    requireAccess(user, now());
    const values = [user.id, params.id];
    const rows = await database.query({ name: 'add-favourite', text: addText, values });
    if (rows.length === 0) throw new ApiError('not_found');
  };
}

export function createRemoveFavourite({ database, now }: ContentDependencies): Handler<typeof removeFavourite> {
  return async ({ user: { user }, params }) => {
    requireAccess(user, now());
    await database.query({ name: 'remove-favourite', text: removeText, values: [user.id, params.id] });
  };
}

/** The account is held, so that nothing is written for one that is being removed. */
const addText = `
  WITH listener AS MATERIALIZED (
    SELECT id FROM users WHERE id = $1::uuid AND deleted_at IS NULL FOR SHARE
  ), session AS MATERIALIZED (
    SELECT c.id FROM content c CROSS JOIN listener WHERE c.id = $2::text
  ), added AS (
    INSERT INTO content_favourites (user_id, content_id) SELECT $1::uuid, id FROM session ON CONFLICT DO NOTHING
  )
  SELECT id FROM session`;

const removeText = 'DELETE FROM content_favourites WHERE user_id = $1::uuid AND content_id = $2::text';
